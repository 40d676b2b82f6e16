import Base

extension Library {
  static let pytestMPL = Library(
    layout: Layout("pytest-mpl"), title: "pytest-mpl",
    presets: [
      Preset(
        actual: ["{file}.test{name}/result.png"], reference: ["**/test{name}.png"],
        difference: ["{file}.test{name}/result-failed-diff.png"],
        copy: ["{file}.test{name}/baseline.png"], join: .bytes,
        isMeant: { baseline, place, _ in
          place.hasSuffix("." + stem(Paths.name(baseline))) ? true : nil
        }, proof: .comparison)
    ]
      + FileKind.vectorEndings.map {
        Preset(
          actual: ["{file}.test{name}/result_\($0).png"], reference: ["**/test{name}.\($0)"],
          difference: ["{file}.test{name}/result_\($0)-failed-diff.png"],
          copy: ["{file}.test{name}/baseline_\($0).png"], proof: .difference,
          vector: ("{file}.test{name}/result.\($0)", "{file}.test{name}/baseline.\($0)"))
      })
}
