package struct TextPiece: Hashable, Sendable, Codable {
  package var text: String
  /// True if this part, rather than the whole line, differs.
  package var changed: Bool
}
