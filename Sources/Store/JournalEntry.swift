import Base
import Host

/// One line of the journal.
///
/// A change of a file takes two lines: one before it and one after it. If the second is missing,
/// the hashes tell what happened. Paths are relative to the home of the baselines, so that a copied
/// or moved project keeps its decisions. No line determines where a baseline may be written.
package struct JournalEntry: Codable, Hashable, Sendable {
  package enum Event: String, Codable, Sendable {
    /// The operation is about to happen; if it changes no file, this is its only line.
    case begin
    /// The file change of operation `id` is on disk.
    case done
    /// The file change of operation `id` did not happen.
    case dropped
  }

  package enum Action: String, Codable, Sendable { case decide, undo, redo }

  /// Versions 1 and 2 were kept next to the failures.
  package static let currentVersion = 3

  package var v = currentVersion
  package var event: Event
  /// The operation, counted from 1.
  package var id: Int
  package var action: Action?
  /// Seconds since 1970.
  package var at: Double?
  /// The decision, if the action is `decide`.
  package var decision: DecisionEntry?
  /// The `decide` operation that this one undoes or redoes.
  package var of: Int?
  package var file: FileChange?
  /// The decision's files with their current stamps, if the event is `done`.
  package var files: TiedFiles?

  package init(_ event: Event, id: Int) {
    self.event = event
    self.id = id
  }
}

/// A decision on one case, with the files that it was made on.
package struct DecisionEntry: Codable, Hashable, Sendable {
  package var failures: String
  /// `StoredCase.key`.
  package var key: String
  /// The archive, log or address that the failures came by.
  package var source: String?
  /// The case's display name at the time of the decision.
  package var caseID: String
  package var decision: Decision
  package var note: String
  package var batch: String?
  /// The files' content after the decision is carried out.
  package var files: TiedFiles
  package var baseline: String?
  /// The baseline that an acceptance replaced.
  package var kept: KeptBaseline?

  /// The hash of the failure that was decided on. If the run had put the actual in the baseline's
  /// place, rejecting it has replaced the actual itself.
  var failure: String? {
    guard decision != .accepted, let kept, files.actual?.hash == files.baseline?.hash else {
      return files.actual?.hash
    }
    return kept.hash
  }

  /// The names by which a later run finds the decision.
  var subjects: [String] { StoredCase.subjects(baseline: baseline, failures: failures, key: key) }
}

/// Hashes of a case's files, and stamps that show that a file is unchanged without reading it.
package struct TiedFiles: Codable, Hashable, Sendable {
  package struct File: Codable, Hashable, Sendable {
    package var hash: String
    package var stamp: FileStamp?
  }

  package var reference: File?
  package var actual: File?
  package var baseline: File?
  /// The library's difference image, if that is what identifies another run.
  package var difference: File?

  /// True if the actual is the baseline, because it was accepted and written or already there.
  var areInPlace: Bool { actual != nil && actual?.hash == baseline?.hash }
}

extension TiedFiles.File {
  /// Ignores a stamp of another version; the file is then read instead.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    hash = try container.decode(String.self, forKey: .hash)
    stamp = try? container.decodeIfPresent(FileStamp.self, forKey: .stamp)
  }
}

package struct KeptBaseline: Codable, Hashable, Sendable {
  /// The hash of the baseline; nil if there was none.
  package var hash: String?
  /// Folders that the acceptance made, outermost first.
  package var folders: [String]
}

/// An operation's effect on one baseline; a nil hash means that the baseline is absent.
package struct FileChange: Codable, Hashable, Sendable {
  package var path: String
  package var before: String?
  package var after: String?
  /// The name of the temporary file, next to the baseline, that holds the new bytes until the
  /// rename.
  package var temporary: String?
  /// Folders that are made for the change, outermost first.
  package var makes: [String] = []
  /// Folders that are removed after the change if they are empty, outermost first.
  package var removes: [String] = []
}
