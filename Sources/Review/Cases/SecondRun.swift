import Base
import Catalog
import Host

/// The command that makes AFSnapshotTesting write the actuals of failing tests.
///
/// The library records what it renders if there is no reference. So a run with `SNAPSHOT_ARTIFACTS`
/// set to an empty folder writes all renderings there and changes nothing else.
package struct SecondRun: Hashable, Sendable {
  /// The folder that the tests write to, as written in the command.
  package let folder: String
  /// True if actuals are found in this folder without any option.
  package let isBeside: Bool
  private let tests: [String]

  /// The maximum number of tests named one by one. Beyond it, whole classes are named, because
  /// terminals cut off longer lines.
  private static let mostTests = 12

  /// - Parameter cases: The cases; those that have an actual are ignored.
  /// - Returns: nil if no case needs the command.
  package init?(_ cases: some Sequence<SnapshotCase>) {
    let masked = cases.filter(\.isMasked)
    guard !masked.isEmpty else { return nil }
    // The library makes a URL of the path and fails if it is not a valid one.
    isBeside = Paths.workingFolder.utf8.allSatisfy(Self.isPlain)
    folder = isBeside ? "$PWD/\(ActualFolders.usualName)" : "/tmp/snapreview-actuals"
    let single = Set(masked.map { Self.test(of: $0, isWhole: false) })
    tests =
      (single.count <= Self.mostTests
      ? single : Set(masked.map { Self.test(of: $0, isWhole: true) })).sorted()
  }

  /// The shell command; the reader adds scheme and destination.
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

  /// True if a byte need not be escaped in a URL.
  private static func isPlain(_ byte: UInt8) -> Bool {
    isOfIdentifier(byte)
      || [UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-")].contains(byte)
  }
}
