extension Verdict {
  /// True if a case with this verdict counts as failing: accepted and tolerated ones do not.
  package func isFailing(after decision: Decision?) -> Bool {
    self != .match && decision != .accepted && decision != .tolerated
  }
}
