import Catalog
import DiffEngine

/// Finds the cause of every case, image or text, one after the other: for the same cases in the
/// same order, causes have the same numbers on the screen and in every command.
package struct CaseCauseFinder: Sendable {
  private var images = CauseFinder()
  /// The number of each cause of images among all causes, and the name of the variant that it is of
  /// another one.
  private var imageCauses: [(id: Int, variant: String?)] = []
  private var variants = TestVariants()
  private var masks: [ContentKey: Int] = [:]
  private var texts: [[String]: Int] = [:]
  private var flaky: Int?
  private var count = 0

  package init() {}

  /// A cause's number, from 1 in the order of the first cases, and why a case has it; nil for the
  /// first. `variant` names the theme or the scale of cases that have the cause of the same test in
  /// another one, such as "in dark".
  package typealias Cause = (id: Int, reason: String?, variant: String?)

  package mutating func add(
    _ change: CaseChange, of snapshot: SnapshotCase
  ) -> Cause {
    if case .image(let signature) = change { return add(signature, of: snapshot) }
    let (id, reason) = add(change)
    return (id, reason, nil)
  }

  private mutating func add(
    _ signature: ChangeSignature, of snapshot: SnapshotCase
  ) -> Cause {
    var (cause, reason) = images.add(signature)
    if reason == nil {
      let match = signature.isNoise ? nil : variants.match(for: signature.change, of: snapshot)
      reason = match?.reason
      imageCauses.append((match?.cause ?? newID(), match?.name))
    }
    let (id, variant) = imageCauses[cause]
    if !signature.isNoise { variants.add(signature.change, of: snapshot, cause: id) }
    return (id, reason, variant)
  }

  private mutating func add(_ change: CaseChange) -> (id: Int, reason: String?) {
    switch change {
    case .image: preconditionFailure("images have another way")
    case .mask(let change):
      if let id = masks[change.key] { return (id, change.reason) }
      let id = newID()
      masks[change.key] = id
      return (id, nil)
    case .text(let difference):
      let words = difference.changedWords
      if let id = texts[words] { return (id, CaseChange.sameWords) }
      let id = newID()
      texts[words] = id
      return (id, nil)
    case .flaky:
      if let flaky { return (flaky, CaseChange.bothFlaky) }
      let id = newID()
      flaky = id
      return (id, nil)
    }
  }

  /// The causes that look alike, by their numbers.
  package var families: [CauseFamily] {
    images.families.compactMap { family in
      let causes = Set(family.causes.map { imageCauses[$0 - 1].id }).sorted()
      return causes.count > 1 ? CauseFamily(causes: causes, reason: family.reason) : nil
    }
  }

  private mutating func newID() -> Int {
    count += 1
    return count
  }
}
