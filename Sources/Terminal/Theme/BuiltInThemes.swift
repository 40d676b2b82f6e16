import Settings

/// The built-in themes: the files in `themes/`, which the build embeds in the program.
/// Sources/Terminal/Theme/BuiltIn is a link to that folder.
package enum BuiltInThemes {
  /// The texts of the built-in themes, in the order in which the user sees them.
  package static let texts: [(name: String, text: String)] = [
    ("dark", PackageResources.dark_toml), ("light", PackageResources.light_toml),
    ("high-contrast", PackageResources.high_contrast_toml),
    ("colour-blind", PackageResources.colour_blind_toml),
  ].map { ($0, String(decoding: $1, as: UTF8.self)) }

  static func theme(_ name: String) -> Theme? {
    guard let entry = texts.first(where: { $0.name == name }) else { return nil }
    do throws(SettingsError) {
      return try Theme(parsing: entry.text, file: "themes/\(name).toml")
    } catch {
      // The text is part of the program, and a test reads all of them.
      preconditionFailure(error.detail)
    }
  }
}
