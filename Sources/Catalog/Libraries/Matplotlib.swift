import Base

extension Library {
  /// matplotlib's own comparison, which other projects use for their figures too.
  static let matplotlib = Library(
    layout: Layout("matplotlib"), title: "matplotlib",
    presets: FileKind.vectorEndings.map { figures(vector: $0) } + [figures()])

  private static func figures(vector: String? = nil) -> Preset {
    let form = vector.map { "_\($0)" } ?? ""
    return Preset(
      actual: ["result_images/{file}/{name}\(form).png"],
      reference: ["**/baseline_images/{file}/{name}.\(vector ?? "png")"],
      difference: ["result_images/{file}/{name}\(form)-failed-diff.png"],
      copy: ["result_images/{file}/{name}-expected\(form).png"], join: .pixels,
      proof: .comparison,
      vector: vector.map {
        ("result_images/{file}/{name}.\($0)", "result_images/{file}/{name}-expected.\($0)")
      })
  }
}
