import Changes
import TestSupport

/// Every case that changed, by the cause of its change.
///
///     let causes = causes(of: pairs.map { ChangeSignature($0.reference, $0.actual) })
///     for cause in causes.all { print(cause.id, cause.members.count, cause.text) }
struct Causes: Hashable, Sendable {
  /// The causes, in the order of their first members.
  var all: [Cause] = []
  /// Causes that look alike, of two and more: to be shown together, never decided as one unseen.
  var families: [CauseFamily] = []
}

/// Cases that changed for one reason: one decision settles them all.
struct Cause: Hashable, Sendable, Identifiable {
  /// A number from 1 on, in the order of the cases: the same whenever the same cases are listed.
  var id: Int
  /// The members in the order of the cases. All others are like the first, the leader.
  var members: [Member]
  /// The names of what happened, for scripts; see `ChangeSignature.kinds`.
  var kinds: [String]
  /// The change of every member, in words; see `CauseWords`.
  var text: String
  /// True if the change is nothing but rendering noise.
  var isNoise: Bool

  /// One case of a cause.
  struct Member: Hashable, Sendable {
    /// Its place among the signatures.
    var index: Int
    /// The reason why it belongs to the leader, in words.
    var reason: String
  }
}

/// Groups changes by their causes; see `CauseFinder`.
///
/// - Parameter signatures: nil for a case without two images; in no cause, as are changes that are
///   empty.
func causes(of signatures: [ChangeSignature?]) -> Causes {
  var all: [Cause] = []
  var words: [CauseWords] = []
  var finder = CauseFinder()
  for (index, signature) in signatures.enumerated() {
    guard let signature, !signature.isEmpty else { continue }
    let (cause, reason) = finder.add(signature)
    if let reason {
      all[cause].members.append(Cause.Member(index: index, reason: reason))
      words[cause].add(signature.change)
    } else {
      let leader = Cause.Member(index: index, reason: "the first of its kind")
      all.append(
        Cause(
          id: all.count + 1, members: [leader], kinds: signature.kinds, text: "",
          isNoise: signature.isNoise))
      words.append(CauseWords(signature.change))
    }
  }
  for index in all.indices { all[index].text = words[index].text }
  let families = finder.families.map { family in
    var family = family
    family.looks = finder.looks(of: family.causes.map { $0 - 1 }).map { $0.numbered($0.cause + 1) }
    return family
  }
  return Causes(all: all, families: families)
}

/// True if one decision would settle both changes.
func areTogether(_ first: ChangeSignature, _ second: ChangeSignature) -> Bool {
  causes(of: [first, second]).all.count == 1
}

extension ChangeSignature {
  init(_ before: InkScene, _ after: InkScene) {
    self.init(before.image(), after.image())
  }
}
