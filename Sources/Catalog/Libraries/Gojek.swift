extension Library {
  /// A folder for each device, as in GO-JEK's article. The article does not name the trees, so they
  /// are recognised by words for their contents or, if the user names the references, by the
  /// devices alone.
  static let gojek: Library = {
    let path = "{width}+{height}+{os}/{file}/{name}.png"
    let named = [
      ("reference", "actual", "difference"), ("Reference", "Actual", "Difference"),
    ].map { reference, actual, difference in
      Preset(
        actual: ["\(actual)/\(path)"], reference: ["\(reference)/\(path)"],
        difference: ["\(difference)/\(path)"], proof: .comparison, beside: [reference, difference])
    }
    let anywhere = Preset(
      actual: ["\(path)"], reference: ["**/\(path)"], proof: .comparison, needsReferences: true)
    return Library(
      layout: Layout("gojek"), title: "GO-JEK's device folders", presets: named + [anywhere])
  }()
}
