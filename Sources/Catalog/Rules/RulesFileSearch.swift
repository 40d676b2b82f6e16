import Base
import Host
import Settings

/// Finds the rules file that applies.
///
/// Rules decide what passes, so nobody else may set them. The search ends at the top of the
/// repository, or else at the folder above the start. A file counts if it belongs to the user and
/// nobody else can write to its folder. A file among the failures may have come with them, so it
/// counts only if the opened folder is a repository of its own. Files that this user wrote on this
/// machine, according to `WrittenRules`, always count.
package struct RulesFileSearch {
  /// The opened folder, links resolved.
  let opened: String
  private let references: [String]
  private let workingFolder: String?
  private let written: WrittenRules?
  /// True if the opened folder is a separate project, whatever folder contains it.
  private let isAlone: Bool

  package init(
    opened: String, references: [String] = [], workingFolder: String? = nil,
    written: WrittenRules? = nil, isAlone: Bool = false
  ) {
    (self.opened, self.references, self.workingFolder) = (opened, references, workingFolder)
    (self.written, self.isAlone) = (written, isAlone)
  }

  struct Result {
    var file: String?
    var ignored: [IgnoredRules] = []
    /// The file to which rules are saved if there is none yet.
    var destination: String
  }

  /// Searches every folder from each start upwards.
  func run() -> Result {
    var seen: Set<String> = []
    var result = Result(destination: destination)
    let others = isAlone ? [] : references + [workingFolder].compactMap { $0 }
    for start in [opened] + others {
      for folder in upwards(from: start) where seen.insert(folder).inserted {
        let file = Paths.join(folder, RuleBook.fileName)
        guard FileStatus.exists(file) else { continue }
        guard let why = fault(of: file, in: folder) else {
          result.file = file
          return result
        }
        result.ignored.append(IgnoredRules(file: file, why: why))
      }
    }
    return result
  }

  /// Returns the reason why a file does not count; nil if it does.
  private func fault(of file: String, in folder: String) -> String? {
    if written?.holds(file) == true { return nil }
    if Paths.isInside(folder, opened), !Repositories.isTop(opened) {
      return "it lies in the opened folder and may have come with the failures."
    }
    guard let (target, _) = try? FileStatus.look(file),
      let link = try? Disk.real.statusOfLink(file), Ownership.isOwn(target), Ownership.isOwn(link)
    else { return "it belongs to another user." }
    return Self.isOpen(folder) ? "other users can write to its folder." : nil
  }

  private static func isOpen(_ folder: String) -> Bool {
    (try? FileStatus(of: folder)).map(Ownership.isOpen) ?? true
  }

  /// The rules file at the project's top: around the opened folder, else around the references.
  private var destination: String {
    let tops = ([opened] + references).lazy.compactMap { start in
      upwards(from: start).last.flatMap { isTop($0) ? $0 : nil }
    }
    return Paths.join(tops.first ?? opened, RuleBook.fileName)
  }

  /// Returns the folders to search: up to the top of the repository or, without one, the start and
  /// the folder above it.
  private func upwards(from start: String) -> [String] {
    let folders = Array(Paths.upwards(from: start))
    if let top = folders.firstIndex(where: isTop) { return Array(folders[...top]) }
    return folders.prefix(2).filter { $0 == start || !Self.isOpen($0) }
  }

  private func isTop(_ folder: String) -> Bool {
    Repositories.isTop(folder) || (isAlone && folder == opened)
  }
}

extension RuleBook {
  package static func load(_ search: RulesFileSearch) throws(SettingsError) -> RuleBook {
    let found = search.run()
    var book =
      if let file = found.file {
        try RuleBook(parsing: try Disk.real.settings(file, limit: .rules), file: file)
      } else {
        RuleBook(destination: found.destination)
      }
    book.ignored = found.ignored
    try book.readMasks(opened: search.opened)
    return book
  }

  /// Sentences about files that were found but ignored.
  package var remarks: [String] {
    ignored.map {
      "\(printable($0.file)) is ignored: \($0.why) To use it, give --rules \(Shell.quoted($0.file))."
    }
  }
}

extension SettingsError: CustomStringConvertible {
  /// The message for the user, made safe for a terminal because it repeats text from a file.
  package var description: String { printable("\(file)\(line.map { ":\($0)" } ?? ""): \(detail)") }
}

extension Disk {
  /// Reads the text of a settings file.
  package func settings(_ file: String, limit: SizeLimit) throws(SettingsError) -> String {
    let bytes = try Result { () throws(SystemError) in try read(file, limit: limit).bytes }
      .mapError { SettingsError(file, "cannot be read (\($0)).") }.get()
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw SettingsError(file, "is not a text in UTF-8.")
    }
    return text
  }
}
