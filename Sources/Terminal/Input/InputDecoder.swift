import ReviewUI

/// Converts the bytes from a terminal to events.
///
/// It replaces curses' `get_wch`. Only a reader of every byte can keep the parts of a broken, late
/// or unknown sequence from becoming keys, accept a character that arrives in two pieces over a
/// slow line, and distinguish a closed terminal from a silent one. It reads no clock: `giveUp`
/// tells it that time has passed.
package struct InputDecoder: Sendable {
  package enum Output: Equatable, Sendable {
    case event(InputEvent)
    case reply(TerminalReply)
    /// Ctrl-C, which arrives as a byte in the terminal modes that we use.
    case interrupt
  }

  /// The input still awaited, which determines how long to wait before `giveUp`.
  package enum Waiting: Equatable, Sendable {
    case nothing
    /// An escape that is either the key or the start of a sequence.
    case escape
    /// The rest of a longer sequence.
    case rest
  }

  private static let escape: UInt8 = 0x1B
  /// The maximum length of a string, longer than any answer and short enough to be harmless.
  private static let longestString = 64 * 1024
  private static let longestPaste = 1024 * 1024
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private let keys: [[UInt8]: Key]
  private let longestKey: Int
  private let isUTF8: Bool
  private var held: [UInt8] = []
  private var paste: [UInt8]?
  /// True inside a string that is too long; its remaining bytes must not become keys.
  private var isSkipping = false

  /// - Parameters:
  ///   - keys: The key sequences from the terminal's description, in addition to the usual ones.
  ///   - isUTF8: True if bytes above 127 are UTF-8; otherwise they are dropped.
  package init(keys: [[UInt8]: Key] = [:], isUTF8: Bool = true) {
    self.keys = keys
    self.isUTF8 = isUTF8
    longestKey = keys.keys.map(\.count).max() ?? 0
  }

  package var waiting: Waiting {
    if held.isEmpty { return paste == nil && !isSkipping ? .nothing : .rest }
    return held == [Self.escape] && paste == nil ? .escape : .rest
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Output] {
    held.append(contentsOf: bytes)
    var outputs: [Output] = []
    var start = 0
    while start < held.count {
      let wasSkipping = isSkipping
      let taken =
        isSkipping
        ? skipString(from: start)
        : paste == nil ? takeOne(from: start, &outputs) : takePaste(from: start, &outputs)
      guard taken > 0 || wasSkipping && !isSkipping else { break }
      start += taken
    }
    held.removeFirst(start)
    return outputs
  }

  /// Stops waiting for the rest of a sequence. A lone escape becomes a key, an unfinished paste
  /// ends, and anything else is dropped.
  package mutating func giveUp() -> [Output] {
    isSkipping = false
    if let text = paste {
      paste = nil
      defer { held = [] }
      return [.event(.paste(Self.clean(text + held)))]
    }
    defer { held = [] }
    return held == [Self.escape] ? [.event(.key(.escape))] : []
  }

  // MARK: - One thing at a time

  /// Returns the length in bytes of the character or sequence at `start`; 0 if it is incomplete.
  private mutating func takeOne(from start: Int, _ outputs: inout [Output]) -> Int {
    let byte = held[start]
    if byte == Self.escape { return takeSequence(from: start, &outputs) }
    if byte < 0x20 || byte == 0x7F {
      outputs.append(control(byte))
      return 1
    }
    return takeCharacter(from: start, &outputs)
  }

  private func control(_ byte: UInt8) -> Output {
    if let key = keys[[byte]] { return .event(.key(key)) }
    switch byte {
    case 0x03: return .interrupt
    case 0x09: return .event(.key(.tab))
    case 0x0A, 0x0D: return .event(.key(.enter))
    case 0x08, 0x7F: return .event(.key(.backspace))
    case 0x00: return .event(.key(.control(" ")))
    default:
      let base: UInt8 = byte <= 26 ? 0x60 : 0x40
      return .event(.key(.control(Character(Unicode.Scalar(byte + base)))))
    }
  }

  private func takeCharacter(from start: Int, _ outputs: inout [Output]) -> Int {
    let first = held[start]
    if first < 0x80 {
      outputs.append(.event(.key(.character(Character(Unicode.Scalar(first))))))
      return 1
    }
    guard isUTF8, let length = Self.lengthOfCharacter(startingWith: first) else { return 1 }
    let available = held[start...].prefix(length)
    if let wrong = available.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) {
      return wrong - start
    }
    guard available.count == length else { return 0 }
    if let text = String(validating: available, as: UTF8.self),
      let scalar = text.unicodeScalars.first, scalar.value >= 0xA0
    {
      outputs.append(.event(.key(.character(Character(scalar)))))
    }
    return length
  }

  private static func lengthOfCharacter(startingWith byte: UInt8) -> Int? {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  // MARK: - Sequences

  private mutating func takeSequence(from start: Int, _ outputs: inout [Output]) -> Int {
    if let (key, length) = knownKey(at: start) {
      outputs.append(.event(.key(key)))
      return length
    }
    guard start + 1 < held.count else { return 0 }
    switch held[start + 1] {
    case Self.escape:
      outputs.append(.event(.key(.escape)))
      return 1
    case UInt8(ascii: "["): return takeControlSequence(from: start, &outputs)
    case UInt8(ascii: "O"): return takeSingleShift(from: start, &outputs)
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      return takeString(from: start, &outputs)
    // Alt with a key: it has no command, and the letter must not act as if it were typed alone.
    case 0x20...0x7E: return 2
    case 0x80...: return takeAltCharacter(from: start)
    default:
      outputs.append(.event(.key(.escape)))
      return 1
    }
  }

  private func takeAltCharacter(from start: Int) -> Int {
    var ignored: [Output] = []
    let length = takeCharacter(from: start + 1, &ignored)
    return length == 0 ? 0 : length + 1
  }

  private func knownKey(at start: Int) -> (Key, Int)? {
    let available = held[start...]
    guard longestKey > 1, available.count > 1 else { return nil }
    for length in stride(from: min(longestKey, available.count), to: 1, by: -1) {
      if let key = keys[Array(available.prefix(length))] { return (key, length) }
    }
    return nil
  }

  /// `ESC O` and a letter: cursor and function keys in application mode.
  private func takeSingleShift(from start: Int, _ outputs: inout [Output]) -> Int {
    guard start + 2 < held.count else { return 0 }
    let final = held[start + 2]
    guard (0x20...0x7E).contains(final) else { return 2 }
    if let key = ControlSequence.key(letter: final) { outputs.append(.event(.key(key))) }
    return 3
  }

  private mutating func takeControlSequence(from start: Int, _ outputs: inout [Output]) -> Int {
    switch ControlSequence.parse(held[(start + 2)...]) {
    case .incomplete: return 0
    case .broken(let length): return 2 + length
    case .complete(let sequence, let length):
      if sequence.isPasteStart {
        paste = []
      } else {
        outputs.append(contentsOf: sequence.outputs)
      }
      return 2 + length
    }
  }

  /// Takes text up to `ESC \` or, as xterm allows, BEL.
  private mutating func takeString(from start: Int, _ outputs: inout [Output]) -> Int {
    let rest = held[(start + 2)...]
    guard let end = rest.firstIndex(where: { $0 == 0x07 || $0 == Self.escape }),
      held[end] == 0x07 || end + 1 < held.count
    else {
      isSkipping = rest.count > Self.longestString
      // An escape at the end may be the start of the string's terminator.
      return isSkipping ? skipString(from: start + 2) + 2 : 0
    }
    // An escape that does not start the terminator: the string was cut off and something new
    // begins.
    let isCutOff = held[end] == Self.escape && held[end + 1] != UInt8(ascii: "\\")
    if isCutOff { return end - start }
    let body = Array(rest[..<end])
    outputs.append(.reply(TerminalReply(introducer: held[start + 1], body: body)))
    return end - start + (held[end] == 0x07 ? 1 : 2)
  }

  /// Returns the number of bytes that still belong to a string that is too long.
  private mutating func skipString(from start: Int) -> Int {
    let rest = held[start...]
    guard let end = rest.firstIndex(where: { $0 == 0x07 || $0 == Self.escape }) else {
      return rest.count
    }
    guard held[end] == 0x07 || end + 1 < held.count else { return end - start }
    isSkipping = false
    if held[end] == 0x07 { return end - start + 1 }
    return end - start + (held[end + 1] == UInt8(ascii: "\\") ? 2 : 0)
  }

  // MARK: - Paste

  private mutating func takePaste(from start: Int, _ outputs: inout [Output]) -> Int {
    let end = Self.pasteEnd
    let bytes = held[start...]
    if let position = bytes.firstRange(of: end) {
      collect(bytes[..<position.lowerBound])
      outputs.append(.event(.paste(Self.clean(paste ?? []))))
      paste = nil
      return position.upperBound - start
    }
    // The last bytes may be the beginning of the end marker.
    let safe = max(bytes.count - (end.count - 1), 0)
    collect(bytes.prefix(safe))
    return safe
  }

  private mutating func collect(_ bytes: ArraySlice<UInt8>) {
    let room = Self.longestPaste - (paste?.count ?? 0)
    paste?.append(contentsOf: bytes.prefix(max(room, 0)))
  }

  private static func clean(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
      .replacing("\r\n", with: "\n")
      .replacing("\r", with: "\n")
  }
}
