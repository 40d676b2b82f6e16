import Base
import Catalog
import Essentials
import Host
import Store

/// A file of decisions for other machines: for each case its identity, the hashes of the bytes that
/// were decided on, and the decision, but never the bytes themselves.
struct DecisionsFile: Codable {
  struct Entry: Codable {
    var id: String
    /// The baseline's path in its project.
    var baseline: String?
    /// SHA-256 of the compared files.
    var reference: String?
    var actual: String?
    var decision: Decision
    var note: String?
    /// The user who decided.
    var by: String?
  }

  var schema: Int
  var decisions: [Entry]

  private static let version = 1
  /// The largest file that is accepted: a hundred thousand decisions.
  private static let limit = 64 << 20

  /// Creates a file with the valid decisions on some cases.
  init(_ cases: [SnapshotCase], in store: ReviewStore) {
    schema = Self.version
    let user = Environment.value("USER") ?? Environment.value("LOGNAME")
    decisions = cases.compactMap { snapshot in
      store.decided(on: snapshot).map { decided in
        let note = decided.record.note
        return Entry(
          id: snapshot.id, baseline: snapshot.placeInProject, reference: decided.reference,
          actual: decided.actual, decision: decided.record.decision,
          note: note.isEmpty ? nil : note, by: user)
      }
    }
  }

  /// - Parameter name: The file's name in messages.
  init(contentsOf path: String, shownAs name: String) throws {
    let (size, bytes): (Int, [UInt8])
    do throws(SystemError) {
      size = try FileStatus(of: path).stamp.size
      bytes = size > Self.limit ? [] : try Disk.real.read(path).bytes
    } catch {
      throw CommandFailure(.fileTrouble, "\(name): cannot be read (\(error)). Nothing was written.")
    }
    guard size <= Self.limit else {
      throw CommandFailure(
        .wrongUse,
        "\(name): too large for a file of decisions: \(Wording.grouped(size)) bytes, and at most "
          + "\(Wording.grouped(Self.limit)) are read. Nothing was written.")
    }
    guard let file = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      throw CommandFailure(
        .wrongUse,
        "\(name): not a file of decisions, as `snapreview decisions` writes them. Nothing was written."
      )
    }
    guard file.schema == Self.version else {
      throw CommandFailure(
        .wrongUse,
        "\(name): written by another version of snapreview (schema \(file.schema)). "
          + "Nothing was written.")
    }
    self = file
  }

  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array((try? encoder.encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
  }

  /// Returns the decisions on some cases by case ID, without those that contradict each other.
  func entries(for cases: [SnapshotCase]) -> [SnapshotCase.ID: Entry] {
    let places = Dictionary(
      cases.map { ($0.id, $0.placeInProject) }, uniquingKeysWith: { one, _ in one })
    let fitting = decisions.filter { places[$0.id] == .some($0.baseline) }
    return Dictionary(grouping: fitting, by: \.id).compactMapValues { $0.count == 1 ? $0[0] : nil }
  }
}
