extension Tuning {
  /// The mismatches of the tolerated pair that has most, and of the rejected one that has fewest.
  func extremes(step: Int, size: Int) -> (most: Int, fewest: Int) {
    (most[step, size], fewest?[step, size] ?? .max)
  }

  /// Returns, for each size, the first step at which everything tolerated passes.
  private func lowest(_ threshold: Int) -> [Int] {
    plane.sizes.map { most.firstStep(leaving: threshold, size: $0, of: plane.stepCount) }
  }

  /// Returns, for each size, the first step at which something rejected passes.
  private func highest(_ threshold: Int) -> [Int] {
    plane.sizes.map {
      fewest?.firstStep(leaving: threshold, size: $0, of: plane.stepCount) ?? plane.stepCount
    }
  }

  // MARK: - Nothing rejected

  /// Returns the setting that forgives the fewest pixels, of all that pass what is tolerated.
  func strictest() -> Setting {
    var best: (setting: Setting, kept: Int64)?
    for (step, kept) in keptPixels().enumerated() {
      for size in plane.sizes {
        let setting = Setting(step: step, size: size, threshold: most[step, size])
        let kept = kept[size - 1]
        if best == nil || (kept, best!.setting) > (best!.kept, setting) { best = (setting, kept) }
      }
    }
    return best!.setting
  }

  /// Returns for each setting, with the threshold that passes what is tolerated, the mismatches
  /// that still make a pair fail, over the folder: the others are forgiven.
  private func keptPixels() -> [SIMD64<Int64>] {
    // Where nothing is left of what is tolerated, a higher ΔE only forgives more.
    var kept = [SIMD64<Int64>](
      repeating: .zero, count: min(most.rows.count + 1, plane.stepCount))
    for landscape in all {
      plane.forEachRow(of: landscape) { steps, row in
        for step in steps.clamped(to: kept.indices) {
          let allowed = step < most.rows.count ? most.rows[step] : .zero
          kept[step] &+= SIMD64(truncatingIfNeeded: row.replacing(with: 0, where: row .<= allowed))
        }
      }
    }
    return kept
  }

  // MARK: - Something rejected

  /// Returns the setting that is furthest from every edge of the plateau, in turns of the knobs;
  /// nil if there is no plateau.
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

  /// Returns the smallest threshold at which any ΔE and size separate the pairs; nil if there is
  /// none.
  func smallestThreshold() -> Int? {
    var best: Int?
    for step in fewest?.rows.indices ?? 0..<0 {
      for size in plane.sizes {
        let (most, fewest) = extremes(step: step, size: size)
        if most < fewest { best = min(best ?? .max, most) }
      }
    }
    return best
  }

  /// Returns the conflict at the settings where the tolerated pair with most mismatches is nearest
  /// to the rejected one with fewest.
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
    let (best, pair) = recommendations()
    return Conflict(
      best: best, pair: pair, strategy: strategy(nearest), tolerated: hardest, rejected: weakest,
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
  /// Orders the stricter setting first, by threshold, then ΔE, then size.
  static func < (left: Self, right: Self) -> Bool {
    (left.threshold, left.step, left.size) < (right.threshold, right.step, right.size)
  }
}

/// The ΔE and sizes that separate the pairs at one threshold.
private struct Plateau {
  /// The first step of the plateau for each size from 1 up; `highest` is one past its last.
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

  /// Returns the fewest turns of one knob that lead off the plateau. The ends of an axis are no
  /// edge: there is nothing stricter than ΔE 0.
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
