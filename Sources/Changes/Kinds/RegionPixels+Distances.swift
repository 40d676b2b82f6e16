import DiffEngine
import Pixels

/// How far content moved that no kind explains, as far as a sample can tell.
extension RegionPixels {
  /// The maximum distance between which colours of the other picture a colour lies, the share of the
  /// pixels of which this is asked, in per cent, and by how much a colour may be off, in levels.
  private static let (longestReach, reachShare, tolerance) = (6, 90, 24)
  /// The same for any number of colours: with other words, even of small text, 91 per cent of the
  /// pixels lie between those within two pixels.
  private static let (anyReach, anyShare) = (2, 97)
  /// The minimum side of the region, in multiples of the distance.
  private static let reachSide = 16
  private static let reachSample = 400

  /// Returns the distance by which most outlines moved; nil if more happened.
  func reach(in overlay: Overlay) -> Int? {
    guard isSparse else { return nil }
    var reaches: [Int] = []
    overlay.withRows { before, after in
      _ = allSatisfy(oneIn: step(to: Self.reachSample)) { place, pair in
        let old = Self.reach(of: pair.before, from: place, in: after, overlay)
        reaches.append(max(old, Self.reach(of: pair.after, from: place, in: before, overlay)))
        return true
      }
    }
    reaches.sort()
    // Letters have more colours than lines.
    let few = 2 * pairs.count <= count ? reaches[reaches.count * Self.reachShare / 100] : Int.max
    let any = reaches[reaches.count * Self.anyShare / 100]
    let reach = min(few, any <= Self.anyReach ? any : .max)
    let isNear = Self.reachSide * min(reach, box.width) <= min(box.width, box.height)
    return isNear && 1...Self.longestReach ~= reach ? reach : nil
  }

  /// Returns the distance from a place within which a picture has colours that one lies between.
  private static func reach(
    of colour: Pixel, from place: SIMD2<Int>, in rows: PixelRows, _ overlay: Overlay
  ) -> Int {
    var (low, high) = (Pixel(repeating: 255), Pixel())
    return (0...longestReach).first { reach in
      for x in max(0, place.x - reach)...min(overlay.width - 1, place.x + reach) {
        for y in max(0, place.y - reach)...min(overlay.height - 1, place.y + reach)
        where max(abs(x - place.x), abs(y - place.y)) == reach {
          let other = premultiplied(rows[y][x])
          (low, high) = (pointwiseMin(low, other), pointwiseMax(high, other))
        }
      }
      return distance(pointwiseMax(low, pointwiseMin(high, colour)), colour) <= tolerance
    } ?? longestReach + 1
  }

  /// The largest shift along an axis and in any direction, and by how much one is corrected along
  /// each axis, in pixels: wide bars hide that they also moved sideways.
  private static let (longestShift, longestOblique, longestAcross) = (256, 12, 32)
  /// The minimum number of pixels, and the minimum side of the region in multiples of the shift.
  private static let (leastShifted, shiftSide) = (32, 2)
  /// The numbers of changed pixels for a guess and for the proof, and the share of their change that
  /// a shift may leave, in per cent: less of thin lines, for which many shifts do. Other words leave
  /// 70 per cent at their best shift.
  private static let (guessSample, proofSample) = (256, 2000)
  private static let (guessShare, proofShare, lineShare) = (50, 40, 25)
  /// The share of what a shorter shift leaves that a longer one may leave, in per cent: one nearby
  /// that is the same with another rounding, and one further on.
  private static let (nearShare, farShare, nearReach) = (90, 50, 8)
  /// How much more of a change must be left, in per cent, if content is shifted by so many pixels
  /// further along an axis.
  private static let (flatShare, flatStep) = (110, 4)
  /// The share of a change by which all colours together may differ, in per cent: what left is what
  /// arrived, unless something grew.
  private static let growthShare: Float = 30

  /// Returns the offset at which most of a region is in the other picture; nil if there is none.
  func shift(in overlay: Overlay) -> SIMD2<Int>? {
    guard count >= Self.leastShifted, !isGrowth,
      let likely = likelyShift(in: overlay, leaving: Self.guessShare)
    else { return nil }
    let proof = ShiftSample(self, overlay, count: Self.proofSample)
    let limit = proof.whole * (isSparse ? Self.lineShare : Self.proofShare) / 100
    var best = (shift: likely, left: proof.left(by: likely, limit))
    guard best.left < limit else { return nil }
    for step in -Self.longestAcross...Self.longestAcross {
      let share = abs(step) <= Self.nearReach ? Self.nearShare : Self.farShare
      for shift in [likely &+ SIMD2(step, 0), likely &+ SIMD2(0, step)] {
        let limit = best.left * share / 100
        let left = proof.left(by: shift, limit)
        if left < limit { best = (shift, left) }
      }
    }
    // If another nearby does as well, the distance along that axis is not known.
    let most = best.left * Self.flatShare / 100
    let isKnown = [SIMD2(Self.flatStep, 0), SIMD2(0, Self.flatStep)].allSatisfy { step in
      [step, 0 &- step].allSatisfy { proof.left(by: best.shift &+ $0, most + 1) > most }
    }
    return isKnown ? best.shift : nil
  }

  /// Returns the offset at which some of the pixels are most like those of the other picture.
  ///
  /// - Parameter share: The share of their change that it must not leave, in per cent.
  func likelyShift(in overlay: Overlay, leaving share: Int = 95) -> SIMD2<Int>? {
    let guess = ShiftSample(self, overlay, count: Self.guessSample)
    var best = (shift: SIMD2<Int>(), left: guess.whole * share / 100)
    let most = SIMD2(box.width, box.height) / Self.shiftSide
    for shift in Self.shifts where abs(shift.x) <= most.x && abs(shift.y) <= most.y {
      // Labels at equal distances are nearly the same further on.
      let step = shift &- best.shift
      let isNear = max(abs(step.x), abs(step.y)) <= Self.nearReach
      let share = best.shift == SIMD2() ? 100 : isNear ? Self.nearShare : Self.farShare
      let limit = share * best.left / 100
      let left = guess.left(by: shift, limit)
      if left < limit { best = (shift, left) }
    }
    return best.shift == SIMD2() ? nil : best.shift
  }

  /// True if most of its box did not change. What fills its box, as a text does, has every colour
  /// near.
  private var isSparse: Bool { 4 * step * count <= box.width * box.height }

  private var isGrowth: Bool {
    var (sum, all) = (SIMD4<Float>(), SIMD4<Float>())
    for pair in pairs {
      let change = Float(pair.count) * pair.change
      sum += change
      all += pointwiseMax(change, -change)
    }
    return 100 * largest(sum) > Self.growthShare * all.max()
  }

  /// The shifts to try, the shortest first.
  private static let shifts: [SIMD2<Int>] = {
    let (far, near) = (longestShift, longestOblique)
    let lines = (-far...far).flatMap { [SIMD2($0, 0), SIMD2(0, $0)] }
    let square = (-near...near).flatMap { y in (-near...near).map { SIMD2($0, y) } }
    return (lines.filter { max(abs($0.x), abs($0.y)) > near } + square)
      .filter { $0 != SIMD2() }
      .sorted { ($0 &* $0).wrappedSum() < ($1 &* $1).wrappedSum() }
  }()
}

/// Some of the changed pixels of a region, to be looked for elsewhere.
private struct ShiftSample {
  private let overlay: Overlay
  private var spots: [(place: SIMD2<Int>, pair: ColourPair)] = []
  /// The change of all of them, in levels of both sides.
  private(set) var whole = 0

  init(_ pixels: RegionPixels, _ overlay: Overlay, count: Int) {
    self.overlay = overlay
    _ = pixels.allSatisfy(oneIn: pixels.step(to: count)) { place, pair in
      spots.append((place, pair))
      whole += 2 * distance(pair.before, pair.after)
      return true
    }
  }

  /// Returns the change that a shift leaves, or any value from a limit on.
  func left(by shift: SIMD2<Int>, _ limit: Int) -> Int {
    overlay.withRows { before, after in
      func left(of colour: Pixel, _ other: Pixel, at place: SIMD2<Int>, _ rows: PixelRows) -> Int {
        let isInside = 0..<overlay.width ~= place.x && 0..<overlay.height ~= place.y
        return distance(isInside ? premultiplied(rows[place.y][place.x]) : other, colour)
      }
      var sum = 0
      for (place, pair) in spots where sum < limit {
        sum += left(of: pair.before, pair.after, at: place &+ shift, after)
        sum += left(of: pair.after, pair.before, at: place &- shift, before)
      }
      return sum
    }
  }
}
