import Base
import DiffEngine
import Host

/// Everything that the program knows about one snapshot library. Each library is a value in a file
/// of `Libraries`; searching, showing, proposing and writing follow from it.
struct Library: Sendable {
  /// The library's name on the command line, in rules and in the journal.
  let layout: Layout
  let title: String
  /// The names that the library gives a failure's files; several presets if they vary with its
  /// version or settings.
  var presets: [Preset] = []
  /// Returns the folders of references for a folder of failures; nil if the presets determine them.
  var references: (@Sendable (_ failures: String) -> [String])?
  /// The strategy that it uses unless its test sets another; nil for libraries that compare
  /// exactly, or whose tests always set one.
  var strategy: Strategy?
  /// The strategies that its tests support; nil if `strategy` is the only one.
  var kinds: [Strategy.Kind]?
  /// Patterns for paths, from a repository's root, that only its references have.
  var homes: [String] = []
  /// Patterns of the names that it generates itself; see `AxisPattern`.
  var axes: [String] = []
  /// A sentence to show for each of its cases.
  var remark: String?
  /// The environment variable that sets the folder of its failures.
  var variable: String?
  /// The setting that makes a failed run overwrite the baseline.
  var recording: String?
  /// True if its difference is the actual with the mismatches painted over; see
  /// `DifferencePicture`.
  var paintsDifferences = false
  /// Reads a line of a log that names a failure's files.
  var logLine: (@Sendable (LogLine) -> LoggedFailure?)?
  /// Folders that a run writes, which never hold baselines.
  var outputs: [String] = []

  /// The strategies that its tests support; nil if the library does not determine them.
  var testKinds: [Strategy.Kind]? { kinds ?? strategy.map { [$0.kind] } }

  /// Returns the folders of references for a folder of failures, whatever was opened.
  func prescribed(beside failures: String) -> [String] {
    references?(failures)
      ?? presets.flatMap { $0.prescribed(beside: failures) }
      // Leave out links, which can lead anywhere.
      .filter { place in (try? Paths.real(place)).map { $0 == place } ?? true }
  }
}
