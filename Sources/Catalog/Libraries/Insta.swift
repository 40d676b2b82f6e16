extension Library {
  static let insta = Library(
    layout: Layout("insta"), title: "insta",
    presets: [("{name}.snap.new", "{name}.snap"), ("{name}.snap.new.{ext}", "{name}.snap.{ext}")]
      .map { actual, reference in
        Preset(actual: [Template(actual)], reference: [Template(reference)], pending: pendingFolder)
      }, variable: pendingFolder)

  private static let pendingFolder = "INSTA_PENDING_DIR"
}
