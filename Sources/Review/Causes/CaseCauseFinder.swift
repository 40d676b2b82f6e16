import Changes
import DiffEngine

/// Finds the cause of every case, image or text, one after the other. For the same cases in the
/// same order, causes get the same numbers on the screen and in every command.
package struct CaseCauseFinder: Sendable {
  private var images = CauseFinder()
  /// The number of each image cause among all causes.
  private var imageCauses: [Int] = []
  private var others: [OtherChange: Int] = [:]
  private var count = 0

  /// A change, other than one between images, that several cases can share.
  private enum OtherChange: Hashable {
    case mask(ContentKey)
    case text([String])
    case flaky
  }

  package init() {}

  /// A cause's number, counted from 1 in the order of first cases, and the reason why a case
  /// belongs to it, which is nil for the first case.
  package typealias Cause = (id: Int, reason: String?)

  package mutating func add(_ change: CaseChange) -> Cause {
    switch change {
    case .image(let signature):
      let (cause, reason) = images.add(signature)
      if cause == imageCauses.count { imageCauses.append(newID()) }
      return (imageCauses[cause], reason)
    case .mask(let change): return add(.mask(change.key), change.reason)
    case .text(let text): return add(.text(text.changedWords), CaseChange.sameWords)
    case .flaky: return add(.flaky, CaseChange.bothFlaky)
    }
  }

  private mutating func add(_ change: OtherChange, _ reason: String) -> Cause {
    if let id = others[change] { return (id, reason) }
    let id = newID()
    others[change] = id
    return (id, nil)
  }

  /// Causes that look alike, by their numbers.
  package var families: [CauseFamily] {
    images.families.map { family in
      let places = family.causes.map { $0 - 1 }
      return CauseFamily(
        causes: places.map { imageCauses[$0] }, reason: family.reason,
        looks: images.looks(of: places).map { $0.numbered(imageCauses[$0.cause]) })
    }
  }

  private mutating func newID() -> Int {
    count += 1
    return count
  }
}
