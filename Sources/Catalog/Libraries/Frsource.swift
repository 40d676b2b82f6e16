extension Library {
  static let frsource = Library(
    layout: Layout("frsource"), title: "@frsource/cypress-plugin-visual-regression-diff",
    presets: [
      Preset(
        actual: ["{name}.actual.png"], reference: ["{name}.png"], difference: ["{name}.diff.png"],
        proof: .companion)
    ])
}
