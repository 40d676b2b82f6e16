import DiffEngine

extension Library {
  static let paparazzi = Library(
    layout: Layout("paparazzi"), title: "Paparazzi",
    presets: [
      "build/paparazzi/failures/{variant}", "build/paparazzi/failures", "out/failures",
    ].flatMap { folder in
      let difference: Template = "\(folder)/delta-{name}.png"
      let video = Preset(
        actual: ["\(folder)/{name}.gif"],
        reference: [
          "src/test/snapshots/videos/{name}.gif", "src/{set}/snapshots/videos/{name}.gif",
        ])
      let picture = Preset(
        actual: ["\(folder)/{name}.png"],
        reference: [
          "src/test/snapshots/images/{name}.png", "src/{set}/snapshots/images/{name}.png",
          "src/test/snapshots/videos/{name}.png", "src/{set}/snapshots/videos/{name}.png",
        ], difference: [difference], strip: [difference],
        proof: folder.hasPrefix("out") ? .difference : .name, drawsNew: true)
      return [picture, video]
    }, strategy: Strategy(.paparazzi),
    homes: ["**/src/*/snapshots/images/**", "**/src/*/snapshots/videos/**"])
}
