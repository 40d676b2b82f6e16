import DiffEngine

extension Library {
  static let backstop = Library(
    layout: Layout("backstop"), title: "BackstopJS",
    presets: [
      Preset(
        actual: ["bitmaps_test/{stamp}/{name}.{ext}"],
        reference: ["bitmaps_reference/{name}.{ext}"],
        difference: ["bitmaps_test/{stamp}/failed_diff_{name}.{ext}"], proof: .difference,
        drawsNew: true, newest: "stamp")
    ],
    strategy: Strategy(.resemble), homes: ["**/bitmaps_reference/**"], axes: ["*_{viewport}"])
}
