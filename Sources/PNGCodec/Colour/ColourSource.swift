/// The colours that a PNG file declares, unless they are sRGB.
enum ColourSource: Hashable, Sendable {
  /// An `iCCP` chunk: the compressed profile.
  case profile([UInt8])
  case primaries(Primaries)

  /// Colours by numbers: chunks `cHRM` and `gAMA`, or `cICP`.
  struct Primaries: Hashable, Sendable {
    /// x and y of white, red, green and blue.
    var chromaticities: [Double]
    /// The exponent from samples to light; nil for sRGB's own curve.
    var exponent: Double?

    static let sRGB = Primaries(
      chromaticities: [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06], exponent: nil)
    static let displayP3 = Primaries(
      chromaticities: [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06], exponent: nil)

    /// True if each of the numbers is within 0.001 of the other's, which no eye can distinguish.
    func hasChromaticities(of other: Primaries) -> Bool {
      zip(chromaticities, other.chromaticities).allSatisfy { abs($0 - $1) <= 0.001 }
    }
  }
}

/// The colour chunks of one file, as found.
struct ColourChunks {
  var codePoints: [UInt8]?
  var profile: [UInt8]?
  var isSRGB = false
  /// 100,000 times the exponent from light to samples.
  var gamma: UInt32?
  /// 100,000 times the coordinates, in the order of `Primaries`.
  var chromaticities: [UInt32]?

  /// Keeps what a chunk says; a malformed one says nothing, unless it is a profile, which is
  /// then a broken one.
  mutating func note(_ kind: PNGLayout.ChunkType, _ content: UnsafeRawBufferPointer) {
    func numbers() -> [UInt32] {
      stride(from: 0, to: content.count - 3, by: 4).map { unsafe content.bigEndian32(at: $0) }
    }
    switch kind {
    case .codePoints where content.count == 4: codePoints = unsafe Array(content)
    case .profile where profile == nil: profile = unsafe Self.compressedProfile(content)
    case .sRGB: isSRGB = true
    case .gamma where content.count == 4 && numbers()[0] > 0: gamma = numbers()[0]
    case .chromaticities where content.count == 32: chromaticities = numbers()
    default: break
    }
  }

  /// Returns the bytes after the name, a zero and the method 0; none if the chunk has another form,
  /// or is larger than any profile is when decompressed.
  private static func compressedProfile(_ content: UnsafeRawBufferPointer) -> [UInt8] {
    guard content.count <= ColourTransform.profileLimit,
      let end = unsafe content.firstIndex(of: 0), end + 2 < content.count,
      unsafe content[end + 1] == 0
    else {
      return []
    }
    return unsafe Array(content[(end + 2)...])
  }

  /// cICP takes precedence, then iCCP, sRGB, and last gAMA and cHRM (PNG 3rd edition,
  /// 4.3); nil where that is sRGB.
  func source() -> (source: ColourSource?, remark: String?) {
    if let codePoints, codePoints.count == 4 {
      // Primaries, curve, matrix, full range, as in ITU-T H.273.
      switch (codePoints[0], codePoints[1], codePoints[2], codePoints[3]) {
      case (1, 13, 0, 1): return (nil, nil)
      case (12, 13, 0, 1): return (.primaries(.displayP3), nil)
      default:
        let numbers = codePoints.map(String.init).joined(separator: ", ")
        let next = withoutCodePoints.source()
        return (next.source, "its colour space (cICP \(numbers)) is unknown and was ignored")
      }
    }
    if let profile { return (.profile(profile), nil) }
    return (isSRGB ? nil : numbers.map(ColourSource.primaries), nil)
  }

  private var withoutCodePoints: ColourChunks {
    var rest = self
    rest.codePoints = nil
    return rest
  }

  /// gAMA and cHRM; what is missing is sRGB's. nil where together they mean sRGB: an exponent
  /// of 1 / 2.2 is how writers without an sRGB chunk say it.
  private var numbers: ColourSource.Primaries? {
    guard gamma != nil || chromaticities != nil else { return nil }
    var primaries = ColourSource.Primaries.sRGB
    if let chromaticities { primaries.chromaticities = chromaticities.map { Double($0) / 100_000 } }
    let isUsual = gamma.map { (45_000...46_000).contains($0) } ?? true
    if let gamma, !isUsual { primaries.exponent = 100_000 / Double(gamma) }
    return isUsual && primaries.hasChromaticities(of: .sRGB) ? nil : primaries
  }
}
