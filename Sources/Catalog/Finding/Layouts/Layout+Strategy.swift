import DiffEngine

extension Layout {
  /// How the library compares unless its test says otherwise; `naive` for those that are exact, or
  /// whose tests always say.
  package var strategy: Strategy { Self.strategies[self] ?? Strategy(.naive) }

  private static let strategies: [Layout: Strategy] = {
    let jest = Strategy(.pixelmatch).with(\.yiqThreshold, 0.01).with(\.runner, .jest)
    let reg = Strategy(.pixelmatch).with(\.yiqThreshold, 0).with(\.runner, .regCLI)
      .with(\.includeAntialiasing, true)
    let rows: [(String, Strategy)] = [
      ("playwright", Strategy(.pixelmatch).with(\.yiqThreshold, 0.2)),
      ("vitest", Strategy(.pixelmatch).with(\.checkerboard, true)),
      ("jest-image-snapshot", jest), ("cypress-image-snapshot", jest),
      ("reg-cli", reg), ("reg-suit", reg),
      ("backstop", Strategy(.resemble)),
      ("testplane", Strategy(.looksSame).with(\.antialiasingTolerance, 4)),
      ("roborazzi", Strategy(.roborazzi)),
      ("dropshots", Strategy(.roborazzi).with(\.maxDistance, 0.004)),
      ("paparazzi", Strategy(.paparazzi)),
    ]
    return Dictionary(uniqueKeysWithValues: rows.map { (Layout(rawValue: $0), $1) })
  }()
}
