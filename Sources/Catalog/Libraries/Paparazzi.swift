import DiffEngine

extension Library {
  static let paparazzi = Library(
    layout: Layout("paparazzi"), title: "Paparazzi",
    presets: [
      "build/paparazzi/failures/{variant}", "build/paparazzi/failures", "out/failures",
    ].map { folder in
      let difference: Template = "\(folder)/delta-{name}.png"
      return Preset(
        actual: ["\(folder)/{name}.png"],
        reference: [
          "src/test/snapshots/images/{name}.png", "src/{set}/snapshots/images/{name}.png",
          "src/test/snapshots/videos/{name}.png", "src/{set}/snapshots/videos/{name}.png",
        ], difference: [difference], strip: [difference],
        proof: folder.hasPrefix("out") ? .difference : .name)
    }, strategy: Strategy(.paparazzi),
    homes: ["**/src/*/snapshots/images/**", "**/src/*/snapshots/videos/**"])
}
