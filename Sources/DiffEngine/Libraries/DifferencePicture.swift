import Pixels

/// The image that AFSnapshotTesting writes for a mismatch, read together with its reference.
///
/// The library does not keep the actual. Its image is the actual with every mismatch painted over
/// in one opaque colour, so it shows which pixels the test counted and the values of all others.
///
///     let difference = try DifferencePicture(picture, beside: reference)
///     difference.judge(.cluster(threshold: 40, clusterSize: 7)).comparison.verdict
///
/// Source: AFSnapshotTesting 1.5.0, whose kernels write the colour with alpha 1.
package struct DifferencePicture: Sendable {
  /// The maximum deviation, in levels, of the unpainted pixels from the premultiplied actual, since
  /// the image went through a texture and Core Image.
  package static let slack = 2

  package let picture: PixelImage
  /// The colour of the paint: green, unless the test chose another.
  package let colour: Pixel
  /// The pixels that have this colour although the reference does not.
  package let mask: ChangeMask
  /// The number of pixels that have this colour in the reference as well; it is unknown whether
  /// they differ.
  package let undecided: Int

  /// The reason why a file cannot be the image of a mismatch with a reference.
  package enum Fault: Error, Hashable, Sendable {
    /// The sizes differ; the library writes no image in that case.
    case size
    /// No single colour marks the differences.
    case unpainted
  }

  /// - Parameters:
  ///   - picture: The image, in sRGB with straight alpha.
  ///   - reference: The reference, in the same form.
  package init(_ picture: PixelImage, beside reference: PixelImage) throws(Fault) {
    let overlay = Overlay(reference, picture)
    guard overlay.sameSize else { throw .size }
    guard let colour = PaintSearch(overlay).colour else { throw .unpainted }
    let mask = overlay.mask { _, _, before, after in
      after == colour && premultiplied(before) != colour
    }
    (self.picture, self.colour, self.mask) = (picture, colour, mask)
    let painted = picture.withPixels { pixels in
      pixels.indices.count { pixels[$0].bits == colour.bits }
    }
    undecided = painted - mask.count
  }

  /// Returns the pixels outside the mask in which an image differs from this one.
  ///
  /// - Parameter image: An image of the same size.
  func strays(of image: PixelImage) -> ChangeMask {
    Overlay(image, picture).mask { x, y, pixel, shown in
      shown != colour && distance(premultiplied(pixel), premultiplied(shown)) > Self.slack
    }
  }
}

// MARK: - What it says of the case

extension DifferencePicture {
  /// Returns the verdict of AFSnapshotTesting's strategies on the mask, and the mismatches that
  /// count.
  ///
  /// It is exact for a test with `.naive`, whose mask contains all differences, and for one with
  /// `.cluster` at its cluster size or above. ΔE has no effect, as the colours below the paint are
  /// unknown.
  ///
  /// - Returns: The verdict `unreadable` for strategies of other libraries, which need the actual.
  package func judge(
    _ strategy: Strategy, ignoring areas: IgnoredAreas = IgnoredAreas()
  ) -> Judgement {
    let mask = mask(ignoring: areas)
    guard Strategy.Kind.ofLandscapes.contains(strategy.kind) else {
      return (Comparison(verdict: .unreadable), mask)
    }
    return Overlay(picture, picture, ignoring: areas).judge(Findings(mask: mask), strategy)
  }

  /// Returns the mismatches outside the ignored areas.
  package func mask(ignoring areas: IgnoredAreas) -> ChangeMask {
    areas.mask(width: mask.width, height: mask.height).map(mask.subtracting) ?? mask
  }
}

// MARK: - What fits it

extension DifferencePicture {
  /// The result of comparing an actual with the image.
  package struct Fit: Hashable, Sendable {
    /// The number of pixels outside the mask that differ from the image, and the box around them.
    package var strays = 0
    package var box: PixelBox?
    /// The number of pixels inside the mask that equal the reference.
    package var unchanged = 0

    /// True if the image could have been made from this actual.
    package var isWhole: Bool { strays == 0 && unchanged == 0 }
  }

  /// Compares an actual with the image. They can come from the same run if they are equal outside
  /// the mask and the actual differs from the reference everywhere inside it.
  ///
  /// - Returns: nil for an image of another size.
  package func fit(of actual: PixelImage, with reference: PixelImage) -> Fit? {
    guard Overlay(actual, picture).sameSize, Overlay(reference, picture).sameSize else {
      return nil
    }
    let strays = strays(of: actual)
    var fit = Fit(strays: strays.count, box: strays.box)
    mask.forEachMarked { x, y in
      if premultiplied(actual[x, y]) == premultiplied(reference[x, y]) { fit.unchanged += 1 }
    }
    return fit
  }

  /// Returns the number of unpainted pixels that differ so much from the reference that every test
  /// would have painted them. If there are any, the reference was recorded after the image.
  ///
  /// A test may leave out differences below its ΔE, for which nobody uses more than 20, and
  /// clusters of six pixels or fewer.
  package func contradictions(of reference: PixelImage) -> Int {
    let strays = strays(of: reference)
    var far = strays
    strays.forEachMarked { x, y in
      let (first, second) = (premultiplied(reference[x, y]), premultiplied(picture[x, y]))
      let deltaE = DiffEngine.deltaE(first, second, formula: .ciede2000)
      let alpha = Double(distance(first.alphaOnly, second.alphaOnly)) / 2.55
      if max(deltaE, alpha) <= 20 { far[x, y] = false }
    }
    return Components(far).filtered(far, atLeast: 7).count
  }
}

extension Pixel {
  fileprivate var alphaOnly: Pixel { Pixel(0, 0, 0, w) }
}

extension ChangeMask {
  /// The smallest box around the marked pixels; nil if there are none.
  package var box: PixelBox? {
    var box: PixelBox?
    for y in 0..<height {
      forEachRun(row: y) { columns in
        let run = PixelBox(x: columns.lowerBound, y: y, width: columns.count, height: 1)
        box = box?.union(run) ?? run
      }
    }
    return box
  }
}

// MARK: - The colour

private struct PaintSearch {
  /// The opaque colours of pixels that have another colour in the reference, with the number of
  /// these pixels and the number of those that differ too much for any test to accept.
  private var counts: [UInt32: (all: Int, far: Int)] = [:]

  /// The colours that the library names.
  private static let usual = [Pixel(0, 255, 0, 255), Pixel(255, 0, 0, 255), Pixel(0, 0, 255, 255)]
  private static let farLevels = 32

  init(_ overlay: Overlay) {
    // Painted pixels are adjacent, so the dictionary need not be asked for every pixel.
    var run: (bits: UInt32, all: Int, far: Int) = (0, 0, 0)
    overlay.forEachDifference { _, _, before, after in
      guard after.w == 255 else { return }
      let off = distance(premultiplied(before), after)
      if after.bits != run.bits {
        add(run.bits, run.all, run.far)
        run = (after.bits, 0, 0)
      }
      if off > 0 { run.all += 1 }
      if off > PaintSearch.farLevels { run.far += 1 }
    }
    add(run.bits, run.all, run.far)
  }

  private mutating func add(_ bits: UInt32, _ all: Int, _ far: Int) {
    guard all > 0 else { return }
    counts[bits, default: (0, 0)].all += all
    counts[bits]?.far += far
  }

  /// One of the usual colours if there is one, otherwise the colour of at least half of the pixels
  /// that differ much from the reference.
  var colour: Pixel? { usual(by: \.far) ?? prevailing ?? usual(by: \.all) }

  private func usual(by count: (_ counts: (all: Int, far: Int)) -> Int) -> Pixel? {
    let near = counts.filter { bits, counts in
      count(counts) > 0
        && Self.usual.contains { distance($0, Pixel(bits: bits)) <= DifferencePicture.slack }
    }
    return near.max { (count($0.value), $1.key) < (count($1.value), $0.key) }
      .map { Pixel(bits: $0.key) }
  }

  private var prevailing: Pixel? {
    let all = counts.values.reduce(0) { $0 + $1.far }
    guard let most = counts.max(by: { ($0.value.far, $1.key) < ($1.value.far, $0.key) }),
      most.value.far > 0, 2 * most.value.far >= all
    else { return nil }
    return Pixel(bits: most.key)
  }
}
