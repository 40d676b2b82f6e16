import Host

/// The error thrown if there is nothing to review. Its description says in one sentence what was
/// searched for and what to name instead.
package struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error. `unchanged` is not a failure: everything is as it was committed.
  package enum Reason: Hashable, Sendable {
    case missing, unreadable, empty, noCase, wrongUse, unchanged
  }

  package var reason: Reason
  package var description: String
  /// Items that were passed over and may have been cases; the description mentions them.
  package var skipped: [Skipped]

  package init(_ reason: Reason, _ description: String, skipped: [Skipped] = []) {
    (self.reason, self.description, self.skipped) = (reason, description, skipped)
  }

  static func missing(_ text: String) -> CatalogError { CatalogError(.missing, text) }
  static func noCase(_ text: String) -> CatalogError { CatalogError(.noCase, text) }
  static func unreadable(_ text: String) -> CatalogError { CatalogError(.unreadable, text) }
  static func wrongUse(_ text: String, skipped: [Skipped] = []) -> CatalogError {
    CatalogError(.wrongUse, text, skipped: skipped)
  }
  static func unchanged(_ text: String, skipped: [Skipped] = []) -> CatalogError {
    CatalogError(.unchanged, text, skipped: skipped)
  }

  /// Returns what a body reads; the error names the file and the system's reason.
  package static func reading<Value>(
    _ shown: String, _ body: () throws(SystemError) -> Value
  ) throws(CatalogError) -> Value {
    try Result(catching: body)
      .mapError { CatalogError.unreadable("\(shown): cannot be read (\($0)).") }.get()
  }
}
