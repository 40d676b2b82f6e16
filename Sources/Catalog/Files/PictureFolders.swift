import Base

/// Decides by name which folders of a test run hold actuals.
///
/// Many tools write `actual/x.png` and `diff/x.png` next to `expected/x.png`. By its file name, a
/// difference looks like an actual, but it must never become a baseline.
final class PictureFolders: Sendable {
  private static let actuals: Set<String> = [
    "actual", "actuals", "current", "comparison", "received", "rendered", "unexpected", "suggested",
  ]

  private let siblings = Memo<String, Bool>()
  private let baselines = Memo<[String], Bool>()

  /// True if pictures below a folder can be actuals.
  ///
  /// - Parameters:
  ///   - top: The opened folder. It and the folders above it count as differences by name only if
  ///     actuals are next to them, because people name their own folders freely.
  ///   - isName: True if the name alone makes a folder below `top` one of differences.
  func canHoldActuals(_ folder: String, openedAs top: String, byName isName: Bool = true) -> Bool {
    if folder == "/" || folder == "." { return true }
    let name = Paths.name(folder).lowercased()
    let isOpened = Paths.isInside(folder, top)
    let word = FileRole.word(name)
    if word?.role == .difference && word?.isCommon == false || name == "__diff_output__" {
      if isOpened && folder != top && isName || isBesideActuals(folder) { return false }
    } else if word?.role == .reference, isOpened, isBesideActuals(folder) {
      return false
    }
    return canHoldActuals(Paths.parent(folder), openedAs: top, byName: isName)
  }

  private func isBesideActuals(_ path: String) -> Bool {
    let parent = Paths.parent(path)
    return siblings.value(parent) {
      let folders = (try? ListedFolder(reading: parent))?.folders ?? []
      return folders.contains { Self.actuals.contains($0.lowercased()) }
    }
  }

  /// True if a word in a folder's name says that a run wrote its contents.
  static func areOfRun(_ folder: String) -> Bool {
    FileRole.words(in: folder).contains { word in
      word.hasPrefix("artifact") || actuals.contains(word)
        || FileRole.word(word).map { $0.role != .reference } == true
    }
  }

  static func areReferences(_ folder: Substring) -> Bool {
    FileRole.words(in: String(folder)).contains { word in
      word.hasPrefix("snapshot") || word.hasPrefix("screenshot")
        || FileRole.word(word).map { $0.role == .reference && !$0.isCommon } == true
    }
  }

  /// True if the words in the names of a folder and of those around it, up to `top`, say that it
  /// holds baselines.
  func areBaselines(in folder: String, openedAs top: String) -> Bool {
    baselines.value([folder, top]) {
      let names =
        [Paths.name(top)] + (Paths.below(top, folder).map(Paths.components) ?? []).map(String.init)
      let roles = names.flatMap(FileRole.words(in:)).compactMap { word -> FileRole? in
        if word.hasPrefix("snapshot") { return .reference }
        if word.hasPrefix("artifact") { return .actual }
        return FileRole.word(word).flatMap { $0.isCommon ? nil : $0.role }
      }
      return !roles.isEmpty && roles.allSatisfy { $0 == .reference }
    }
  }

  /// True if the file's name has a mark that some tool uses for differences.
  static func isDifference(file: String) -> Bool {
    let name = stem(file)
    return ["failed_diff_", "diff_", "delta-"].contains(where: name.hasPrefix)
      || ["-diff", "_diff", ".diff", "_compare"].contains(where: name.hasSuffix)
  }
}
