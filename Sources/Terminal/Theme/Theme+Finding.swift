import Catalog
import Host
import Settings

extension Theme {
  /// The theme for dark terminals, also used if none is asked for and the background is not known.
  package static let dark = BuiltInThemes.theme("dark") ?? Theme(name: "plain")
  package static let light = BuiltInThemes.theme("light") ?? dark

  /// The names that `named` takes beside those of files.
  package static var builtInNames: [String] { BuiltInThemes.texts.map(\.name) }

  /// The theme of that name, or in that file.
  ///
  /// A name is first looked for in `~/.config/snapreview/themes`, so that users can replace
  /// `dark`; `color-blind` is `colour-blind`.
  ///
  /// - Parameter name: A name, or the path of a TOML file: with a `/`, or ending in `.toml`.
  package static func named(_ name: String) throws(SettingsError) -> Theme {
    if name.contains("/") || name.hasSuffix(".toml") { return try read(name) }
    let own = Configuration.path("themes/\(name).toml")
    if Configuration.isThere(own) { return try read(own) }
    let plainName = name.replacing("color", with: "colour")
    if let theme = BuiltInThemes.theme(plainName) { return theme }
    let names = builtInNames.joined(separator: ", ")
    throw SettingsError(
      "theme \"\(name)\"",
      "there is none. \(Spelling.hint(name, among: builtInNames))Known: \(names), or the path of a "
        + "TOML file.")
  }

  private static func read(_ path: String) throws(SettingsError) -> Theme {
    try Theme(parsing: try Disk.real.settings(path, limit: .theme), file: path)
  }
}
