/// The properties that all cases of one folder share.
struct CaseOrigin: Sendable {
  let layout: Layout
  let failures: String
  let suite: String
  /// The prefix of its cases' keys.
  let keyStart: String

  init(_ layout: Layout, failures: String, suite: String, keyStart: String) {
    (self.layout, self.failures, self.suite) = (layout, failures, suite)
    self.keyStart = keyStart
  }
}
