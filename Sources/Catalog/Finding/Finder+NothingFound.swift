extension Finder {
  func nothingFound(in sources: [Source]) -> CatalogError {
    let shown = sources.map(\.place.shown).joined(separator: ", ")
    let files = sources.flatMap(\.folders).reduce(0) { $0 + $1.files.count }
    let entries = sources.flatMap(\.folders).reduce(0) { $0 + $1.entryCount }
    if entries == 0 {
      return CatalogError(
        .empty,
        "\(shown): an empty folder. Name the folder that the test run wrote its failures to.")
    }
    if sources.allSatisfy({ $0.onlyFile != nil }) {
      return CatalogError(
        .noCase,
        "\(shown): not a failure of a known library. Give the folder of failures, "
          + "or two files: a reference and its actual.")
    }
    let looked = layouts.compactMap(\.sought).sorted().joined(separator: ", ")
    let passedOver = passedOver(in: sources)
    let notes = (sources.flatMap(\.remarks) + [passedOver].compactMap { $0 }).map { " " + $0 }
    return CatalogError(
      // Differences without a recognised failure are no sign that all is well.
      passedOver == nil ? .noCase : .wrongUse,
      "\(shown): no failed snapshot found among \(files) images and texts. Looked for \(looked). "
        + "Give the folder of failures, and --references DIR or --actuals DIR where they lie apart."
        + notes.joined())
  }

  /// Names a folder whose pictures were taken for differences or references.
  private func passedOver(in sources: [Source]) -> String? {
    for source in sources {
      let folder = source.folders.first {
        $0.files.count > 0 && !pictures.canHoldActuals($0.path, openedAs: source.top)
      }
      if let folder {
        return "\(printable(folder.path)) was taken for a folder of differences or references: "
          + "its files are never actuals."
      }
    }
    return nil
  }
}

extension Layout {
  /// The files by which the layout is known.
  fileprivate var sought: String? {
    switch self {
    case .afsnapshot: "Difference/Class/name.diff.png"
    case .pointfree: "File/test.name.png with its __Snapshots__/File/test.name.png"
    case .uber: "failed_name.png with reference_name.png"
    default: nil
    }
  }
}
