extension ChangeKinds {
  /// True if only rendering noise happened.
  package var isNoise: Bool { size == .same && tallies.isEmpty && noise != nil }

  /// True if both changed in the same way: every kind of change in one has a counterpart in the
  /// other. Even the smallest share counts, so a bug next to noise is never taken for noise.
  package func isLike(_ other: ChangeKinds) -> Bool {
    guard !isScattered, !other.isScattered, size.isLike(other.size) else { return false }
    guard hasLikes(in: other), other.hasLikes(in: self) else { return false }
    // A word that became bolder beside a change is as visible as it is alone.
    return noise == other.noise || ![noise, other.noise].contains { $0?.isVisible == true }
  }

  /// True if every kind of change has a counterpart among known ones, and no other change is left:
  /// for example, a case that shows some colours of a changed palette.
  package func isCovered(by known: [KindTally]) -> Bool {
    size == .same && !tallies.isEmpty && isProven && !isScattered
      && tallies.allSatisfy { tally in known.contains { tally.isLike($0) } }
  }

  /// True if something that changed in one of both is unchanged at its place in the other.
  fileprivate func isMissing(_ other: ChangeKinds) -> Bool {
    tallies.contains { tally in
      other.tallies.contains { tally.kind.name == $0.kind.name && tally.isMissing($0) }
    }
  }

  /// True if a like change has other numbers of places, and one of both may have missed some.
  fileprivate func mayMiss(_ other: ChangeKinds) -> Bool {
    tallies.contains { tally in
      !other.tallies.contains { tally.isLike($0) && !tally.mayMiss($0) }
    }
  }

  private func hasLikes(in other: ChangeKinds) -> Bool {
    tallies.allSatisfy { tally in other.tallies.contains { tally.isLike($0) } }
  }

  /// The reason why cases have one cause, such as "black → white in each".
  package var sharedReason: String {
    let parts =
      size.words
      + tallies.map { tally in
        tally.isUnnamed ? "the same patch replaced" : tally.kind.words
      }
    if parts.isEmpty { return "rendering noise in each" }
    return parts.prefix(3).joined(separator: "; ") + " in each"
  }
}

extension ChangeSignature {
  /// Returns the reason why the other change has the same cause, in words; nil if it does not, or
  /// if either is empty.
  ///
  /// Either its pixels or its kinds of change show it.
  package func sharedCause(with other: ChangeSignature) -> String? {
    relation(to: other).flatMap { $0.mayMiss ? nil : $0.reason }
  }

  /// Returns the reason why the other is the same change; `mayMiss` is true if one of both may have
  /// missed a place, so that they are two causes that look alike.
  func relation(to other: ChangeSignature) -> (reason: String, mayMiss: Bool)? {
    guard !isEmpty, !other.isEmpty else { return nil }
    // This comes last, because few cases get this far.
    guard let reason = likeness(to: other),
      !change.isMissing(other.change)
    else { return nil }
    return (reason, !isIdentical(to: other) && change.mayMiss(other.change))
  }

  private func likeness(to other: ChangeSignature) -> String? {
    if isIdentical(to: other) { return "pixel for pixel the same change" }
    if let noise {
      guard let its = other.noise, noise.isLike(its) else { return nil }
      return "only noise of the same strength: scattered pixels, hardly off, no cluster"
    }
    return change.isLike(other.change) ? change.sharedReason : nil
  }

  /// The kinds of the changes, as names for scripts: `noise`, `nudged`, `recolour`, `moved`,
  /// `appeared`, `vanished`, `redrawn`, `reshaped`, `replaced`, `rescaled`, `size`, `alpha`. Noise
  /// is named only if there is nothing else; the list is empty if nothing changed.
  package var kinds: [String] { change.names }

  /// The changes in words: "text black → white, 37 places".
  package var causeText: String { change.text }

  /// The regions with the most changed pixels, at most 48, each with its kind.
  package var regions: [KindRegion] { change.regions }

  /// True if only rendering noise changed.
  package var isNoise: Bool { change.isNoise || change.isScattered }
}
