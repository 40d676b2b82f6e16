extension Library {
  static let cypressImageDiff = Library(
    layout: Layout("cypress-image-diff"), title: "cypress-image-diff",
    presets: [
      .trees(
        "cypress-image-diff-screenshots/", reference: "baseline", actual: "comparison",
        difference: "diff")
    ])
}
