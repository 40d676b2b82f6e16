/// The kind of samples that are read from a file.
public enum PixelSamples: CaseIterable, Sendable {
  /// The colours that the file stands for: 8-bit sRGB, whatever its profile.
  case colours
  /// The numbers in the file: profiles are ignored, and 16-bit samples are kept beside their
  /// rounding to 8 bits; see `PixelImage.wide(_:_:)`.
  case codes
  /// The numbers in the file, and of 16 bits the upper eight, as odiff reads a file.
  case upperBytes
  /// The colours that an embedded profile says, without one the numbers, and of 16 bits the upper
  /// eight: as libvips reads a file, and so sharp, which looks-same asks.
  case profiled
}
