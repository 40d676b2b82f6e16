import DiffEngine

extension Library {
  static let regCLI = Library(
    layout: Layout("reg-cli"), title: "reg-cli",
    presets: [
      .trees(
        "", reference: "expected", actual: "actual", difference: "diff",
        beside: ["expected", "diff"],
        kept: ["expected", "baseline", "baselines", "golden", "reference", "references"],
        isOfWords: true)
    ], strategy: .reg)
}

extension Strategy {
  static let reg = Strategy(.pixelmatch).with(\.yiqThreshold, 0).with(\.runner, .regCLI)
    .with(\.includeAntialiasing, true)
}
