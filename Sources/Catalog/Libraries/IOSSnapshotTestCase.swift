import Base
import DiffEngine

extension Library {
  /// A folder of failures with a subfolder for each class, next to a folder of references for each
  /// word size of the processor or for each system.
  static let uber = Library(
    layout: .uber, title: "iOSSnapshotTestCase",
    presets: [
      Preset(
        actual: [failed], reference: ["**/{home}/{file}/{name}.{ext}"],
        difference: ["{file}/diff_{name}.{ext}"], copy: [reference], join: .pixels, proof: .folder,
        ownsFolder: true, needsNoActual: true,
        usual: ["{name}@1x.{ext}", "{name}@2x.{ext}", "{name}@3x.{ext}"],
        suites: Preset.Suites(shown: "ReferenceImages*", rank: rank))
    ],
    references: { failures in
      let parent = Paths.parent(failures)
      // Leave out links, which can lead anywhere.
      let folders = { (path: String) in
        ((try? ListedFolder(reading: path))?.folders ?? []).sorted()
          .filter(ReferenceFolders.isUberFolder).map { Paths.join(path, $0) }
      }
      // If a path ends in a slash, the suffix becomes a separate folder.
      return folders(parent).flatMap { [$0] + folders($0) }
    }, kinds: [.uber], homes: ["**/ReferenceImages*/**"],
    axes: ["*_{os}_*_{size}@{scale}", "*@{scale=1x|2x|3x}"], variable: "IMAGE_DIFF_DIR",
    logLine: line)

  private static let failed: Template = "{file}/failed_{name}.{ext}"
  private static let reference: Template = "{file}/reference_{name}.{ext}"

  /// The suffixes of the folders' names, in the order in which the library tries them.
  @Sendable private static func rank(_ folder: String) -> Int? {
    guard ReferenceFolders.isUberFolder(folder) else { return nil }
    let prefix = ReferenceFolders.uberPrefix
    let suffix = folder.hasPrefix(prefix) ? folder.dropFirst(prefix.count) : folder.suffix(3)
    return ["_64", "_32", ""].firstIndex(of: suffix) ?? 3
  }

  /// The failure in the library's `ksdiff "…/reference_x" "…/failed_x"`.
  @Sendable private static func line(_ line: LogLine) -> LoggedFailure? {
    let paths = line.quotedPaths
    guard paths.count == 2, let (home, gaps) = failed.match(path: paths[1]),
      reference.path(home, gaps) == paths[0]
    else { return nil }
    return LoggedFailure(.uber, paths[1], precedesError: true)
  }
}
