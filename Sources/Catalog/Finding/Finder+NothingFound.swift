import Base

extension Finder {
  func nothingFound(in sources: [Source]) -> CatalogError {
    let shown = sources.map(\.place.shown).joined(separator: ", ")
    let files = sources.flatMap(\.folders).reduce(0) { $0 + $1.files.count }
    let entries = sources.flatMap(\.folders).reduce(0) { $0 + $1.entryCount }
    let skipped = ledger.skipped
    if entries == 0, skipped.isEmpty {
      return CatalogError(
        .empty,
        "\(shown): an empty folder. Name the folder that the test run wrote its failures to.")
    }
    if let path = resultBundle(in: sources) {
      return .wrongUse("\(path): \(ResultBundle.advice(path))")
    }
    if sources.allSatisfy({ $0.onlyFile != nil }) {
      return .wrongUse(
        "\(shown): not a failure of a known library. Give the folder of failures, "
          + "or two files: a reference and its actual.")
    }
    if baselineCount > 0 {
      return .noCase(
        "\(shown): nothing failed: \(Wording.count(baselineCount, "baseline")) and no actual of "
          + "\(baselineCount == 1 ? "it" : "them"). If these are actuals, give --layout pointfree and "
          + "--references DIR.")
    }
    guard ledger.passes.isEmpty else {
      let count = ledger.passes.values.reduce(0, +)
      let words = count == 0 ? "the whole run" : Wording.count(count, "snapshot") + " of this run"
      return .unchanged(
        "\(shown): nothing failed: \(words) passed."
          + skipped.map { " " + $0.sentence }.joined(), skipped: skipped)
    }
    let passedOver = passedOver(in: sources)
    // The team's own layout explains nothing.
    let ownLayout = tree.layouts.subtracting(Layout.allCases).first.map {
      "The [layout] \($0.title) of the rules fits none of them: correct its paths."
    }
    let advice =
      ownLayout ?? nearMiss ?? passedOver
      ?? "Name the folder that the test run wrote its failures to; if the references are elsewhere, "
      + "add --references DIR."
    return CatalogError(
      // Differences without a recognised failure do not mean that all is well.
      passedOver == nil ? .noCase : .wrongUse,
      "\(shown): no failed snapshot found among \(Wording.count(files, "file"))"
        + "\(examples(in: sources))\(lookedFor). \(advice)"
        + (skipped.map(\.sentence) + remarks).map { " " + $0 }.joined(),
      // Pictures may be failures; a folder with only other files of a library counts as empty.
      skipped: skipped
        + sources.filter { !$0.folders.allSatisfy(\.pictures.isEmpty) }.map(fruitless))
  }

  private func resultBundle(in sources: [Source]) -> String? {
    if let given = sources.first(where: { ResultBundle.isBundle($0.place) }) {
      return given.place.shown
    }
    return sources.lazy.filter { !$0.place.isUnpacked }.flatMap { source in
      source.folders.lazy.filter { ResultBundle.isBundle($0.path) }.map {
        Paths.join(source.place.shown, Paths.below(source.top, $0.path) ?? "")
      }
    }.first
  }

  /// Names the only layout that was looked for, if one was given: ", by the names of Loki".
  private var lookedFor: String {
    guard tree.isForced else { return "" }
    let names = Set(tree.layouts.map(\.title)).sorted().joined(separator: ", ")
    return ", by the names of \(names)"
  }

  private func examples(in sources: [Source]) -> String {
    let names = sources.lazy.flatMap(\.folders).filter { $0.files.count > 0 }.prefix(3)
      .compactMap { $0.files.min() }.map(printable)
    return names.isEmpty ? "" : " such as \(names.joined(separator: ", "))"
  }

  /// Names a folder whose pictures were treated as differences or references.
  private func passedOver(in sources: [Source]) -> String? {
    let folders = sources.lazy.flatMap { source in
      source.folders.lazy.filter {
        $0.files.count > 0 && !tree.pictures.canHoldActuals($0.path, openedAs: source.top)
      }
    }
    return folders.first.map {
      "\(printable($0.path)) was taken for a folder of differences or references: "
        + "its files are never actuals."
    }
  }
}
