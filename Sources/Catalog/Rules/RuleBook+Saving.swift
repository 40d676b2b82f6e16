import Base
import DiffEngine
import Host
import Libc
import Settings
import Store

extension RuleBook {
  /// Writes a rule into the file, which is created if necessary, and returns the new book.
  ///
  /// Only the lines that must change do; comments, order and blank lines stay. The file is read
  /// again first, so that edits made meanwhile are kept.
  ///
  /// - Parameters:
  ///   - strategy: The strategy whose kind and relevant parameters are written.
  ///   - match: The pattern of the rule; nil for `[default]`.
  ///   - ignored: The areas that the rule excludes; nil keeps the existing ones.
  ///   - written: Records that the file is the user's own.
  package func saving(
    _ strategy: Strategy, match: String? = nil, ignored: IgnoredAreas? = nil,
    written: WrittenRules? = nil, on disk: Disk = .real
  ) throws(SettingsError) -> RuleBook {
    let path = try savedPath(on: disk)
    let lock = try locked(path, on: disk)
    defer { lock.release() }
    let edit = try edit(strategy, match: match, ignored: ignored, on: disk)
    return try write(path, edit.old, by: edit.new, written, on: disk)
  }

  /// Returns the change that saving a rule makes to the file, without writing it.
  package func edit(
    _ strategy: Strategy, match: String? = nil, ignored: IgnoredAreas? = nil, on disk: Disk = .real
  ) throws(SettingsError) -> RuleEdit {
    if let found = self.ignored.first(where: { $0.file == destination }) {
      throw SettingsError(
        destination,
        "is ignored and was not changed: \(found.why) "
          + "To use it, open the folder with --rules \(Shell.quoted(destination)).")
    }
    let old = try savedText(try savedPath(on: disk), on: disk)
    let new = try Self.edited(
      old ?? "", setting: strategy, match: match, ignored: ignored, file: destination)
    return RuleEdit(old: old, new: new)
  }

  /// Makes or reverts an edit of a file that nobody else has changed since.
  package func making(_ edit: RuleEdit, on disk: Disk = .real) throws(SettingsError) -> RuleBook {
    let path = try savedPath(on: disk)
    let lock = try locked(path, on: disk)
    defer { lock.release() }
    guard try savedText(path, on: disk) == edit.old else {
      throw SettingsError(destination, "has been changed since. The rules are unchanged.")
    }
    return try write(path, edit.old, by: edit.new, .ofUser, on: disk)
  }

  private func locked(_ path: String, on disk: Disk) throws(SettingsError) -> FolderLock {
    try writing { () throws(SystemError) in try FolderLock(Paths.parent(path), on: disk) }
  }

  private func write(
    _ path: String, _ old: String?, by new: String?, _ written: WrittenRules?, on disk: Disk
  ) throws(SettingsError) -> RuleBook {
    var book = RuleBook(destination: destination)
    if let new { book = try RuleBook(parsing: new, file: destination) }
    book.ignored = self.ignored
    try book.readMasks(opened: opened)
    guard new != old else { return book }
    if let new {
      try replace(path, old, by: new, on: disk)
      written?.note(destination, hash: Fingerprint.hash(Array(new.utf8)))
    } else {
      try writing { () throws(SystemError) in
        try disk.remove(path)
        try disk.syncFolder(Paths.parent(path))
      }
    }
    return book
  }

  /// Replaces the file atomically, so that it is complete at every instant.
  private func replace(
    _ path: String, _ old: String?, by new: String, on disk: Disk
  ) throws(SettingsError) {
    try writing { () throws(SystemError) in
      let like = old == nil ? nil : try disk.status(of: path)
      try disk.replace(path, by: Array(new.utf8), through: path + ".tmp", like: like) {
        () throws(SystemError) in
        // An editor may have saved the file meanwhile.
        guard (try? savedText(path, on: disk)) == .some(old) else { throw SystemError(EBUSY) }
      }
    }
    do throws(SystemError) {
      try disk.syncFolder(Paths.parent(path))
    } catch {
      throw SettingsError(
        destination, "is written, but its folder could not be flushed to the disk (\(error)).")
    }
  }

  /// Returns the real path of the file, which may not exist, so that a link to it stays a link.
  private func savedPath(on disk: Disk) throws(SettingsError) -> String {
    try ifPresent { () throws(SystemError) in try disk.realPath(destination) } ?? destination
  }

  private func savedText(_ path: String, on disk: Disk) throws(SettingsError) -> String? {
    let found = try ifPresent { () throws(SystemError) in try disk.statusOfLink(path) }
    guard found != nil else { return nil }
    return try Result { () throws(SettingsError) in try disk.settings(path, limit: .rules) }
      .mapError { SettingsError(destination, "\($0.detail) The rules are unchanged.") }.get()
  }

  private func writing<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(SettingsError) -> Value {
    try Result(catching: body).mapError {
      SettingsError(destination, "cannot be written (\($0)). The rules are unchanged.")
    }.get()
  }

  private func ifPresent<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(SettingsError) -> Result? {
    try writing { () throws(SystemError) in
      do throws(SystemError) { return try body() } catch {
        if error.isMissing { return nil }
        throw error
      }
    }
  }

  /// Returns the text of a rules file with one rule set, without side effects.
  ///
  /// - Throws: `SettingsError` if the text is already invalid, or written in a form that cannot be
  ///   changed line by line.
  package static func edited(
    _ text: String, setting strategy: Strategy, match: String?, ignored: IgnoredAreas? = nil,
    file: String
  ) throws(SettingsError) -> String {
    let old = try RuleBook(parsing: text, file: file)
    let editor = try SettingsEditor(text, file: file)
    let wanted = strategy.settings + (ignored.map { [("ignore", $0.setting)] } ?? [])
    let new =
      if let match {
        if let index = old.rules.lastIndex(where: { $0.match.pattern == match }) {
          editor.setting(wanted, inSection: index, of: "rule")
        } else {
          editor.appending([("match", SettingsEditor.quoted(match))] + wanted, to: "rule")
        }
      } else {
        editor.setting(wanted, in: "default")
      }
    let book = try? RuleBook(parsing: new, file: file)
    let section =
      match.map { match in book?.rules.last { $0.match.pattern == match }?.settings }
      ?? book?.defaults
    guard let section, wanted.allSatisfy({ section.holds($0) }) else {
      throw SettingsError(
        file,
        "is written in a form that cannot be changed line by line. "
          + "Use [default] and [[rule]] with one key a line, or edit it by hand.")
    }
    return new
  }
}

extension Strategy {
  /// The lines that fully define the strategy in a rule, regardless of other rules and the library.
  package var settings: [(key: String, value: String)] {
    let parameters = Parameter.allCases.filter(kind.parameters.contains)
    return [("strategy", "\"\(kind.rawValue)\"")] + parameters.map { ($0.rawValue, self[$0].text) }
  }
}

extension RuleSettings {
  fileprivate func holds(_ setting: (key: String, value: String)) -> Bool {
    if setting.key == "strategy" { return kind.map { "\"\($0.rawValue)\"" } == setting.value }
    if setting.key == "ignore" { return ignored?.setting == setting.value }
    guard let parameter = Strategy.Parameter(rawValue: setting.key) else { return false }
    return values[parameter]?.text == setting.value
  }
}
