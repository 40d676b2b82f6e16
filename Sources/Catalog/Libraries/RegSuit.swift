extension Library {
  static let regSuit = Library(
    layout: Layout("reg-suit"), title: "reg-suit",
    presets: [
      .trees(".reg/", reference: "expected", actual: "actual", difference: "diff")
    ], strategy: .reg,
    remark: "reg-suit fetches .reg/expected again in every run: what is accepted here will be "
      + "lost. Publish the actuals to keep them.")
}
