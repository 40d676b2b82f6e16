import DiffEngine

extension Library {
  static let dropshots = Library(
    layout: Layout("dropshots"), title: "Dropshots",
    presets: [
      Preset(
        actual: ["build/test-results/dropshots/{variant}/reference/{dir*}/{name}.png"],
        reference: ["src/androidTest/screenshots/{dir*}/{name}.png"],
        difference: ["build/test-results/dropshots/{variant}/diff/{dir*}/{name}.png"],
        proof: .comparison)
    ], strategy: Strategy(.roborazzi).with(\.maxDistance, 0.004),
    homes: ["**/src/androidTest*/screenshots/**"])
}
