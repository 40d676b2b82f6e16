import Base
import Catalog
import Changes
import DiffEngine

package enum CaseChange: Hashable, Sendable {
  case image(ChangeSignature)
  /// The change of a case whose actual is only known outside its mismatches.
  case mask(MaskChange)
  case text(TextDifference)
  /// A change that another run of the same tests does not show.
  indirect case flaky(CaseChange)

  /// The change of an image or a text; nil if nothing changed.
  package static func image(of signature: ChangeSignature?) -> CaseChange? {
    signature.flatMap { $0.isEmpty ? nil : .image($0) }
  }

  /// The change of an image or a text; nil if nothing changed.
  package static func text(of difference: TextDifference) -> CaseChange? {
    difference.changedLines > 0 ? .text(difference) : nil
  }

  /// Returns the change shown by a case's files, marked as flaky if the case passed in another run.
  package static func shown(_ change: CaseChange?, in snapshot: SnapshotCase) -> CaseChange? {
    snapshot.runs?.isNoise == true ? change.map(flaky) : change
  }

  /// The change between the files, flaky or not.
  package var ofFiles: CaseChange { if case .flaky(let change) = self { change } else { self } }

  /// The location of the most striking change in an image.
  package var place: PixelBox? {
    if case .image(let signature) = ofFiles { signature.regions.first?.box } else { nil }
  }

  /// The kinds of change, for scripts; see `ChangeSignature.kinds`.
  package var kinds: [String] {
    switch self {
    case .image(let signature): signature.kinds
    case .mask: ["mask"]
    case .text(let difference): [difference.sizes == nil ? "text" : "bytes"]
    case .flaky: ["flaky"]
    }
  }

  /// A description of the change: "text black → white, 37 places"; escape it for a terminal.
  package var text: String {
    switch self {
    case .image(let signature): signature.causeText
    case .mask(let change): change.text
    case .text(let difference): difference.causeText
    case .flaky: "flaky: passed in another run"
    }
  }

  /// Returns the reason why another case has the same cause; nil if it does not.
  package func sharedCause(with other: CaseChange) -> String? {
    switch (self, other) {
    case (.image(let first), .image(let second)): first.sharedCause(with: second)
    case (.mask(let first), .mask(let second)): first.key == second.key ? first.reason : nil
    case (.text(let first), .text(let second)):
      first.changedWords == second.changedWords ? Self.sameWords : nil
    case (.flaky, .flaky): Self.bothFlaky
    default: nil
    }
  }

  static let sameWords = "the same words changed"
  static let bothFlaky = "also passed in another run"

  /// True if the change is only rendering noise.
  package var isNoise: Bool {
    switch self {
    case .image(let signature): signature.isNoise
    case .flaky: true
    case .mask, .text: false
    }
  }
}

extension TextDifference {
  /// The removed and added words, in order, without unchanged ones.
  var changedWords: [String] {
    lines.filter { $0.kind != .same }.flatMap { line in
      line.pieces.filter(\.changed).map { "\(line.kind.rawValue) \($0.text)" }
    }
  }

  /// "3 changed lines"; "1 line added" if all changes are of one kind.
  package var countWords: String {
    let kinds = Set(lines.map(\.kind)).subtracting([.same])
    guard kinds.count == 1, let kind = kinds.first else {
      return Wording.count(changedLines, "changed line")
    }
    return Wording.count(changedLines, "line") + (kind == .added ? " added" : " removed")
  }

  /// The first change as "“Cancel” → “Close”" if it is short, and the number of changed lines if
  /// there are more.
  fileprivate var causeText: String {
    if let sizes { return sizes.sentence }
    let count = countWords
    guard let words = firstWords else { return count }
    return changedWords.count == 2 ? words : "\(words); \(count)"
  }

  /// The first change in words; nil if it is long, or not one part of a line that became another.
  private var firstWords: String? {
    let change = lines.drop { $0.kind == .same }.prefix { $0.kind != .same }
    guard let old = change.first(where: { $0.kind == .removed }),
      let new = change.first(where: { $0.kind == .added }),
      change.count == 2 || old.pieces.count > 1 && new.pieces.count > 1
    else { return nil }
    let longest = 24
    guard old.pieces.map(\.changed) == new.pieces.map(\.changed),
      let place = old.pieces.firstIndex(where: \.changed)
    else { return nil }
    let parts = [old, new].map { $0.pieces[place].text }
    return parts.allSatisfy { (1...longest).contains($0.count) }
      ? "“\(parts[0])” → “\(parts[1])”" : nil
  }
}
