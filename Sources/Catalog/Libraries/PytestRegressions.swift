extension Library {
  /// pytest-regressions: its copy of the expected file and the file that the test obtained are in
  /// the test's temporary folder.
  static let pytestRegressions = Library(
    layout: Layout("pytest-regressions"), title: "pytest-regressions",
    presets: [
      Preset(
        actual: ["{name}.obtained.{ext}"], reference: ["**/{name}.{ext}"],
        difference: ["{name}.diff.{ext}"], copy: ["{name}.{ext}"], join: .bytes,
        isMeant: { $0.file == $1.reference },
        proof: .companion, isOfWords: true)
    ])
}
