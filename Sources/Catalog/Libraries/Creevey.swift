extension Library {
  /// Creevey's reports keep a picture for each try.
  static let creevey = Library(
    layout: Layout("creevey"), title: "Creevey",
    presets: [
      Preset(
        actual: ["report/{dir*}/{name}-actual-{try}.png"], reference: ["images/{dir*}/{name}.png"],
        difference: ["report/{dir*}/{name}-diff-{try}.png"],
        copy: ["report/{dir*}/{name}-expect-{try}.png"], proof: .companion, newest: "try")
    ])
}
