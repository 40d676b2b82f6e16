import Pixels

/// A terminal's answer about itself, as opposed to a key.
package enum TerminalReply: Equatable, Sendable {
  /// DA1, `CSI ? … c`: asked last, so it ends every batch of answers.
  case attributes
  /// The attribute 4 in DA1: the terminal draws images.
  case sixel
  /// `CSI 6 ; height ; width t`: the size of a cell in pixels.
  case cell(width: Int, height: Int)
  /// DECRPM, `CSI ? mode ; state $ y`. States 1 and 2 (set, reset) mean that the terminal has the
  /// mode.
  case mode(Int, state: Int)
  /// XTVERSION, such as `kitty(0.35.2)`.
  case version(String)
  /// DECRQSS: the current attributes as SGR parameters.
  case rendition(String)
  /// XTGETTCAP: the terminal has the named capability.
  case capability(String)
  /// OSC 11: the background colour as 0xRRGGBB.
  case background(UInt32)
  /// An answer of the kitty graphics protocol.
  case graphics(String)
  case other
}

extension TerminalReply {
  /// True if the answer says that the terminal has synchronized updates.
  var announcesUpdates: Bool { self == .mode(2026, state: 1) || self == .mode(2026, state: 2) }

  /// True if the answer tells the terminal's name, or that it draws images.
  var isName: Bool {
    if case .version = self { true } else { self == .sixel }
  }

  /// The size of a cell in pixels; nil for every other answer.
  var cell: PixelSize? {
    if case .cell(let width, let height) = self {
      PixelSize(width: width, height: height)
    } else {
      nil
    }
  }

  /// Parses the text between an introducer (`ESC P`, `ESC ]`, `ESC _`) and its terminator.
  package init(introducer: UInt8, body: [UInt8]) {
    let text = String(decoding: body, as: UTF8.self)
    switch introducer {
    case UInt8(ascii: "P"): self = Self.deviceControl(text)
    case UInt8(ascii: "]"): self = Self.background(in: text).map(Self.background) ?? .other
    case UInt8(ascii: "_"):
      self = text.hasPrefix("G") ? .graphics(String(text.dropFirst())) : .other
    default: self = .other
    }
  }

  private static func deviceControl(_ text: String) -> TerminalReply {
    if text.hasPrefix(">|") { return .version(String(text.dropFirst(2))) }
    if text.hasPrefix("1$r"), text.hasSuffix("m") {
      return .rendition(String(text.dropFirst(3).dropLast()))
    }
    if text.hasPrefix("1+r") {
      let name = text.dropFirst(3).prefix { $0 != "=" && $0 != ";" }
      return unhex(name).map(capability) ?? .other
    }
    return .other
  }

  private static func unhex(_ digits: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = digits[...]
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses `11;rgb:RRRR/GGGG/BBBB`, with one to four digits for each channel.
  private static func background(in text: String) -> UInt32? {
    guard text.hasPrefix("11;rgb:") else { return nil }
    let parts = text.dropFirst(7).split(separator: "/")
    guard parts.count == 3 else { return nil }
    var colour: UInt32 = 0
    for part in parts {
      guard (1...4).contains(part.count), let value = UInt32(part, radix: 16) else { return nil }
      let full = UInt32(1) << (4 * UInt32(part.count)) - 1
      colour = colour << 8 | (value * 255 + full / 2) / full
    }
    return colour
  }
}
