import Base
import Host
import Settings

extension RuleBook {
  /// Reads the rules for a catalogue.
  ///
  /// - Parameters:
  ///   - named: The file that the user named; nil to look for `.snapreview.toml` from the
  ///     opened folder upwards, then from the references' folders, then from the working folder.
  ///   - isNew: True if the named file does not exist yet.
  ///   - isAlone: True to ignore everything around the opened folder.
  /// - Returns: An empty book if there is no file. `remarks` names files that were ignored.
  package static func load(
    for catalog: Catalog, named: String? = nil, isNew: Bool = false, isAlone: Bool = false
  ) throws(SettingsError) -> RuleBook {
    if let named {
      let file = Paths.realAsFarAsItExists(named)
      if isNew { return RuleBook(destination: file) }
      var book = try RuleBook(parsing: try Disk.real.settings(file, limit: .rules), file: file)
      try book.readMasks(opened: catalog.root)
      return book
    }
    return try load(
      RulesFileSearch(
        opened: catalog.root, references: catalog.referenceFolders,
        workingFolder: Paths.workingFolder, written: .ofUser, isAlone: isAlone))
  }
}

extension Catalog {
  /// The folders that may contain a project's rules if its failures are elsewhere.
  var referenceFolders: [String] {
    references + Set(cases.lazy.compactMap { $0.baseline?.root }).sorted()
  }
}
