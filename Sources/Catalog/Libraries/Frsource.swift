extension Library {
  static let frsource = Library(
    layout: Layout("frsource"), title: "@frsource/cypress-plugin-visual-regression-diff",
    presets: [
      Preset(
        actual: ["{name}.actual.{ext}"], reference: ["{name}.{ext}"],
        difference: ["{name}.diff.{ext}", "{name}.diff.png"], proof: .companion)
    ])
}
