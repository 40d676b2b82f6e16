import Base
import Catalog
import DiffEngine
import Review

/// Everything that needs a decision, as briefly as possible, since a coding agent pays for every
/// word.
extension CauseReport {
  /// Writes the causes with their cases, omitting what is empty or follows from the rest.
  func writeBriefly(_ emit: @escaping (String) -> Void) {
    let causes = sections.map { section in
      JSON.present([
        ("id", .string(section.name)), ("text", .string(section.title)),
        ("noise", section.cause.isNoise ? .bool(true) : .null),
        ("cases", .array(section.reports.map { $0.brief() })),
      ])
    }
    let unseen = notes.unseen
    let whole = JSON.present([
      ("schema", .int(1)), ("causes", .array(causes)),
      ("uncompared", .array(cards.filter { !$0.isDecision }.flatMap(\.reports).map { $0.brief() })),
      ("skipped", unseen.json), ("undecided", .int(tally.undecided)),
    ])
    emit(whole.text + "\n")
  }
}

extension CaseReport {
  /// The case with what was decided. Only about a rejected case does someone need to know more.
  var decidedBrief: JSON {
    decision?.decision == .rejected ? brief(cause: causeJSON) : .present(decided)
  }

  private var decided: [(key: String, value: JSON)] {
    [
      ("id", .string(snapshot.id)),
      ("decision", decision.map { .string($0.decision.rawValue) } ?? .null),
      ("note", decision.flatMap { $0.note.isEmpty ? nil : .string($0.note) } ?? .null),
    ]
  }

  /// - Parameter cause: The cause, unless it is given elsewhere.
  func brief(cause: JSON = .null) -> JSON {
    let isImage = change != nil && comparison.mismatched > 0
    return .present(
      decided + [
        ("cause", cause),
        ("verdict", verdict == .mismatch ? .null : .string(verdict.rawValue)),
        ("mismatched", isImage ? .int(comparison.mismatched) : .null),
        ("maxDeltaE", comparison.maxDeltaE.map { .double(($0 * 10).rounded() / 10) } ?? .null),
        ("obstacle", .optional(snapshot.obstacle)), ("error", .optional(sentence)),
        ("remarks", .array(remarks.map(JSON.string))),
      ])
  }
}

extension JSON {
  /// Returns an object with the members that are not empty.
  static func present(_ members: [(key: String, value: JSON)]) -> JSON {
    .object(members.filter { $0.value != .null && $0.value != .array([]) })
  }
}
