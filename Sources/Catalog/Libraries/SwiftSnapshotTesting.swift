import Base
import DiffEngine

extension Library {
  static let pointfree = Library(
    layout: .pointfree, title: "swift-snapshot-testing",
    presets: [
      Preset(
        actual: ["{file}/{name}.{ext}"], reference: ["**/{home}/{file}/{name}.{ext}"],
        proof: .reference,
        suites: Preset.Suites(
          shown: "__Snapshots__",
          rank: { $0.hasPrefix(ReferenceFolders.pointfreePrefix) ? 0 : nil }, isLoose: true))
    ], kinds: [.pointfree], homes: ["**/__Snapshots*/**"],
    variable: "SNAPSHOT_ARTIFACTS", recording: "record: .failed")

  /// True for artifacts' names, such as "test.name.png": the library allows only one dot before the
  /// ending. A word at either end names a part of an exported failure: "test.1_difference.png".
  static func isArtifact(named file: String) -> Bool {
    guard FileKind.isSnapshot(file) else { return false }
    // Data is written without an ending: "test.1".
    let isBare = ending(of: file).dropFirst().allSatisfy(\.isNumber)
    let parts = (isBare ? file : stem(file)).split(
      separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let ends = [parts.first?.split(separator: "_").first, parts.last?.split(separator: "_").last]
    let isPart = ends.compactMap(\.self).contains { word in
      !parts.contains(word) && FileRole.word(word)?.isCommon == false
    }
    return !file.hasSuffix(".snap") && !isPart
      && !PictureFolders.isDifference(file: file)
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0 == "-" || $0 == "_" || $0.isLetter || $0.isNumber }
      }
  }
}
