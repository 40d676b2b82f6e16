import Pixels

/// A PNG file to decode; its chunks have been walked and are valid.
@safe package struct PNGReader {
  package let layout: PNGLayout
  let bytes: UnsafeRawBufferPointer
  let samples: PNG.Samples

  /// Walks the chunks of `bytes`, which must outlive the reader. Does not decode anything yet.
  package init(
    _ bytes: UnsafeRawBufferPointer, _ samples: PNG.Samples = .colours
  ) throws(CodecFault) {
    unsafe try PNG.checkSignature(bytes)
    layout = unsafe try PNGLayout(bytes)
    let compressed = layout.pixelData.reduce(0) { $0 + $1.count }
    try PNG.checkPlausible(layout.header, compressed: compressed)
    unsafe self.bytes = unsafe bytes
    self.samples = samples
  }

  /// Decodes by the fastest path.
  ///
  /// - Parameter scratch: The same bytes, or a copy, to overwrite.
  /// - Returns: nil if `EightBitDecoder` failed; `scratch` is then no longer usable.
  func image(overwriting scratch: UnsafeMutableRawBufferPointer) throws(CodecFault) -> PixelImage? {
    EightBitDecoder(layout) == nil
      ? try imageThroughLibpng() : unsafe try fastImage(overwriting: scratch)
  }

  /// Decodes by `EightBitDecoder` alone; returns nil if it declines or fails.
  package func fastImage(
    overwriting scratch: UnsafeMutableRawBufferPointer
  ) throws(CodecFault) -> PixelImage? {
    guard let decoder = EightBitDecoder(layout) else { return nil }
    // Look this up before decoding, which may overwrite the profile.
    let colour = try colourOutcome()
    return unsafe decoder.decode(overwriting: scratch).flatMap { convert($0, colour) }
  }

  struct Colour {
    var transform: ColourTransform?
    var remark: String?
    /// See `PixelImage.unfollowed`.
    var unfollowed: String?
  }

  func colourOutcome() throws(CodecFault) -> Colour {
    let header = layout.header
    return try layout.colour.outcome(
      samples, isGrey: header.colour == .grey || header.colour == .greyAlpha,
      isWide: header.depth == 16)
  }

  /// The image in sRGB; nil if there is no memory.
  func convert(_ block: MemoryBlock, _ colour: Colour, isWide: Bool = false) -> PixelImage? {
    let (width, height, count) = (
      layout.header.width, layout.header.height, layout.header.pixelCount
    )
    if isWide && samples == .codes { return PixelImage(width: width, height: height, wide: block) }
    guard let target = isWide ? MemoryBlock(count: 4 * count) : block else { return nil }
    if let transform = colour.transform {
      unsafe transform.apply(
        block.bytes.baseAddress!, to: target.bytes.baseAddress!, count: count, isWide: isWide)
    } else if isWide {
      let wide = unsafe block.bytes.assumingMemoryBound(to: UInt16.self)
      for index in 0..<4 * count {
        unsafe target.bytes[index] = unsafe UInt8(wide[index] >> 8)
      }
    }
    var image = PixelImage(width: width, height: height, block: target, remark: colour.remark)
    image.unfollowed = colour.unfollowed
    image.hasOtherCodes =
      samples == .colours && (colour.transform != nil || layout.header.depth == 16)
    return image
  }
}

extension ColourChunks {
  func outcome(
    _ samples: PNG.Samples, isGrey: Bool, isWide: Bool
  ) throws(CodecFault) -> PNGReader.Colour {
    var (source, unknown) =
      switch samples {
      case .colours: self.source()
      case .profiled: (ownProfile, nil)
      case .codes, .upperBytes: (nil, nil)
      }
    var colour = PNGReader.Colour()
    switch source.map({ ColourTransform.find($0, isGrey: isGrey, isWide: isWide) }) {
    case .isSRGB, nil: break
    case .transform(let transform): colour.transform = transform
    case .broken:
      colour.remark = "its colour profile is broken and was ignored"
      unknown = unknown ?? "a broken profile of \((profile ?? plainProfile)?.count ?? 0) bytes"
    case .libraryMissing:
      throw CodecFault(
        .unreadable,
        "its colours are not sRGB, and Little CMS, which converts them, is not installed; install "
          + "liblcms2-2 (Debian, Ubuntu) or lcms2 (Fedora, Arch, Alpine)")
    }
    let turn = orientation.map { "orientation (Exif \($0)) is not followed" }
    let colours = unknown.map { "colours (\($0)) cannot be converted to sRGB" }
    colour.remark =
      colour.remark ?? unknown.map { "its colour space (\($0)) is unknown and was ignored" }
      ?? turn.map { "its \($0)" }
    let unfollowed = [colours, turn].compactMap(\.self)
    colour.unfollowed = unfollowed.isEmpty ? nil : unfollowed.joined(separator: ", its ")
    return colour
  }
}
