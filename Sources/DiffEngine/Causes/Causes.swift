/// What the changes of some cases come from: every case that changed, by its cause.
///
///     let causes = causes(of: pairs.map { ChangeSignature($0.reference, $0.actual) })
///     for cause in causes.all { print(cause.id, cause.members.count, cause.text) }
public struct Causes: Hashable, Sendable {
  /// In the order of their first members.
  public var all: [Cause]
  /// Causes that look alike, of two and more: to be shown together, never decided as one unseen.
  public var families: [CauseFamily]

  public init(all: [Cause] = [], families: [CauseFamily] = []) {
    (self.all, self.families) = (all, families)
  }
}

/// Cases that changed for one reason: one decision settles them all.
public struct Cause: Hashable, Sendable, Identifiable {
  /// From 1 on, in the order of the cases: the same whenever the same cases are listed.
  public var id: Int
  /// In the order of the cases. All others are like the first, the leader.
  public var members: [Member]
  /// The names of what happened, for scripts; see `ChangeSignature.kinds`.
  public var kinds: [String]
  /// What happened, in words; see `ChangeSignature.causeText`.
  public var text: String
  /// Nothing but rendering noise.
  public var isNoise: Bool

  /// One case of a cause.
  public struct Member: Hashable, Sendable {
    /// Its place among the signatures.
    public var index: Int
    /// Why it belongs to the leader, in words.
    public var reason: String

    public init(index: Int, reason: String) {
      (self.index, self.reason) = (index, reason)
    }
  }

  public init(id: Int, members: [Member], kinds: [String], text: String, isNoise: Bool) {
    (self.id, self.members) = (id, members)
    (self.kinds, self.text, self.isNoise) = (kinds, text, isNoise)
  }
}

/// Causes in which the same colours turn into the same colours.
public struct CauseFamily: Hashable, Sendable {
  /// The ids of two causes or more, in rising order.
  public var causes: [Int]
  /// What they have in common, in words.
  public var reason: String

  public init(causes: [Int], reason: String) {
    (self.causes, self.reason) = (causes, reason)
  }
}
