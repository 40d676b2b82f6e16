/// The kind of samples that are read from a file.
public enum PixelSamples: CaseIterable, Sendable {
  /// Colours: 8-bit sRGB, converted from the file's profile.
  case colours
  /// The numbers in the file: profiles are ignored, and 16-bit samples are kept in addition to
  /// their 8-bit rounding; see `PixelImage.wide(_:_:)`.
  case codes
  /// The numbers in the file, with 16-bit samples cut to their upper eight bits, as odiff reads a
  /// file.
  case upperBytes
  /// Colours according to an embedded profile, or else the numbers, with 16-bit samples cut to
  /// their upper eight bits. libvips reads files in this way, and so does looks-same, which uses it
  /// through sharp.
  case profiled
}
