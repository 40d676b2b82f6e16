import Base
import Host

/// Xcode's bundles of test results, whose attachments only Xcode's own tool can export.
package enum ResultBundle {
  /// The program of macOS that starts the tools of the selected Xcode.
  package static let tool = "/usr/bin/xcrun"

  static func isBundle(_ place: GivenPath) -> Bool {
    place.kind == .folder && isBundle(place.path)
  }

  static func isBundle(_ folder: String) -> Bool { folder.lowercased().hasSuffix(".xcresult") }

  /// Returns the folder of the bundle that a file in an archive belongs to, "" for the whole archive:
  /// "Run.xcresult/Info.plist", or "Data/data.0~abc", as runners pack a bundle without its name.
  static func bundle(around parts: [String]) -> String? {
    let count =
      parts.dropLast().firstIndex(where: isBundle).map { $0 + 1 }
      ?? (parts.count > 1 && parts[parts.count - 2] == "Data"
        && ["data.0~", "refs.0~"].contains(where: parts[parts.count - 1].hasPrefix)
        ? parts.count - 2 : nil)
    return count.map { parts[..<$0].joined(separator: "/") }
  }

  static let packed =
    "a result bundle of Xcode, which Xcode's own tool reads. Unpack it on a Mac into a folder whose "
    + "name ends in .xcresult, and open that."

  /// Returns the file in a bundle that differs from run to run.
  static func identity(of bundle: String) -> String { Paths.join(bundle, "Info.plist") }

  static func command(_ bundle: String, to folder: String) -> [String] {
    ["xcresulttool", "export", "attachments", "--path", bundle, "--output-path", folder]
  }

  /// Says how to get its attachments, in words that follow its name.
  static func advice(_ shown: String) -> String {
    let output = shown + ".attachments"
    let words = (["xcrun"] + command(shown, to: output)).map(Shell.quoted).joined(separator: " ")
    return "a result bundle of Xcode, which Xcode's own tool reads. On a Mac: \(words); then: "
      + "snapreview \(Shell.quoted(output))"
  }

  /// Exports the attachments and their manifest to a folder that the tool creates.
  static func export(
    _ bundle: String, shown: String, to folder: String, by tool: String
  ) throws(CatalogError) {
    let reason: String
    do throws(SystemError) {
      try Disk.real.makeFolders(to: Paths.parent(folder), mode: 0o700)
      let child = try ChildProcess(
        [tool] + command(bundle, to: folder), environment: ChildProcess.ownEnvironment)
      _ = child.rest()
      if child.end() == 0 { return }
      reason = child.complaint
    } catch {
      reason = "\(error)."
    }
    throw .unreadable(
      "\(shown): Xcode's tool does not export its attachments: \(reason) Nothing was opened. "
        + "Is the test run over, and is this the Xcode that made it (xcode-select -p)?")
  }
}
