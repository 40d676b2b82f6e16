extension Library {
  static let cypressVisualRegression = Library(
    layout: Layout("cypress-visual-regression"), title: "cypress-visual-regression",
    presets: [
      ("cypress/snapshots/actual", Preset.Proof.comparison), ("cypress/screenshots", .difference),
    ]
    .flatMap { folder, proof in
      [
        preset(folder, proof, ("", "", ""), leftovers: ["actual", "diff", "base"]),
        // Before version 4.
        preset(folder, .companion, ("-actual", "-base", "-diff"), leftovers: []),
      ]
    })

  private static func preset(
    _ folder: String, _ proof: Preset.Proof,
    _ marks: (actual: String, base: String, diff: String), leftovers: [String]
  ) -> Preset {
    Preset(
      actual: ["\(folder)/{dir*}/{name}\(marks.actual).png"],
      reference: ["cypress/snapshots/base/{dir*}/{name}\(marks.base).png"],
      difference: ["cypress/snapshots/diff/{dir*}/{name}\(marks.diff).png"],
      leftovers: ["{name} (failed).png", "{name} (attempt {try}).png"]
        + leftovers.map { Template("{name}-\($0).png") },
      proof: proof, saysMore: true)
  }
}
