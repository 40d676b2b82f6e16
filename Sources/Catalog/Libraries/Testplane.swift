import DiffEngine

extension Library {
  /// testplane's reports keep a picture for each try.
  static let testplane = Library(
    layout: Layout("testplane"), title: "testplane",
    presets: [
      Preset(
        actual: ["images/{test}/{state}/{name}~current_{time}_{try}.png"],
        reference: ["**/screens/{test}/{name}/{state}.png"],
        difference: ["images/{test}/{state}/{name}~diff_{time}_{try}.png"],
        copy: ["images/{test}/{state}/{name}~ref_{time}_{try}.png"], proof: .companion,
        newest: "try")
    ], strategy: Strategy(.looksSame).with(\.antialiasingTolerance, 4),
    homes: ["**/screens/*/*/*.png"])
}
