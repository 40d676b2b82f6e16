import DiffEngine

extension Library {
  static let roborazzi = Library(
    layout: Layout("roborazzi"), title: "Roborazzi",
    presets: [
      Preset(
        actual: ["{name}_actual.{ext}"], reference: ["{name}.{ext}", "**/{name}.{ext}"],
        kept: [
          "**/src/{set}/screenshots/{dir*}/{name}.{ext}",
          "**/src/{set}/snapshots/{dir*}/{name}.{ext}", "**/src/screenshots/{dir*}/{name}.{ext}",
          "**/build/outputs/roborazzi/{dir*}/{name}.{ext}",
        ], difference: ["{name}_compare.{ext}"], proof: .companion, companionMark: "")
    ],
    strategy: Strategy(.roborazzi), homes: ["**/src/test*/screenshots/**"], outputs: ["build"])
}
