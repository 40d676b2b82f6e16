/// What the cases of one folder have in common.
struct CaseOrigin: Sendable {
  let layout: Layout
  let failures: String
  let suite: String
  /// What the keys of its cases begin with.
  let keyStart: String

  init(_ layout: Layout, failures: String, suite: String, keyStart: String) {
    (self.layout, self.failures, self.suite) = (layout, failures, suite)
    self.keyStart = keyStart
  }
}
