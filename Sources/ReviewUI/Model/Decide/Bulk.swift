import Base
import Catalog
import Review

/// A question about many decisions at once. It does not change until it is answered, whatever
/// becomes known meanwhile.
package struct Bulk: Hashable, Sendable {
  package struct Scope: Hashable, Sendable {
    package var name: String
    /// The words for a single case if `name` is about several.
    var one: String?
    package var items: [Int]
    /// The cases in the order shown: those least like the others first.
    package var shown: [Int] = []
    /// The number of cases left out because another one would write the same baseline or their
    /// actuals are from another run.
    package var leftOut = 0
    /// The change in these cases, its extent, and the range of its numbers.
    var title = ""
    var extent = ""
    var numbers = ""
    /// The reason why the cases belong together, if it is not obvious.
    package var reason: String?
    /// True if the cases are only similar.
    package var isAlike = false
    /// The number of cases that clearly differ from the others.
    package var standingOut = 0
    /// The number of cases at the start of `shown` that must be on screen before an accept.
    package var forLooking = 0
    /// True if the first case shown is far from typical.
    var hasOdd = false
    /// The number of cases that are still being measured.
    var unread = 0
    /// The number of baselines to write, and a sentence on those that reports chose.
    var written = 0
    var chosenByReports: String?

    /// "49 cases of this cause", "the marked case".
    var words: String {
      if items.count == 1, let one { return one }
      return "\(Wording.count(items.count, "case")) \(name)"
    }
  }

  enum Answer: Hashable, Sendable {
    case all
    /// All but the case on screen.
    case others
  }

  /// The state of the screen before the question.
  struct Origin: Hashable, Sendable {
    var selection: Int
    var view: ViewMode
    var focus: Pane
  }

  /// The decision; nil leaves the cases undecided and moves past them.
  package var decision: Decision?
  package var scopes: [Scope]
  /// The scope of the whole list, which only `wholeKey` selects; nil if it is already chosen or
  /// adds no case to the others.
  package var whole: Scope?
  package var chosen = 0
  /// The first visible row of the cases' pictures.
  package var top = 0
  /// The number of pictures, from the first on, that have been on the screen.
  var seen = 0
  /// An answer given early, which takes effect once the required pictures have been shown.
  var answer: Answer?
  var origin: Origin
  /// True while a single case is shown in full size.
  package var isLooking = false

  static let wholeKey = Key.character("*")
  /// The key that leaves out the case on screen.
  static let othersKey = Key.character("x")

  package var scope: Scope { scopes[chosen] }

  /// True if the first pictures and all required ones have been on the screen.
  var isSeen: Bool { seen > 0 && seen >= min(scope.forLooking, scope.shown.count) }

  /// Records the pictures that are on the screen: those of the sheet, or those of one case if there
  /// is no room for a sheet.
  mutating func see(_ selection: Int, on sheet: ContactSheet?) {
    let first = sheet.map { top * $0.columns } ?? scope.shown.firstIndex(of: selection) ?? 0
    if first <= seen { seen = max(seen, first + (sheet.map { $0.columns * $0.rows } ?? 1)) }
  }

  /// "Accept 49 cases of this cause?"
  package var question: String { "\(decision?.verb ?? "Skip") \(scope.words)?" }
}

extension Bulk.Scope {
  /// "7 of 153 stand out: look at them first."; nil if none or most of them do.
  var standingOutSentence: String? {
    guard standingOut > 0, 2 * standingOut <= shown.count else { return nil }
    return "\(Wording.grouped(standingOut)) of \(Wording.grouped(shown.count)) "
      + "stand\(standingOut == 1 ? "s" : "") out: look at \(standingOut == 1 ? "it" : "them") first."
  }

  /// A sentence that says why cases are left out; nil if none are.
  var leftOutSentence: String? {
    leftOut == 0
      ? nil
      : "\(Wording.count(leftOut, "case")) \(leftOut == 1 ? "is" : "are") left out, because "
        + "another case would write the same baseline or the actual is from another run: accept one by itself."
  }
}

extension KeyMap {
  /// "u undoes it"
  var undoHint: String { "\(key(.undo)) undoes it" }

  /// The key that answers a question with yes. It is never a key that asks a question, because a
  /// key held down would answer its own question.
  package var confirmation: Character {
    let asking: [Command] = [.acceptMany, .rejectMany, .tolerateMany, .skipMany, .saveRule]
    guard case .command(let command) = match([.character("y")], in: .image),
      asking.contains(command)
    else { return "y" }
    return "Y"
  }
}
