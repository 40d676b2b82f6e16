import DiffEngine
import Pixels

/// Finds shifts by which the content of a region may have moved, and tests them.
struct ShiftSearch {
  let overlay: Overlay
  let pixels: RegionPixels

  /// The most that two pixels may differ and still be the same, in levels.
  private static let tolerance = 6
  /// The fewest pixels of a long line that make its key.
  private static let lineSamples = 48
  private static let fewestVotes = 4
  private static let testLimit = 4096
  /// The pixels of the ink on which shifts are tried, on either side, and the share of them that may
  /// be missing, in per cent.
  private static let trialLimit = 96
  private static let trialShare = 12
  /// The furthest shifts that are tried, along an axis and across both, in pixels.
  private static let axisReach = 96
  private static let diagonalReach = 8
  /// The share of pixels that an exact shift explains.
  static let exactShare = 0.97
  /// The least by which ink differs from its ground, in levels.
  private static let leastInk = 40

  /// The shift that explains nearly all of the region: by whole pixels, along one axis.
  func exactShift() -> SIMD2<Int>? {
    let down = shifts(lines: pixels.box.height) { lineKey($0, isRow: true, $1) }
    let across = shifts(lines: pixels.box.width) { lineKey($0, isRow: false, $1) }
    let candidates = down.map { SIMD2(0, $0) } + across.map { SIMD2($0, 0) }
    return candidates.first { explains($0, share: Self.exactShare) }
  }

  /// True if pixels stand at a shift in the actual, and stood at its reverse in the reference.
  ///
  /// - Parameters:
  ///   - share: The share that must do so, of the old pixels and of the new ones.
  ///   - ground: What need not have moved, if anything.
  func explains(_ shift: SIMD2<Int>, share: Double, on ground: Pixel? = nil) -> Bool {
    let allowed = Int(Double(min(pixels.count, Self.testLimit)) * (1 - share))
    func isGround(_ colour: Pixel) -> Bool {
      ground.map { distance(colour, $0) <= Self.tolerance } ?? false
    }
    var (lost, found) = (0, 0)
    return pixels.allSatisfy(oneIn: pixels.step(to: Self.testLimit)) { place, pair in
      if !isGround(pair.before),
        !overlay.actual.holds(pair.before, at: place &+ shift, Self.tolerance)
      {
        lost += 1
      }
      if !isGround(pair.after),
        !overlay.reference.holds(pair.after, at: place &- shift, Self.tolerance)
      {
        found += 1
      }
      return lost <= allowed && found <= allowed
    }
  }

  /// The shift by whole pixels of what stands out from a ground, the shortest of equally good ones;
  /// nil if none explains nearly all of it.
  ///
  /// Tried on a few pixels of the ink before and after; most shifts are ruled out by the first ones.
  ///
  /// - Parameter far: A shift that is tried after the usual ones.
  func shift(on ground: Pixel, orBy far: SIMD2<Int>? = nil) -> SIMD2<Int>? {
    let (old, new) = (inkSamples(ground, \.before), inkSamples(ground, \.after))
    guard !old.isEmpty, !new.isEmpty else { return nil }
    let allowed = (old.count + new.count) * Self.trialShare / 100
    var best: (shift: SIMD2<Int>, missing: Int)?
    for shift in Self.trials(in: pixels.box) + [far].compactMap(\.self) {
      let limit = best.map { $0.missing - 1 } ?? allowed
      var missing = 0
      for (place, colour) in old where missing <= limit {
        if !overlay.actual.holds(colour, at: place &+ shift, Self.tolerance) { missing += 1 }
      }
      for (place, colour) in new where missing <= limit {
        if !overlay.reference.holds(colour, at: place &- shift, Self.tolerance) { missing += 1 }
      }
      if missing <= limit { best = (shift, missing) }
      if missing == 0 { break }
    }
    return best.flatMap { explains($0.shift, share: 0.95, on: ground) ? $0.shift : nil }
  }

  /// Some of the pixels that plainly stand out from a ground on one side.
  private func inkSamples(
    _ ground: Pixel, _ side: KeyPath<ColourPair, Pixel>
  ) -> [(place: SIMD2<Int>, colour: Pixel)] {
    var samples: [(place: SIMD2<Int>, colour: Pixel)] = []
    _ = pixels.allSatisfy(oneIn: pixels.step(to: Self.testLimit)) { place, pair in
      let colour = pair[keyPath: side]
      if distance(colour, ground) >= Self.leastInk { samples.append((place, colour)) }
      return true
    }
    let step = max(1, samples.count / Self.trialLimit)
    return stride(from: 0, to: samples.count, by: step).map { samples[$0] }
  }

  /// The shifts that are tried in a box, the shortest first.
  private static func trials(in box: PixelBox) -> [SIMD2<Int>] {
    let (across, down) = (min(axisReach, box.width - 1), min(axisReach, box.height - 1))
    let (x, y) = (min(diagonalReach, box.width - 1), min(diagonalReach, box.height - 1))
    let along = (-across...across).map { SIMD2($0, 0) } + (-down...down).map { SIMD2(0, $0) }
    let both = (-y...y).flatMap { dy in (-x...x).map { SIMD2($0, dy) } }
    let all = along.filter { abs($0.x) > x || abs($0.y) > y } + both.filter { $0 != SIMD2() }
    return all.map { ($0, ($0 &* $0).wrappedSum()) }
      .sorted { ($0.1, $0.0.y, $0.0.x) < ($1.1, $1.0.y, $1.0.x) }.map(\.0)
  }

  /// The offsets that most changed lines vote for: those of the places in the actual at which a
  /// line of the reference stands, where these are few.
  ///
  /// - Parameter key: Returns the key of a line of an image; nil if the line has one colour.
  private func shifts(
    lines: Int, _ key: (Int, PixelRows) -> UInt64?
  ) -> [Int] {
    let before = overlay.reference.withRows { rows in (0..<lines).map { key($0, rows) } }
    let after = overlay.actual.withRows { rows in (0..<lines).map { key($0, rows) } }
    var places = [UInt64: LinePlaces](minimumCapacity: lines)
    for (line, key) in after.enumerated() { if let key { places[key, default: .init()].add(line) } }
    var votes: [Int: Int] = [:]
    for (line, key) in before.enumerated() where key != after[line] {
      guard let key, let found = places[key], found.count <= LinePlaces.limit else { continue }
      for index in 0..<found.count { votes[found.lines[index] - line, default: 0] += 1 }
    }
    return votes.filter { $0.value >= Self.fewestVotes }
      .sorted { ($1.value, abs($0.key), $0.key) < ($0.value, abs($1.key), $1.key) }
      .prefix(2).map(\.key)
  }

  /// A key of some of a line's pixels within the box.
  private func lineKey(_ line: Int, isRow: Bool, _ rows: PixelRows) -> UInt64? {
    let box = pixels.box
    let length = isRow ? box.width : box.height
    func bits(_ place: Int) -> UInt32 {
      let pixel =
        isRow ? rows[box.y + line][box.x + place] : rows[box.y + place][box.x + line]
      return premultiplied(pixel).bits
    }
    // A sum of products, as none waits for the one before.
    var (key, factor): (UInt64, UInt64) = (0, 0)
    var unlike: UInt32 = 0
    let first = bits(0)
    for place in stride(from: 0, to: length, by: max(1, length / Self.lineSamples)) {
      let bits = bits(place)
      unlike |= bits ^ first
      factor &+= 0x9E37_79B9_7F4A_7C15
      key &+= UInt64(bits) &* factor
    }
    return unlike == 0 ? nil : key
  }
}

/// The first lines that are alike, and how many there are.
private struct LinePlaces {
  private(set) var lines = SIMD4<Int>()
  private(set) var count = 0

  /// The most places at which a line still indicates a shift.
  static let limit = 3

  mutating func add(_ line: Int) {
    if count < Self.limit { lines[count] = line }
    count += 1
  }
}

extension PixelImage {
  /// True if the pixel at a place has about this colour, premultiplied; false outside the image.
  func holds(_ colour: Pixel, at place: SIMD2<Int>, _ tolerance: Int) -> Bool {
    guard place.x >= 0, place.y >= 0, place.x < width, place.y < height else { return false }
    return distance(premultiplied(self[place.x, place.y]), colour) <= tolerance
  }
}
