import Base
import Catalog
import Host

/// The command that makes AFSnapshotTesting write the actuals of failing tests.
///
/// The library records whatever it renders where there is no reference: a run with
/// `SNAPSHOT_ARTIFACTS` at an empty folder leaves there what the tests render, and touches nothing
/// else.
package struct SecondRun: Hashable, Sendable {
  /// The folder that the tests write to, as the command names it.
  package let folder: String
  /// True if that is where actuals are looked for without being asked.
  package let isBeside: Bool
  private let tests: [String]

  /// The most tests that are named one by one; beyond that, whole classes are named, as terminals
  /// cut longer lines.
  private static let mostTests = 12

  /// - Parameter cases: The cases; only those without an actual count.
  /// - Returns: nil where no case needs it.
  package init?(_ cases: some Sequence<SnapshotCase>) {
    let masked = cases.filter(\.isMasked)
    guard !masked.isEmpty else { return nil }
    // The library makes an address of the path and fails where that is none.
    isBeside = Paths.workingFolder.utf8.allSatisfy(Self.isPlain)
    folder = isBeside ? "$PWD/\(ActualFolders.usualName)" : "/tmp/snapreview-actuals"
    let single = Set(masked.map { Self.test(of: $0, isWhole: false) })
    tests =
      (single.count <= Self.mostTests
      ? single : Set(masked.map { Self.test(of: $0, isWhole: true) })).sorted()
  }

  /// The command for a shell; the reader adds scheme and destination.
  package var line: String {
    (["TEST_RUNNER_SNAPSHOT_ARTIFACTS=\(folder) xcodebuild test …"]
      + tests.map { "-only-testing:\($0)" }).joined(separator: " ")
  }

  /// Returns "Target/Class/test", without the test if the snapshot has a name of its own.
  private static func test(of snapshot: SnapshotCase, isWhole: Bool) -> String {
    let folders = Paths.components(snapshot.baseline?.root ?? "")
    let target = folders.last { $0.hasSuffix("Tests") }.map(String.init) ?? "YourTests"
    let isNamedAsTest =
      snapshot.name.hasPrefix("test") && snapshot.name.utf8.allSatisfy(Self.isOfIdentifier)
    let names = [target, snapshot.suite] + (isWhole || !isNamedAsTest ? [] : [snapshot.name])
    return Shell.quoted(names.joined(separator: "/"))
  }

  private static func isOfIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// True if a byte means itself in an address.
  private static func isPlain(_ byte: UInt8) -> Bool {
    isOfIdentifier(byte)
      || [UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-")].contains(byte)
  }
}
