extension Tuning {
  /// The mismatches of the tolerated pair that has most, and of the rejected one that has fewest.
  func extremes(step: Int, size: Int) -> (most: Int, fewest: Int) {
    (
      tolerated.map { plane.count($0, step: step, size: size) }.max()!,
      rejected.map { plane.count($0, step: step, size: size) }.min() ?? .max
    )
  }

  /// For each size the first step at which everything tolerated passes.
  private func lowest(_ threshold: Int, sizes: ClosedRange<Int>? = nil) -> [Int] {
    bounds(tolerated, threshold, sizes ?? plane.sizes) { max($0, $1) } ?? []
  }

  /// For each size the first step at which something rejected passes.
  private func highest(_ threshold: Int) -> [Int] {
    bounds(rejected, threshold, plane.sizes) { min($0, $1) }
      ?? plane.sizes.map { _ in plane.stepCount }
  }

  private func bounds(
    _ landscapes: [Landscape], _ threshold: Int, _ sizes: ClosedRange<Int>,
    _ combine: (Int, Int) -> Int
  ) -> [Int]? {
    let steps = landscapes.map { plane.smallestSteps($0, threshold: threshold, sizes: sizes) }
    guard let first = steps.first else { return nil }
    return steps.dropFirst().reduce(first) { zip($0, $1).map { combine($0, $1) } }
  }

  /// Calls `body` with the settings of one size that pass everything tolerated and of which none
  /// is stricter in both ΔE and threshold, the smallest threshold first, until it returns false.
  private func forEachFrontier(size: Int, _ body: (Setting) -> Bool) {
    var threshold = 0
    while true {
      let step = lowest(threshold, sizes: size...size)[0]
      if step < plane.stepCount {
        guard body(Setting(step: step, size: size, threshold: threshold)) else { return }
      }
      guard step > 0 else { return }
      // What the step before asks for is more, or it would have been the first.
      threshold = extremes(step: step - 1, size: size).most
    }
  }

  // MARK: - Nothing rejected

  /// Of all settings that pass what is tolerated, the one that forgives the fewest pixels.
  func strictest() -> Setting {
    var best: (setting: Setting, kept: Int)?
    // At one threshold a larger size forgives more, unless it allows a smaller ΔE.
    var reached: [Int: Int] = [:]
    for size in plane.sizes {
      forEachFrontier(size: size) { setting in
        if setting.step >= reached[setting.threshold] ?? .max { return true }
        reached[setting.threshold] = setting.step
        let kept = kept(setting)
        if best == nil || (kept, best!.setting) > (best!.kept, setting) { best = (setting, kept) }
        return true
      }
    }
    return best!.setting
  }

  /// Mismatches that still make a pair fail, over the folder: whatever is not kept is forgiven.
  func kept(_ setting: Setting) -> Int {
    all.reduce(0) { sum, landscape in
      let count = plane.count(landscape, step: setting.step, size: setting.size)
      return sum + (count > setting.threshold ? count : 0)
    }
  }

  // MARK: - Something rejected

  /// The setting that is furthest from every edge of the plateau, in turns of the knobs; nil where
  /// there is no plateau.
  func plateauMiddle() -> Setting? {
    guard let threshold = smallestThreshold() else { return nil }
    let plateau = Plateau(lowest: lowest(threshold), highest: highest(threshold), plane)
    var setting = plateau.middle(threshold)
    if threshold > 0 {
      let (most, fewest) = extremes(step: setting.step, size: setting.size)
      setting.threshold = most + (fewest - most) / 2
    }
    return setting
  }

  /// The smallest threshold for which any ΔE and size do; nil where there is none.
  func smallestThreshold() -> Int? {
    var best: Int?
    for size in plane.sizes {
      forEachFrontier(size: size) { setting in
        if setting.threshold >= best ?? .max { return false }
        let fewest = extremes(step: setting.step, size: size).fewest
        guard setting.threshold < fewest else { return true }
        best = setting.threshold
        return false
      }
    }
    return best
  }

  /// Where the tolerated pair with most mismatches is nearest to the rejected one with fewest.
  func conflict() -> Conflict {
    var nearest = Setting(step: 0, size: 1, threshold: 0)
    var gap = Int.min
    for size in plane.sizes {
      for step in plane.knobSteps {
        let (most, fewest) = extremes(step: step, size: size)
        // Where nothing is left of either, looking at the two does not distinguish them.
        if fewest > 0, fewest - most > gap {
          (gap, nearest) = (fewest - most, Setting(step: step, size: size, threshold: 0))
        }
      }
    }
    func counts(_ landscapes: [Landscape]) -> [Int] {
      landscapes.map { plane.count($0, step: nearest.step, size: nearest.size) }
    }
    let (first, second) = (counts(tolerated), counts(rejected))
    let hardest = first.indices.max { first[$0] < first[$1] }!
    let weakest = second.indices.min { second[$0] < second[$1] }!
    return Conflict(
      strategy: strategy(nearest), tolerated: hardest, rejected: weakest,
      toleratedCount: first[hardest], rejectedCount: second[weakest])
  }

  // MARK: - Margins

  func margins(_ setting: Setting) -> [Margin] {
    var margins: [Margin] = []
    if plane.hasSteps {
      let lowest = lowest(setting.threshold)[setting.size - 1]
      let highest = highest(setting.threshold)[setting.size - 1]
      margins.append(
        Margin(
          parameter: .deltaE, lowest: DeltaESteps.deltaE(lowest),
          tooHigh: highest < plane.stepCount ? DeltaESteps.deltaE(highest) : nil))
    }
    if plane.hasSizes {
      let (lowest, highest) = (lowest(setting.threshold), highest(setting.threshold))
      let first = plane.sizes.first { lowest[$0 - 1] <= setting.step } ?? setting.size
      let last = plane.sizes.first { highest[$0 - 1] <= setting.step }
      margins.append(
        Margin(parameter: .clusterSize, lowest: Double(first), tooHigh: last.map { Double($0) }))
    }
    let (most, fewest) = extremes(step: setting.step, size: setting.size)
    margins.append(
      Margin(
        parameter: .threshold, lowest: Double(most),
        tooHigh: rejected.isEmpty ? nil : Double(fewest)))
    return margins
  }
}

extension Tuning.Setting: Comparable {
  /// The stricter one first, by threshold, then ΔE, then size.
  static func < (left: Self, right: Self) -> Bool {
    (left.threshold, left.step, left.size) < (right.threshold, right.step, right.size)
  }
}

/// The ΔE and sizes that do at one threshold.
private struct Plateau {
  /// For each size, from 1 up.
  let lowest: [Int]
  let highest: [Int]
  let plane: TuningPlane

  init(lowest: [Int], highest: [Int], _ plane: TuningPlane) {
    self.lowest = lowest
    self.highest = highest
    self.plane = plane
  }

  func middle(_ threshold: Int) -> Tuning.Setting {
    var best: (setting: Tuning.Setting, distance: Double)?
    for size in plane.sizes where lowest[size - 1] < highest[size - 1] {
      for step in lowest[size - 1]..<highest[size - 1] {
        let setting = Tuning.Setting(step: step, size: size, threshold: threshold)
        let distance = distance(setting)
        if best == nil || (distance, best!.setting) > (best!.distance, setting) {
          best = (setting, distance)
        }
      }
    }
    return best!.setting
  }

  /// How many turns of one knob lead off the plateau, at least. The ends of an axis are no edge:
  /// there is nothing stricter than ΔE 0.
  private func distance(_ setting: Tuning.Setting) -> Double {
    let (step, size) = (setting.step, setting.size)
    let (low, high) = (lowest[size - 1], highest[size - 1])
    let place = TuningPlane.place(step: step)
    var distance = Double.infinity
    if low > 0 { distance = min(distance, place - TuningPlane.place(step: low - 1)) }
    if high < plane.stepCount { distance = min(distance, TuningPlane.place(step: high) - place) }
    if let below = (1..<size).last(where: { lowest[$0 - 1] > step }) {
      distance = min(distance, TuningPlane.place(size: size) - TuningPlane.place(size: below))
    }
    if let above = (size..<plane.sizes.upperBound + 1).first(where: { highest[$0 - 1] <= step }) {
      distance = min(distance, TuningPlane.place(size: above) - TuningPlane.place(size: size))
    }
    return distance
  }
}
