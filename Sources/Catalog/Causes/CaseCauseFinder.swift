/// Finds the cause of every case, image or text, one after the other: for the same cases in the
/// same order, causes have the same numbers on the screen and in every command.
package struct CaseCauseFinder: Sendable {
  private var images = CauseFinder()
  /// The number of each cause of images among all causes.
  private var imageIDs: [Int] = []
  private var masks: [ContentKey: Int] = [:]
  private var texts: [[String]: Int] = [:]
  private var flaky: Int?
  private var count = 0

  package init() {}

  /// - Returns: The cause's number, from 1 in the order of the first cases, and why the case has
  ///   it; nil for the first.
  package mutating func add(_ change: CaseChange) -> (id: Int, reason: String?) {
    switch change {
    case .image(let signature):
      let (cause, reason) = images.add(signature)
      if reason == nil { imageIDs.append(newID()) }
      return (imageIDs[cause], reason)
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
    images.families.map { family in
      CauseFamily(causes: family.causes.map { imageIDs[$0 - 1] }, reason: family.reason)
    }
  }

  private mutating func newID() -> Int {
    count += 1
    return count
  }
}
