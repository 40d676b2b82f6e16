import DiffEngine

extension Library {
  static let pytestPlaywrightVisual = Library(
    layout: Layout("pytest-playwright-visual"), title: "pytest-playwright-visual",
    presets: [
      Preset(
        actual: ["snapshot_tests_failures/{file}/{test}/Actual_{name}.png"],
        reference: ["snapshots/{file}/{function}/{name}.png"],
        difference: ["snapshot_tests_failures/{file}/{test}/Diff_{name}.png"],
        copy: ["snapshot_tests_failures/{file}/{test}/Expected_{name}.png"], join: .pixels,
        proof: .companion, ownsFolder: true),
      // pytest-playwright-visual-snapshot.
      Preset(
        actual: ["snapshot_failures/{file}/{test}/actual_{name}.{ext}"],
        reference: ["__snapshots__/{file}/{function}/{name}.{ext}"],
        difference: ["snapshot_failures/{file}/{test}/diff_{name}.{ext}"],
        copy: ["snapshot_failures/{file}/{test}/expected_{name}.{ext}"], join: .pixels,
        proof: .companion, ownsFolder: true),
    ], strategy: Strategy(.pixelmatch))
}
