extension Library {
  /// SUITCase calls an actual unexpected, or suggested if there is no reference yet.
  static let suitcase = Library(
    layout: Layout("suitcase"), title: "SUITCase",
    presets: [
      Preset(
        actual: ["Unexpected/{dir*}/{name}.png", "Suggested/{dir*}/{name}.png"],
        reference: ["Reference/{dir*}/{name}.png"],
        difference: ["Difference/{dir*}/{name}.png"], proof: .comparison, beside: ["Reference"])
    ])
}
