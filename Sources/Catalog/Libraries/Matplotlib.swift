extension Library {
  /// The comparison of matplotlib itself, which others use for their own figures.
  static let matplotlib = Library(
    layout: Layout("matplotlib"), title: "matplotlib",
    presets: Preset.vectors { figures("_\($0)") } + [figures("")])

  /// - Parameter form: The mark in the names of pictures of a vector file.
  private static func figures(_ form: String) -> Preset {
    Preset(
      actual: ["result_images/{file}/{name}\(form).png"],
      reference: ["**/baseline_images/{file}/{name}\(form).png"],
      difference: ["result_images/{file}/{name}\(form)-failed-diff.png"],
      copy: ["result_images/{file}/{name}-expected\(form).png"], join: .pixels,
      proof: .comparison)
  }
}
