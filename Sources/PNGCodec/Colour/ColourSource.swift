/// The colours that a PNG file declares, unless they are sRGB.
enum ColourSource: Hashable, Sendable {
  /// An `iCCP` chunk: the compressed profile.
  case profile([UInt8])
  /// A profile of another format, which is not compressed.
  case plainProfile([UInt8])
  case primaries(Primaries)

  /// Colours given by numbers: chunks `cHRM` and `gAMA`, or `cICP`.
  struct Primaries: Hashable, Sendable {
    /// The x and y coordinates of white, red, green and blue.
    var chromaticities: [Double]
    /// The exponent that converts samples to light; nil for sRGB's own curve.
    var exponent: Double?

    static let sRGB = Primaries(
      chromaticities: [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06], exponent: nil)
    static let bt2020 = Primaries(
      chromaticities: [0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046], exponent: nil)
    static let displayP3 = Primaries(
      chromaticities: [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06], exponent: nil)

    /// True if all numbers agree within 0.001, a difference that no eye can see.
    func hasChromaticities(of other: Primaries) -> Bool {
      zip(chromaticities, other.chromaticities).allSatisfy { abs($0 - $1) <= 0.001 }
    }
  }
}

struct ColourChunks {
  /// The numbers of cICP: four, or fewer or more if it is malformed.
  var codePoints: [UInt8]?
  /// True if cICP is out of its place or says two things, which readers understand differently.
  private var isDisputed = false
  var profile: [UInt8]?
  var plainProfile: [UInt8]?
  var isSRGB = false
  /// The exponent that converts light to samples, times 100,000.
  var gamma: UInt32?
  /// The coordinates times 100,000, in the order of `Primaries`.
  var chromaticities: [UInt32]?
  /// How Exif data says to turn the pixels, 2 to 8; nil if not at all.
  private(set) var orientation: UInt8?

  /// Records a chunk's content. A malformed chunk is ignored, except that a malformed profile
  /// counts as a broken one, and malformed code points as unknown.
  ///
  /// - Parameter isLate: True behind the palette or the pixels.
  mutating func note(_ kind: PNGLayout.ChunkType, _ content: UnsafeRawBufferPointer, isLate: Bool) {
    func numbers() -> [UInt32] {
      stride(from: 0, to: content.count - 3, by: 4).map { unsafe content.bigEndian32(at: $0) }
    }
    switch kind {
    case .codePoints:
      let numbers = unsafe Array(content.prefix(5))
      isDisputed = isDisputed || isLate || numbers != codePoints ?? numbers
      codePoints = codePoints ?? numbers
    case .profile where profile == nil: profile = unsafe Self.compressedProfile(content)
    case .sRGB: isSRGB = true
    case .gamma where content.count == 4 && numbers()[0] > 0: gamma = numbers()[0]
    case .chromaticities where content.count == 32: chromaticities = numbers()
    case .exif: orientation = unsafe Self.orientation(Array(content))
    default: break
    }
  }

  /// Finds the entry of tag 274, one short number, in either order of bytes (TIFF 6.0, section 8).
  private static func orientation(_ exif: [UInt8]) -> UInt8? {
    let marks: [[UInt8]] = [[1, 18, 0, 3, 0, 0, 0, 1, 0], [18, 1, 3, 0, 1, 0, 0, 0]]
    let ends = marks.compactMap { exif.firstRange(of: $0)?.upperBound }
    return ends.compactMap { exif[$0...].first }.first { (2...8).contains($0) }
  }

  /// Returns the bytes after the name, a zero and the method 0; empty if the chunk has another form
  /// or is larger than any decompressed profile may be.
  private static func compressedProfile(_ content: UnsafeRawBufferPointer) -> [UInt8] {
    guard content.count <= ColourTransform.profileLimit,
      let end = unsafe content.firstIndex(of: 0), end + 2 < content.count,
      unsafe content[end + 1] == 0
    else {
      return []
    }
    return unsafe Array(content[(end + 2)...])
  }

  /// Returns the declared colours; `source` is nil if they are sRGB. cICP takes precedence, then
  /// iCCP, sRGB, and last gAMA and cHRM (PNG 3rd edition, 4.3).
  ///
  /// If the code points of cICP are not supported or disputed, `unknown` describes them, and
  /// `source` is what an older reader would use.
  func source() -> (source: ColourSource?, unknown: String?) {
    if let codePoints {
      guard !isDisputed, let known = Self.primaries(codePoints) else {
        let numbers = codePoints.isEmpty ? ["without numbers"] : codePoints.map(String.init)
        let words = numbers + (isDisputed ? ["out of place"] : [])
        return (withoutCodePoints.source().source, "cICP \(words.joined(separator: ", "))")
      }
      return (known == .sRGB ? nil : .primaries(known), nil)
    }
    if let ownProfile { return (ownProfile, nil) }
    return (isSRGB ? nil : numbers.map(ColourSource.primaries), nil)
  }

  var ownProfile: ColourSource? {
    profile.map(ColourSource.profile) ?? plainProfile.map(ColourSource.plainProfile)
  }

  /// Returns the colours for code points of ITU-T H.273: primaries, curve, matrix, full range.
  /// Returns nil for video (BT.709's curve, limited range) and high dynamic range (PQ, HLG), which
  /// have no equivalent in sRGB.
  private static func primaries(_ codePoints: [UInt8]) -> ColourSource.Primaries? {
    let known: [UInt8: ColourSource.Primaries] = [1: .sRGB, 9: .bt2020, 12: .displayP3]
    let exponents: [UInt8: Double?] = [4: 2.2, 5: 2.8, 8: 1, 13: nil]
    guard codePoints.count == 4, codePoints[2...].elementsEqual([0, 1]),
      var primaries = known[codePoints[0]],
      let exponent = exponents[codePoints[1]]
    else { return nil }
    primaries.exponent = exponent
    return primaries
  }

  private var withoutCodePoints: ColourChunks {
    var rest = self
    rest.codePoints = nil
    return rest
  }

  /// The colours of gAMA and cHRM, with sRGB's values for what is missing; nil if they amount to
  /// sRGB. An exponent of 1 / 2.2 is how writers without an sRGB chunk declare it.
  private var numbers: ColourSource.Primaries? {
    guard gamma != nil || chromaticities != nil else { return nil }
    var primaries = ColourSource.Primaries.sRGB
    if let chromaticities { primaries.chromaticities = chromaticities.map { Double($0) / 100_000 } }
    let isUsual = gamma.map { (45_000...46_000).contains($0) } ?? true
    if let gamma, !isUsual { primaries.exponent = 100_000 / Double(gamma) }
    return isUsual && primaries.hasChromaticities(of: .sRGB) ? nil : primaries
  }
}
