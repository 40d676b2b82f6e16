/// The content of a case's files when they were read, as SHA-256 in lower-case hex.
///
/// A hash is nil if the file is absent or cannot be read.
package struct Fingerprint: Hashable, Sendable, Codable {
  package var reference: String?
  /// The actual, or the library's difference if there is no actual.
  package var actual: String?
  package var baseline: String?

  package init(reference: String? = nil, actual: String? = nil, baseline: String? = nil) {
    self.reference = reference
    self.actual = actual
    self.baseline = baseline
  }
}
