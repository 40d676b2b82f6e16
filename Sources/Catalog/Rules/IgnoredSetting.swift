import Base
import DiffEngine
import Host
import PNGCodec
import Pixels
import Settings

/// The areas that a section of a rules file excludes from the comparison.
enum IgnoredSetting: Hashable, Sendable {
  case areas([IgnoredAreas.Area])
  /// A picture whose painted pixels are excluded; the mask is nil until the picture is read.
  case picture(String, line: Int?, PaintedMask?)

  var setting: String {
    switch self {
    case .areas: areas.setting
    case .picture(let path, _, _): SettingsEditor.quoted(path)
    }
  }

  var areas: IgnoredAreas {
    switch self {
    case .areas(let areas): IgnoredAreas(areas)
    case .picture(_, _, let mask): IgnoredAreas(mask: mask)
    }
  }

  private static let form =
    "a list of areas such as [{x = 0, y = 0, width = \"100%\", height = 44}] or a picture such as "
    + "\"mask.png\""

  init(_ setting: Setting) throws(SettingsError) {
    switch setting.value {
    case .text(let path) where !path.isEmpty: self = .picture(path, line: setting.line, nil)
    case .list(let list):
      self = .areas(
        try list.map { (element) throws(SettingsError) in
          guard let table = element.table else { throw Self.wrong(setting) }
          return try Self.area(table)
        })
    default: throw Self.wrong(setting)
    }
  }

  private static func wrong(_ setting: Setting) -> SettingsError {
    setting.error("ignore = \(setting.shown) is not \(form).")
  }

  private static func area(_ table: SettingsTable) throws(SettingsError) -> IgnoredAreas.Area {
    try table.allow(only: ["x", "y", "width", "height"])
    func length(_ key: String) throws(SettingsError) -> IgnoredAreas.Length {
      guard let setting = table[key] else {
        throw table.error("an ignored area without \"\(key)\". Give \(form).")
      }
      let text =
        switch setting.value {
        case .whole(let whole): "\(whole)"
        case .text(let text) where text.last == "%": text
        default: ""
        }
      if ["width", "height"].contains(key), ["0", "0%"].contains(text) {
        throw setting.error(
          "\(key) = \(setting.shown) ignores nothing. Correct or delete the area.")
      }
      if let length = IgnoredAreas.Length(text) { return length }
      throw setting.error(
        "\(key) = \(setting.shown) is not a whole number of pixels from 0 or a percentage such as "
          + "\"50%\".")
    }
    return IgnoredAreas.Area(
      x: try length("x"), y: try length("y"), width: try length("width"),
      height: try length("height"))
  }

  /// Reads the picture. It must be in or below the folder of the rules, because everything there is
  /// the user's own.
  ///
  /// - Parameters:
  ///   - rules: The rules file.
  ///   - opened: The opened folder, whose content may be someone else's.
  func reading(rules: String, opened: String?) throws(SettingsError) -> IgnoredSetting {
    guard case .picture(let path, let line, _) = self else { return self }
    func refused(_ why: String) -> SettingsError {
      SettingsError(rules, line: line, "ignore = \"\(path)\" \(why)")
    }
    let folder = Paths.parent(rules)
    let file = try Result { () throws(SystemError) in
      try Paths.real(path.hasPrefix("/") ? path : Paths.join(folder, path))
    }.mapError {
      refused("cannot be read (\($0)). The path is taken from the rules file's folder.")
    }.get()
    guard Paths.isInside(file, folder) else {
      throw refused("is outside the folder of the rules, \(folder).")
    }
    if let opened, Paths.isInside(file, opened), !Paths.isInside(folder, opened) {
      throw refused("lies in the opened folder and may have come with the failures.")
    }
    let picture = try Result { () throws(ImageError) in try PNG.decode(contentsOf: file) }
      .mapError { refused("cannot be read: \($0.description)") }.get()
    return .picture(path, line: line, PaintedMask(picture, name: path))
  }
}

extension IgnoredAreas {
  /// The value as written in the rules.
  package var setting: String {
    if let mask { return SettingsEditor.quoted(mask.name) }
    let tables = areas.map { area in
      let parts = [("x", area.x), ("y", area.y), ("width", area.width), ("height", area.height)]
      return "{" + parts.map { "\($0) = \($1.setting)" }.joined(separator: ", ") + "}"
    }
    return "[\(tables.joined(separator: ", "))]"
  }
}

extension IgnoredAreas.Length {
  fileprivate var setting: String {
    if case .pixels(let pixels) = self { "\(pixels)" } else { "\"\(text)\"" }
  }
}
