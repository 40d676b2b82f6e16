/// What the changes of some cases come from: every case that changed, by its cause.
///
///     let causes = causes(of: pairs.map { ChangeSignature($0.reference, $0.actual) })
///     for cause in causes.all { print(cause.id, cause.members.count, cause.text) }
package struct Causes: Hashable, Sendable {
  /// In the order of their first members.
  package var all: [Cause]
  /// Causes that look alike, of two and more: to be shown together, never decided as one unseen.
  package var families: [CauseFamily]

  package init(all: [Cause] = [], families: [CauseFamily] = []) {
    (self.all, self.families) = (all, families)
  }
}

/// Cases that changed for one reason: one decision settles them all.
package struct Cause: Hashable, Sendable, Identifiable {
  /// From 1 on, in the order of the cases: the same whenever the same cases are listed.
  package var id: Int
  /// In the order of the cases. All others are like the first, the leader.
  package var members: [Member]
  /// The names of what happened, for scripts; see `ChangeSignature.kinds`.
  package var kinds: [String]
  /// What happened to every member, in words; see `CauseWords`.
  package var text: String
  /// Nothing but rendering noise.
  package var isNoise: Bool

  /// One case of a cause.
  package struct Member: Hashable, Sendable {
    /// Its place among the signatures.
    package var index: Int
    /// Why it belongs to the leader, in words.
    package var reason: String

    package init(index: Int, reason: String) {
      (self.index, self.reason) = (index, reason)
    }
  }
}

/// Causes in which the same colours turn into the same colours.
package struct CauseFamily: Hashable, Sendable {
  /// The ids of two causes or more, in rising order.
  package var causes: [Int]
  /// What they have in common, in words.
  package var reason: String

  package init(causes: [Int], reason: String) {
    (self.causes, self.reason) = (causes, reason)
  }
}
