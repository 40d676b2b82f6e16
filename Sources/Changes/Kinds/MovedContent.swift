import DiffEngine
import Pixels

/// The content of some regions that is elsewhere in the other picture. Each pixel of either side is
/// explained by the first shift that fits, so that content that moved by several distances, or over
/// its own old place, is distinguished from changes.
struct MovedContent {
  /// Content that moved by one shift: regions of changed pixels.
  struct Part {
    let shift: SIMD2<Int>
    let runs: [LabelledRun]
    let box: PixelBox
    /// The region of its first pixel.
    let region: Int
    /// The numbers of pixels that moved away from here, and to this place.
    let left: Int
    let arrived: Int
    /// True if nothing but the shift happened to all that moved by it.
    var isProven = false
  }

  private(set) var parts: [Part] = []
  /// The pixels that no shift explains, by their region.
  private(set) var left: [[SIMD2<Int>]]
  private(set) var isTouched: [Bool]

  let overlay: Overlay
  let area: PixelBox
  private var spots: [Spot] = []
  /// The numbers of sides of each region that need an explanation, and that have one.
  private var sides: [(all: Int, explained: Int)]
  /// The spot at each place of the area, counted from 1; 0 if there is none.
  private var numbers: [Int32]

  private struct Spot {
    let place: SIMD2<Int>
    let before: Pixel
    let after: Pixel
    let region: Int
    /// True if a side is not explained yet; a ground needs no explanation.
    var isOldOpen: Bool
    var isNewOpen: Bool
  }

  /// A corner or a stroke that both pictures have, at different places.
  private typealias Match = (shift: SIMD2<Int>, old: Int, new: Int)

  private static let pixelLimit = 600_000
  private static let areaLimit = 8_000_000
  /// The maximum difference between two pixels that count as the same, in levels.
  static let tolerance = 6
  static let groundTolerance = 8
  /// The change that is too faint to be anything of its own, in levels.
  private static let faint = 4
  private static let shiftLimit = 6
  /// The maximum number of regions for which a shift of their own is looked for.
  private static let offsetLimit = 4
  /// The minimum numbers of matches of a shift and of a part, and of pixels of a part.
  private static let leastVotes = 6
  private static let leastMatches = 2
  static let leastPixels = 16
  /// The minimum share of a region that one shift explains, and that all explain, in per cent.
  private static let shiftShare = 10
  private static let regionShare = 60

  /// - Parameter regions: The changed pixels of each region, and its ground.
  /// - Returns: nil if nothing moved.
  init?(_ regions: [(pixels: RegionPixels, ground: Pixel?)], _ overlay: Overlay) {
    guard let first = regions.first,
      regions.reduce(0, { $0 + $1.pixels.count }) <= Self.pixelLimit
    else { return nil }
    self.overlay = overlay
    area = regions.reduce(first.pixels.box) { $0.union($1.pixels.box) }
    guard area.width * area.height <= Self.areaLimit else { return nil }
    numbers = [Int32](repeating: 0, count: area.width * area.height)
    left = regions.map { _ in [] }
    isTouched = regions.map { _ in false }
    sides = regions.map { _ in (0, 0) }
    for (index, region) in regions.enumerated() { add(region, index) }
    let matches = matches()
    let own = regions.prefix(Self.offsetLimit).compactMap { $0.pixels.likelyShift(in: overlay) }
    let voted = Self.candidates(matches)
    for shift in voted + own.filter({ !voted.contains($0) }) {
      explain(by: shift, matches.filter { $0.shift == shift }, regions.map(\.ground))
    }
    dropCoincidences()
    guard !parts.isEmpty else { return nil }
    for spot in spots where spot.isOldOpen || spot.isNewOpen {
      left[spot.region].append(spot.place)
    }
  }

  private mutating func add(_ region: (pixels: RegionPixels, ground: Pixel?), _ index: Int) {
    _ = region.pixels.allSatisfy { place, pair in
      let isFaint = distance(pair.before, pair.after) <= Self.faint
      func isOpen(_ colour: Pixel) -> Bool {
        !isFaint && region.ground.map { distance(colour, $0) > Self.groundTolerance } ?? true
      }
      spots.append(
        Spot(
          place: place, before: pair.before, after: pair.after, region: index,
          isOldOpen: isOpen(pair.before), isNewOpen: isOpen(pair.after)))
      numbers[number(place)] = Int32(truncatingIfNeeded: spots.count)
      sides[index].all += (isOpen(pair.before) ? 1 : 0) + (isOpen(pair.after) ? 1 : 0)
      return true
    }
  }

  private func number(_ place: SIMD2<Int>) -> Int {
    (place.y - area.y) * area.width + place.x - area.x
  }

  var spotCount: Int { spots.count }

  /// True if no shift explains a side of a spot yet.
  func isOpen(_ spot: Int) -> Bool { spots[spot].isOldOpen || spots[spot].isNewOpen }

  /// The index of the changed pixel at a place; nil if it did not change.
  func spot(at place: SIMD2<Int>) -> Int? {
    guard 0..<area.width ~= place.x - area.x, 0..<area.height ~= place.y - area.y
    else { return nil }
    let number = Int(numbers[number(place)])
    return number > 0 ? number - 1 : nil
  }

  private func spots(of runs: [LabelledRun]) -> [Int] {
    runs.flatMap { run in
      run.columns.map { Int(numbers[number(SIMD2($0, run.row))]) - 1 }
    }
  }

  // MARK: - Shifts

  /// The maximum number of places at which a pattern still indicates a shift.
  private static let placeLimit = 3

  private func matches() -> [Match] {
    overlay.withRows { before, after in
      var old: [UInt64: (spots: SIMD4<Int32>, count: Int)] = [:]
      for (index, spot) in spots.enumerated() {
        guard let key = patternKey(around: spot.place, before) else { continue }
        var entry = old[key] ?? (SIMD4(), 0)
        if entry.count < Self.placeLimit { entry.spots[entry.count] = Int32(index) }
        entry.count += 1
        old[key] = entry
      }
      var matches: [Match] = []
      for (index, spot) in spots.enumerated() {
        guard let key = patternKey(around: spot.place, after), let entry = old[key],
          entry.count <= Self.placeLimit
        else { continue }
        for place in 0..<entry.count {
          let other = Int(entry.spots[place])
          matches.append((spot.place &- spots[other].place, other, index))
        }
      }
      return matches.filter { $0.shift != SIMD2() }
    }
  }

  /// Returns a key of the 5 x 5 pixels around a place; nil unless it has edges in both directions,
  /// which fix its place on both axes.
  private func patternKey(around place: SIMD2<Int>, _ rows: PixelRows) -> UInt64? {
    let (x, y) = (place.x, place.y)
    guard x >= 2, y >= 2, x + 2 < overlay.width, y + 2 < overlay.height else { return nil }
    let middle = rows[y]
    guard middle[x].bits != middle[x - 1].bits || middle[x].bits != middle[x + 1].bits
    else { return nil }
    var (key, isLevel, isUpright): (UInt64, Bool, Bool) = (0, true, true)
    for dy in -2...2 {
      let row = rows[y + dy]
      let first = row[x - 2].bits
      for dx in -2...2 {
        let bits = row[x + dx].bits
        key = (key ^ UInt64(bits)) &* 0x9E37_79B9_7F4A_7C15
        key ^= key >> 29
        isLevel = isLevel && bits == first
        isUpright = isUpright && bits == middle[x + dx].bits
      }
    }
    return isLevel || isUpright ? nil : key
  }

  /// Returns the shifts by falling number of matches, shorter ones first among equals.
  private static func candidates(_ matches: [Match]) -> [SIMD2<Int>] {
    var votes: [SIMD2<Int>: Int] = [:]
    for match in matches { votes[match.shift, default: 0] += 1 }
    return votes.filter { $0.value >= leastVotes }
      .map { ($0.key, $0.value, ($0.key &* $0.key).wrappedSum()) }
      .sorted { ($1.1, $0.2, $0.0.y, $0.0.x) < ($0.1, $1.2, $1.0.y, $1.0.x) }
      .prefix(shiftLimit).map(\.0)
  }

  // MARK: - Parts

  /// The sides of each spot that a shift explains.
  typealias Explained = [(old: Bool, new: Bool)]

  /// Adds the pixels that a shift explains as parts, if something clearly moved by it.
  private mutating func explain(by shift: SIMD2<Int>, _ matches: [Match], _ grounds: [Pixel?]) {
    let explained = explained(by: shift)
    let matched = Set(matches.flatMap { [$0.old, $0.new] })
    let found = parts(by: shift, explained)
    // Without a ground, a pixel of one colour may have come from any other.
    let isPlain = found.map { part, own in
      own.count(where: matched.contains) < Self.leastMatches
        && (grounds[part.region] == nil || !isFigure(own.map { explained[$0] }))
    }
    guard isPlain.contains(false) else { return }
    for ground in Set(found.map { grounds[$0.part.region] }) {
      let like = found.indices.filter { grounds[found[$0].part.region] == ground }
      let plain = like.filter { isPlain[$0] }.flatMap { found[$0].spots }
      let hasPlain = ground != nil && areEdges(plain.map { explained[$0] })
      let isClosed = areClosed(like.map { found[$0] }, explained, on: ground)
      var taken = like.indices.filter { place in
        let count = found[like[place]].spots.count
        return isClosed[place] && 2 * count >= Self.leastPixels
          || count >= Self.leastPixels && (hasPlain || !isPlain[like[place]])
      }.map { found[like[$0]] }
      var gained = [Int](repeating: 0, count: sides.count)
      for (part, own) in taken { gained[part.region] += own.count }
      taken.removeAll { Self.shiftShare * sides[$0.part.region].all > 100 * gained[$0.part.region] }
      let whole = whole(taken, explained, on: ground).map { taken[$0] }
      let isProven = isProven(whole, explained, on: ground)
      for (part, own) in whole {
        take(own.map { ($0, explained[$0]) })
        parts.append(part)
        parts[parts.count - 1].isProven = isProven
      }
    }
  }

  private func explained(by shift: SIMD2<Int>) -> Explained {
    overlay.withRows { before, after in
      spots.map { spot in
        (
          old: spot.isOldOpen && hasMoved(spot.place, shift, before, after),
          new: spot.isNewOpen && hasMoved(spot.place, 0 &- shift, after, before)
        )
      }
    }
  }

  /// Returns the regions that a shift explains, and their spots.
  private func parts(
    by shift: SIMD2<Int>, _ explained: Explained
  ) -> [(part: Part, spots: [Int])] {
    var mask = ChangeMask(width: area.width, height: area.height)
    for (index, sides) in explained.enumerated() where sides.old || sides.new {
      mask[spots[index].place.x - area.x, spots[index].place.y - area.y] = true
    }
    guard mask.count >= Self.leastPixels, case let regions = ChangeRegions(mask), regions.areJoined
    else { return [] }
    return regions.runsByRegion { _ in true }.enumerated().compactMap { index, runs in
      let placed = runs.map { run in
        LabelledRun(
          row: run.row + area.y,
          columns: run.columns.lowerBound + area.x..<run.columns.upperBound + area.x, label: 0)
      }
      let own = spots(of: placed)
      var box = regions.boxes[index]
      (box.x, box.y) = (box.x + area.x, box.y + area.y)
      let part = Part(
        shift: shift, runs: placed, box: box, region: spots[own[0]].region,
        left: own.count { explained[$0].old }, arrived: own.count { explained[$0].new })
      return (part, own)
    }
  }

  private mutating func take(_ explained: [(index: Int, sides: (old: Bool, new: Bool))]) {
    for (index, sides) in explained {
      if sides.old { spots[index].isOldOpen = false }
      if sides.new { spots[index].isNewOpen = false }
      let region = spots[index].region
      self.sides[region].explained += (sides.old ? 1 : 0) + (sides.new ? 1 : 0)
      isTouched[region] = true
    }
  }

  /// The share of what left that has to arrive, or the reverse, in per cent: the rest may be hidden
  /// or outside.
  private static let arrivedShare = 20

  /// Drops moves in regions that are mostly something else, such as letters that other words also
  /// have, and shifts by which content hardly left or hardly arrived.
  private mutating func dropCoincidences() {
    let isMost = sides.map { 100 * $0.explained >= Self.regionShare * $0.all }
    drop { !isMost[$0.region] }
    let sums = parts.reduce(into: [:]) { sums, part in
      sums[part.shift, default: SIMD2()] &+= SIMD2(part.left, part.arrived)
    }
    drop { part in
      sums[part.shift].map { 100 * $0.min() < Self.arrivedShare * $0.max() } ?? true
    }
    let regions = Set(parts.map(\.region))
    for region in isTouched.indices { isTouched[region] = regions.contains(region) }
  }

  /// Drops some parts; their pixels become unexplained again.
  private mutating func drop(_ isDropped: (Part) -> Bool) {
    for part in parts where isDropped(part) {
      for index in spots(of: part.runs) { spots[index].isOldOpen = true }
    }
    parts.removeAll(where: isDropped)
  }
}
