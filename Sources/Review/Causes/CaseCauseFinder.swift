import Catalog
import Changes
import DiffEngine

/// Finds the cause of every case, image or text, one after the other. For the same cases in the
/// same order, causes get the same numbers on the screen and in every command.
package struct CaseCauseFinder: Sendable {
  private var images = CauseFinder()
  /// The number of each image cause among all causes.
  private var imageCauses: [Int] = []
  private var variants = TestVariants()
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

  package mutating func add(_ change: CaseChange, of snapshot: SnapshotCase) -> Cause {
    switch change {
    case .image(let signature):
      let (cause, reason) = images.add(signature)
      if cause == imageCauses.count { imageCauses.append(newID()) }
      if !signature.isNoise {
        variants.add(signature.change, of: snapshot, cause: imageCauses[cause])
      }
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

  /// Causes that look alike, by their numbers, including causes of one test in several themes or at
  /// several scales.
  package var families: [CauseFamily] {
    let found = images.families.map { family in
      CauseFamily(causes: family.causes.map { imageCauses[$0 - 1] }, reason: family.reason)
    }
    let places = Dictionary(uniqueKeysWithValues: zip(imageCauses, imageCauses.indices))
    return found.joined(with: variants.pairs).map { family in
      var family = family
      let looks = images.looks(of: family.causes.compactMap { places[$0] })
      family.looks = looks.map { $0.numbered(imageCauses[$0.cause]) }
      return family
    }
  }

  private mutating func newID() -> Int {
    count += 1
    return count
  }
}
