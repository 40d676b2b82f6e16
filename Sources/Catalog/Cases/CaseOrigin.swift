/// The properties that all cases of one folder share.
struct CaseOrigin: Sendable {
  let layout: Layout
  let failures: String
  let suite: String
  /// The prefix of the cases' keys.
  let keyStart: String
}
