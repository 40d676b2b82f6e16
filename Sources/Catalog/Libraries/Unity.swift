extension Library {
  static let unity = Library(
    layout: Layout("unity"), title: "Unity's Graphics Test Framework",
    presets: [
      Preset(
        actual: ["ActualImages/{dir*}/{name}.{ext}"],
        reference: ["ReferenceImages/{dir*}/{name}.{ext}"],
        difference: ["ActualImages/{dir*}/{name}.diff.png"],
        copy: ["ActualImages/{dir*}/{name}.expected.{ext}"], proof: .companion)
    ])
}
