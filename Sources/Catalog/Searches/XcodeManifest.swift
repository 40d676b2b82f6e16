import Base
import Essentials
import Host

/// A test in `manifest.json` of `xcrun xcresulttool export attachments`.
struct XcodeTest: Decodable {
  struct Attachment: Decodable {
    let exportedFileName: String
    let suggestedHumanReadableName: String
    let isAssociatedWithFailure: Bool?
    let timestamp: Double?
    let repetitionNumber: Int?
    let configurationName: String?
    let deviceName: String?
    let arguments: [String]?
  }
  let testIdentifier: String
  let attachments: [Attachment]
  /// The file names of attachments that cannot be decoded; nil if the name is missing too.
  let others: [String?]

  private enum CodingKeys: CodingKey { case testIdentifier, attachments }
  private struct File: Decodable { let exportedFileName: String }

  init(from decoder: any Decoder) throws {
    let test = try decoder.container(keyedBy: CodingKeys.self)
    testIdentifier = try test.decode(String.self, forKey: .testIdentifier)
    let entries = try test.decode([Entry<Attachment>].self, forKey: .attachments)
    let files = try test.decode([Entry<File>].self, forKey: .attachments)
    attachments = entries.compactMap(\.content)
    others = zip(entries, files).filter { $0.0.content == nil }
      .map { $0.1.content?.exportedFileName }
  }
}

/// A list element, which may fail to decode without affecting the others.
private struct Entry<Content: Decodable>: Decodable {
  let content: Content?

  init(from decoder: any Decoder) { content = try? Content(from: decoder) }
}

extension XcodeTest.Attachment {
  /// The attachment's name as given by the test.
  var shown: String {
    ExportedName(suggestedHumanReadableName)?.name ?? suggestedHumanReadableName
  }

  var exhibit: FileRole? {
    let name = suggestedHumanReadableName
    return FileRole(exhibit: ExportedName(name)?.name ?? stem(name)) ?? FileRole(exhibit: name)
  }

  /// The names that identify the attachment's run.
  var run: [String] {
    [configurationName, deviceName].compactMap(\.self) + (arguments ?? [])
  }

  /// True if it belongs to a failure but is of no known kind.
  var isUnexplained: Bool {
    isAssociatedWithFailure == true && exhibit == nil
      && !Self.namesByXcode.contains { suggestedHumanReadableName.hasPrefix($0) }
  }

  /// The beginnings of Xcode's own attachments: screenshots, recordings, logs.
  private static let namesByXcode = [
    "kXCTAttachment", "Screenshot at ", "Screenshot 20", "UI Snapshot 20", "Screen Recording",
    "App UI hierarchy", "Debug description", "Debug Description", "Synthesized Event", "Spindump",
    "Crash",
  ]
}

/// One failure of a test, in one of its runs.
struct XcodeRun {
  let test: String
  /// Configuration, device and arguments; `shown` omits those that all runs of the test share.
  let name, shown: String
  /// The failure's number in the run, counted from 1.
  let number: Int

  private var parts: [Substring] { test.split(separator: "/") }

  var suite: String? { parts.dropLast().last.map(String.init) }
  var function: String { String((parts.last ?? test[...]).prefix { $0 != "(" }) }

  /// The case's key, which is the same in every export, unlike the names of the files.
  var key: String { "\(test)/\(name)/\(number)" }

  var caseName: String {
    function + (number == 1 ? "" : " \(number)") + (shown.isEmpty ? "" : ", \(shown)")
  }
}

struct XcodeManifest {
  private(set) var tests: [XcodeTest] = []
  private(set) var faults: [Skipped] = []

  private static let name = "manifest.json"

  /// - Returns: nil if there is none. Many files have this name, so an unreadable one counts only
  ///   if its text or the files next to it look like an export's; and one by another name, as a
  ///   second download gets it, only if both do.
  init?(in folder: ListedFolder) {
    let pictures = folder.files.filter { ExportedName.isIdentifier(stem($0)[...]) }
    let bytes = { (name: String) in
      (try? Disk.real.read(Paths.join(folder.path, name)).bytes) ?? []
    }
    // Every attachment has this member.
    let isList = { (name: String) in
      bytes(name).firstRange(of: "\"exportedFileName\"".utf8) != nil
    }
    let isNamed = folder.files.spelling(of: Self.name) == Self.name
    let others = pictures.isEmpty ? [] : folder.files.filter { ending(of: $0) == ".json" }
    guard let name = isNamed ? Self.name : others.first(where: isList) else { return nil }
    let path = Paths.join(folder.path, name)
    guard let entries = Manifest.decode([Entry<XcodeTest>].self, bytes(name)) else {
      guard !pictures.isEmpty || isList(name) else { return nil }
      let why =
        "no list of tests, as xcresulttool writes it, or cut off; what it would name is not listed. "
        + "Export the attachments again."
      faults = [Skipped(path, why)]
      return
    }
    tests = entries.compactMap(\.content)
    guard !tests.isEmpty || !pictures.isEmpty else { return nil }
    note(entries.count - tests.count, path)
    noteStrays(among: pictures, in: folder)
  }

  private mutating func note(_ others: Int, _ path: String) {
    if others > 0 {
      let why =
        "\(Wording.count(others, "test")) in it \(others == 1 ? "is" : "are") not described as "
        + "xcresulttool does; not listed. Export the attachments again."
      faults.append(Skipped(path, why))
    }
    for (test, name) in tests.flatMap({ test in test.others.map { (test, $0) } }) {
      let why =
        "\(printable(test.testIdentifier)): its attachment "
        + "\(name.map { printable($0) } ?? "without a file") is not described as xcresulttool "
        + "does; it is not listed."
      faults.append(Skipped(path, why))
    }
  }

  /// Reports unlisted pictures: a second export into one folder replaces the first one's list.
  private mutating func noteStrays(among pictures: [String], in folder: ListedFolder) {
    let listed = Set(
      tests.flatMap { $0.attachments.map(\.exportedFileName) + $0.others.compactMap(\.self) })
    let strays = pictures.filter { !listed.contains($0) }
    guard !strays.isEmpty, faults.isEmpty else { return }
    let why =
      "\(Wording.count(strays.count, "file")) that \(Self.name) does not name, such as "
      + "\(printable(strays.min()!)); not listed. Give each export a folder of its own."
    faults.append(Skipped(folder.path, why))
  }
}

extension FileRole {
  /// Reads the name of an attachment, as AFSnapshotTesting, swift-snapshot-testing and
  /// iOSSnapshotTestCase give it.
  init?(exhibit name: String) {
    switch name.lowercased() {
    case "reference", "reference.png", "reference image", "screenshot reference (original)":
      self = .reference
    case "failure", "failure.png", "failed image", "screenshot actual (capture)": self = .actual
    case "difference", "difference.png", "diffed image", "screenshot mismatch diff":
      self = .difference
    default: return nil
    }
  }
}

/// A name that Xcode makes from an attachment's: `<name>_<number>_<UUID>.<ending>`.
struct ExportedName {
  let name: String
  let uuid: String

  init?(_ full: String) {
    let bare = Self.isIdentifier(full.suffix(36)) ? full : stem(full)
    guard Self.isIdentifier(bare.suffix(36)) else { return nil }
    let parts = bare.dropLast(36).split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts.last == "", Int(parts[parts.count - 2]) != nil else { return nil }
    name = parts.dropLast(2).joined(separator: "_")
    uuid = String(bare.suffix(36))
  }

  static func isIdentifier(_ text: Substring) -> Bool {
    guard text.utf8.count == 36 else { return false }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }
}
