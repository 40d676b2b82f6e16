import DiffEngine

extension Library {
  /// `@web/test-runner-visual-regression`: the difference is next to the actual.
  static let modernWeb = Library(
    layout: Layout("modern-web"), title: "Modern Web",
    presets: [
      Preset(
        actual: ["screenshots/{browser}/failed/{dir*}/{name}.png"],
        reference: ["screenshots/{browser}/baseline/{dir*}/{name}.png"],
        difference: ["screenshots/{browser}/failed/{dir*}/{name}-diff.png"])
    ], strategy: Strategy(.pixelmatch))
}
