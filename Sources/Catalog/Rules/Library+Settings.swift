import Base
import Host
import Settings

extension CatalogOptions {
  /// Returns what the rules file that applies to the opened folder says about finding cases: the
  /// team's own layout, and the folder of actuals.
  func ruled(opened: String) throws(CatalogError) -> (layout: Library?, actuals: String?) {
    if makesRules { return (nil, nil) }
    let search = RulesFileSearch(
      opened: opened, references: references.compactMap { try? Paths.real($0) },
      workingFolder: Paths.workingFolder, written: .ofUser)
    guard let file = rulesFile.map({ Paths.realAsFarAsItExists($0) }) ?? search.run().file
    else { return (nil, nil) }
    do throws(SettingsError) {
      let text = try Disk.real.settings(file, limit: .rules)
      let table = try SettingsTable(parsing: text, file: file)
      let layout = try table.section("layout").map { (section) throws(SettingsError) in
        try Library(section)
      }
      return (layout, try table.actuals.map { Paths.resolve($0, from: Paths.parent(file)) })
    } catch {
      throw .wrongUse(error.description)
    }
  }
}

/// A team's own layout: `[layout]` in `.snapreview.toml`, read into a value like any library's.
extension Library {
  private static let keys = ["name", "actual", "reference", "difference", "copy", "join", "newest"]

  init(_ section: SettingsTable) throws(SettingsError) {
    try section.allow(only: Self.keys)
    let name = try Self.name(section)
    var preset = Preset(
      actual: try Self.templates("actual", section),
      reference: try Self.templates("reference", section),
      difference: try Self.templates("difference", section, isNeeded: false),
      copy: try Self.templates("copy", section, isNeeded: false),
      join: try section["join"]?.choice(for: "join") ?? .path, newest: section["newest"]?.text)
    preset.proof = preset.isMarked ? .companion : preset.difference.isEmpty ? .name : .comparison
    for template in preset.actual where template.mark == nil && template.fixedFolders.isEmpty {
      throw section["actual"]!.error(
        "actual = \"\(template.text)\" fits every file. Name a folder, or a mark such as "
          + "\"{name}.actual.png\".")
    }
    let known = Set(preset.actual.flatMap(\.gaps))
    for template in preset.difference + preset.copy {
      if let gap = template.gaps.first(where: { !known.contains($0) }) {
        throw section.error(
          "\"\(template.text)\" has a gap {\(gap)} that \"actual\" does not fill.")
      }
    }
    self.init(layout: Layout(name), title: name, presets: [preset])
  }

  private static func name(_ section: SettingsTable) throws(SettingsError) -> String {
    guard let setting = section["name"] else {
      throw section.error("a layout without \"name\". Give one, such as name = \"ours\".")
    }
    guard let name = setting.text, !name.isEmpty,
      name.utf8.allSatisfy({
        $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
      })
    else { throw setting.error("\"name\" must be of small letters, digits and dashes.") }
    guard !Layout.allCases.contains(Layout(name)) else {
      throw setting.error("name = \"\(name)\" is a library's. Give it a name of its own.")
    }
    return name
  }

  private static func templates(
    _ key: String, _ section: SettingsTable, isNeeded: Bool = true
  ) throws(SettingsError) -> [Template] {
    let texts = try section.texts(key)
    guard !isNeeded || !texts.isEmpty else {
      throw section.error(
        "a layout without \"\(key)\". Give its path, such as \(key) = \"\(key)/{dir*}/{name}.png\"."
      )
    }
    for text in texts {
      let parts = Paths.components(text)
      let fault: String? =
        if text.hasPrefix("/") || parts.contains("..") {
          "must stay below the folder that the layout lies in"
        } else if parts.contains(where: { $0.hasPrefix(".") }) {
          "names a hidden folder, which is not read"
        } else if !text.contains("{name}") {
          "needs {name}, in the file's name or a folder's"
        } else if parts.filter({ $0.contains("*}") }).count > 1 {
          "can have one gap for any number of folders"
        } else {
          nil
        }
      if let fault { throw section[key]!.error("\(key) = \"\(text)\" \(fault).") }
    }
    return texts.map { Template($0) }
  }
}

extension SettingsTable {
  var actuals: String? {
    get throws(SettingsError) {
      guard let setting = self["actuals"] else { return nil }
      guard let text = setting.text, !text.isEmpty else {
        throw setting.error("\"actuals\" must be a folder in quotes, such as \"build/Actuals\".")
      }
      return text
    }
  }

  /// Returns a text in quotes, or a list of them; an empty list if the key is missing.
  func texts(_ key: String) throws(SettingsError) -> [String] {
    guard let setting = self[key] else { return [] }
    let texts = setting.list?.compactMap(\.text) ?? setting.text.map { [$0] } ?? []
    guard !texts.isEmpty, texts.count == setting.list?.count ?? 1 else {
      throw setting.error("\"\(key)\" must be a text in quotes, or a list of them.")
    }
    return texts
  }
}
