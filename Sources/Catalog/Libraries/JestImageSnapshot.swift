import DiffEngine

extension Library {
  static let jestImageSnapshot = Library(
    layout: Layout("jest-image-snapshot"), title: "jest-image-snapshot",
    presets: [
      .jest(strip: "__diff_output__/{dir*}/{name}-diff.png", reference: "{dir*}/{name}.png")
    ], strategy: .jest, homes: ["**/__image_snapshots__/**"])
}

extension Strategy {
  static let jest = Strategy(.pixelmatch).with(\.yiqThreshold, 0.01).with(\.runner, .jest)
}
