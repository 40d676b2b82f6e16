import DiffEngine

/// What changed in a case.
package enum CaseChange: Hashable, Sendable {
  case image(ChangeSignature)
  /// Of a case whose actual is known outside of its mismatches alone.
  case mask(MaskChange)
  case text(TextDifference)

  /// nil where nothing changed.
  package static func image(of signature: ChangeSignature?) -> CaseChange? {
    signature.flatMap { $0.isEmpty ? nil : .image($0) }
  }

  /// nil where nothing changed.
  package static func text(of difference: TextDifference) -> CaseChange? {
    difference.changedLines > 0 ? .text(difference) : nil
  }

  /// The names of what happened, for scripts; see `ChangeSignature.kinds`.
  package var kinds: [String] {
    switch self {
    case .image(let signature): signature.kinds
    case .mask: ["mask"]
    case .text: ["text"]
    }
  }

  /// What happened, in words: "text black → white, 37 places"; escape it for a terminal.
  package var text: String {
    switch self {
    case .image(let signature): signature.causeText
    case .mask(let change): change.text
    case .text(let difference): difference.causeText
    }
  }

  /// Why another case has the same cause, in words; nil where it has not.
  package func sharedCause(with other: CaseChange) -> String? {
    switch (self, other) {
    case (.image(let first), .image(let second)): first.sharedCause(with: second)
    case (.mask(let first), .mask(let second)): first.key == second.key ? first.reason : nil
    case (.text(let first), .text(let second)):
      first.changedWords == second.changedWords ? Self.sameWords : nil
    default: nil
    }
  }

  static let sameWords = "the same words changed"

  /// Nothing but rendering noise.
  package var isNoise: Bool {
    if case .image(let signature) = self { signature.isNoise } else { false }
  }
}

extension TextDifference {
  /// What went and what came, in order, without the words around it.
  var changedWords: [String] {
    lines.filter { $0.kind != .same }.flatMap { line in
      line.pieces.filter(\.changed).map { "\(line.kind.rawValue) \($0.text)" }
    }
  }

  /// "“Cancel” → “Close”" where that is all, else how many lines.
  fileprivate var causeText: String {
    let changed = lines.filter { $0.kind != .same }
    let removed = changed.filter { $0.kind == .removed }.flatMap { $0.pieces.filter(\.changed) }
    let added = changed.filter { $0.kind == .added }.flatMap { $0.pieces.filter(\.changed) }
    let longest = 24
    if removed.count == 1, added.count == 1,
      [removed[0], added[0]].allSatisfy({ (1...longest).contains($0.text.count) })
    {
      return "“\(removed[0].text)” → “\(added[0].text)”"
    }
    return Wording.count(changedLines, "changed line")
  }
}
