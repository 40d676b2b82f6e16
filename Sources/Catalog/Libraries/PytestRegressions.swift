import Base

extension Library {
  /// pytest-regressions: its copy of the expected file and the file that the test obtained are in
  /// the test's temporary folder.
  static let pytestRegressions = Library(
    layout: Layout("pytest-regressions"), title: "pytest-regressions",
    presets: [
      Preset(
        actual: ["{name}.obtained.{ext}"], reference: ["**/{name}.{ext}"],
        difference: ["{name}.diff.{ext}"], copy: ["{name}.{ext}"], join: .bytes,
        isMeant: { Paths.name($0) == Template("{name}.{ext}").file($2) },
        proof: .companion, isOfWords: true)
    ])
}
