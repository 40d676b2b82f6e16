import DiffEngine

/// The change of all cases of a cause, images or texts, in words that are true of each.
package struct CaseCauseWords: Sendable {
  private let first: CaseChange
  private var images: CauseWords?
  /// The words for the same tests in other themes or at other scales, each with its name.
  private var variants: [(name: String, words: CauseWords)] = []

  package init(_ first: CaseChange) {
    self.first = first
    if case .image(let signature) = first { images = CauseWords(signature.change) }
  }

  /// - Parameter variant: As `CaseCauseFinder.add` names it.
  package mutating func add(_ change: CaseChange, variant: String?) {
    guard case .image(let signature) = change else { return }
    guard let variant else {
      images?.add(signature.change)
      return
    }
    if let place = variants.firstIndex(where: { $0.name == variant }) {
      variants[place].words.add(signature.change)
    } else {
      variants.append((variant, CauseWords(signature.change)))
    }
  }

  /// True if it is known that nothing else changed in any of the cases.
  package var areProven: Bool {
    (images?.areProven ?? false) && variants.allSatisfy(\.words.areProven)
  }

  /// The words, "text black → white; in dark: text white → black"; escape them for a terminal.
  package var text: String {
    guard let own = images?.text else { return first.text }
    let others = variants.filter { $0.words.text != own }.map { "\($0.name): \($0.words.text)" }
    return ([own] + others).joined(separator: "; ")
  }
}
