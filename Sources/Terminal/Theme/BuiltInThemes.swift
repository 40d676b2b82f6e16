import Settings

/// The themes that every snapreview has. Their texts stand in `themes/`, for people to read and to
/// start from; `themes/embed` copies them here.
package enum BuiltInThemes {
  /// In the order in which they are offered.
  package static let texts: [(name: String, text: String)] = [
    ("dark", dark), ("light", light), ("high-contrast", highContrast),
    ("colour-blind", colourBlind),
  ]

  static func theme(_ name: String) -> Theme? {
    guard let entry = texts.first(where: { $0.name == name }) else { return nil }
    do throws(SettingsError) {
      return try Theme(parsing: entry.text, file: "themes/\(name).toml")
    } catch {
      // Part of the program; a test reads all of them.
      preconditionFailure(error.description)
    }
  }
}
