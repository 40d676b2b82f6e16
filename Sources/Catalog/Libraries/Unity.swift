extension Library {
  static let unity = Library(
    layout: Layout("unity"), title: "Unity's Graphics Test Framework",
    presets: [
      Preset(
        actual: ["ActualImages/{dir*}/{name}.png"],
        reference: ["ReferenceImages/{dir*}/{name}.png"],
        difference: ["ActualImages/{dir*}/{name}.diff.png"],
        copy: ["ActualImages/{dir*}/{name}.expected.png"], proof: .companion)
    ])
}
