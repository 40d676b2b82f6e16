/// Cases whose change is the same: one decision settles them all.
public struct ChangeGroup: Hashable, Sendable {
  /// One case of a group.
  public struct Member: Hashable, Sendable {
    /// Its place among the signatures.
    public var index: Int
    /// Why it is the same as the representative; `.identical` for the representative itself.
    public var reason: Sameness

    public init(index: Int, reason: Sameness) {
      self.index = index
      self.reason = reason
    }
  }

  /// Two or more in rising order; the first is the representative, to which all others relate.
  public var members: [Member]

  public init(members: [Member]) { self.members = members }
}

/// The groups of two and more, in the order of their representatives.
///
/// Every case goes to the first representative whose change is the same as its own, so the outcome
/// depends on nothing but the signatures and their order.
///
/// - Parameter signatures: nil for a case without two images; in no group, as are changes that
///   are empty.
public func groups(of signatures: [ChangeSignature?]) -> [ChangeGroup] {
  var groups: [ChangeGroup] = []
  // Only changes with equally many regions can be the same; that alone separates most cases.
  var candidates: [Int: [Int]] = [:]
  for (index, signature) in signatures.enumerated() {
    guard let signature, !signature.isEmpty else { continue }
    let kind = signature.noise == nil ? signature.regionCount : -1
    let found = candidates[kind, default: []].lazy.compactMap { group in
      signatures[groups[group].members[0].index]?.relation(to: signature).map { (group, $0) }
    }.first
    if let (group, reason) = found {
      groups[group].members.append(ChangeGroup.Member(index: index, reason: reason))
    } else {
      candidates[kind, default: []].append(groups.count)
      groups.append(ChangeGroup(members: [ChangeGroup.Member(index: index, reason: .identical)]))
    }
  }
  return groups.filter { $0.members.count > 1 }
}
