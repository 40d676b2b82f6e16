import Changes

/// Describes the change of all cases of a cause, images or texts, in words that are true of each.
package struct CaseCauseWords: Sendable {
  private let first: CaseChange
  private var images: CauseWords?

  package init(_ first: CaseChange) {
    self.first = first
    if case .image(let signature) = first { images = CauseWords(signature.change) }
  }

  package mutating func add(_ change: CaseChange) {
    if case .image(let signature) = change { images?.add(signature.change) }
  }

  /// What else happened in the cases, in words; nil if that is not known.
  package var rest: String? { images?.rest }

  /// The words, "text black → white"; escape them for a terminal.
  package var text: String { images?.text ?? first.text }
}
