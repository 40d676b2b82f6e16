import Base
import CPNG
import Pixels

/// True if Little CMS is installed; without it, an image with a colour profile is refused.
package var isColourLibraryInstalled: Bool { snap_icc_is_available() != 0 }

/// Converts pixels of some colour space to sRGB through lcms2, with relative colorimetric intent.
///
/// `@unchecked Sendable`: lcms keeps its one-pixel cache on the caller's stack.
@safe final class ColourTransform: @unchecked Sendable {
  /// The result of making a transform from a profile or from numbers.
  enum Outcome: Sendable {
    /// The colours are so close to sRGB that converting would change no byte by more than one step.
    case isSRGB
    case transform(ColourTransform)
    case broken
    /// lcms2 is not installed, so the colours cannot be converted.
    case libraryMissing
  }

  private let pointer: OpaquePointer

  private init?(_ pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = unsafe pointer
  }

  deinit { unsafe snap_icc_close(pointer) }

  /// Returns the transform for 8-bit pixels, or for 16-bit ones if `isWide`. Transforms are cached,
  /// so a folder of files with one profile pays once.
  static func find(_ source: ColourSource, isGrey: Bool, isWide: Bool) -> Outcome {
    let key = Key(source: source, isGrey: isGrey, isWide: isWide)
    if let known = remembered.withLock({ $0[key] }) { return known }
    let made = make(source, isGrey: isGrey, isWide: isWide)
    remembered.withLock { outcomes in
      if outcomes.count >= rememberedLimit { outcomes.removeAll() }
      outcomes[key] = made
    }
    return made
  }

  private static func make(_ source: ColourSource, isGrey: Bool, isWide: Bool) -> Outcome {
    guard snap_icc_is_available() != 0 else { return .libraryMissing }
    guard let narrow = open(source, isGrey: isGrey, isWide: false) else { return .broken }
    if narrow.changesNothing(isGrey: isGrey) { return .isSRGB }
    guard isWide else { return .transform(narrow) }
    return open(source, isGrey: isGrey, isWide: true).map(Outcome.transform) ?? .broken
  }

  private static func open(_ source: ColourSource, isGrey: Bool, isWide: Bool) -> ColourTransform? {
    let layout = snap_icc_layout(is_grey: isGrey ? 1 : 0, is_wide: isWide ? 1 : 0)
    switch source {
    case .profile(let compressed):
      guard let profile = Deflate.bytes(ofZlibStream: compressed, limit: profileLimit) else {
        return nil
      }
      return unsafe ColourTransform(snap_icc_open(profile, profile.count, layout))
    case .plainProfile(let profile):
      return unsafe ColourTransform(snap_icc_open(profile, profile.count, layout))
    case .primaries(let primaries):
      return unsafe ColourTransform(
        snap_icc_open_primaries(primaries.chromaticities, primaries.exponent ?? 0, layout))
    }
  }

  /// The largest profile that is read, in bytes. Printer profiles, the largest in use, have about 3
  /// MB.
  static let profileLimit = 16 << 20

  /// Converts `count` pixels with straight alpha to 8-bit sRGB; `target` may be `source` if those
  /// have 8 bits.
  func apply(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, isWide: Bool
  ) {
    let bandPixels = 64 << 10
    let bands = (count + bandPixels - 1) / bandPixels
    // Bands are disjoint: no two iterations touch one pixel.
    nonisolated(unsafe) let (source, target) = unsafe (source, target)
    onAllCores(bands) { band in
      let start = band * bandPixels
      unsafe snap_icc_apply(
        pointer, (source + start * (isWide ? 8 : 4)).assumingMemoryBound(to: UInt8.self),
        (target + start * 4).assumingMemoryBound(to: UInt8.self),
        min(bandPixels, count - start))
    }
  }

  /// True if no channel of the sample colours changes by more than 1, the effect of rounding in a
  /// profile's curves.
  private func changesNothing(isGrey: Bool) -> Bool {
    var colours = (0...255).map { Pixel(UInt8($0), UInt8($0), UInt8($0), 255) }
    let steps = stride(from: UInt8(0), through: 240, by: 16) + [255]
    for red in steps where !isGrey {
      for green in steps { colours += steps.map { Pixel(red, green, $0, 255) } }
    }
    var converted = colours
    unsafe converted.withUnsafeMutableBytes {
      unsafe apply($0.baseAddress!, to: $0.baseAddress!, count: colours.count, isWide: false)
    }
    return zip(colours, converted).allSatisfy { before, after in
      let change = SIMD4<Int16>(truncatingIfNeeded: before) &- SIMD4(truncatingIfNeeded: after)
      return change.min() >= -1 && change.max() <= 1
    }
  }
}

private struct Key: Hashable, Sendable {
  var source: ColourSource
  var isGrey: Bool
  var isWide: Bool
}

/// A folder rarely has more than two or three colour spaces.
private let rememberedLimit = 16
private let remembered = Mutex<[Key: ColourTransform.Outcome]>([:])
