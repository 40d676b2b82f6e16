import Catalog
import Host
import Settings

extension Theme {
  /// The theme for dark terminals; also the default if the background is unknown.
  package static let dark = BuiltInThemes.theme("dark") ?? Theme(name: "plain")
  package static let light = BuiltInThemes.theme("light") ?? dark

  /// The names that `named` accepts in addition to those of files.
  package static var builtInNames: [String] { BuiltInThemes.texts.map(\.name) }

  /// Returns the theme with that name or in that file.
  ///
  /// A name is first looked up in `~/.config/snapreview/themes`, so that users can replace `dark`;
  /// `color-blind` also finds `colour-blind`.
  ///
  /// - Parameter name: A name, or the path of a TOML file, which contains a `/` or ends in `.toml`.
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
