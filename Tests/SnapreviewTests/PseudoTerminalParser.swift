extension VirtualScreen {
  enum Token {
    case character(Character)
    case control(UInt8)
    /// ESC, intermediates, final.
    case escape([UInt8], UInt8)
    case csi(CSI)
    case osc(String)
    case dcs(String)
    case apc(String)
  }

  struct CSI {
    var prefix: UInt8?
    var parameters: [[Int?]]
    var intermediates: [UInt8]
    var final: UInt8

    func value(_ index: Int, or standard: Int) -> Int {
      guard index < parameters.count, let value = parameters[index].first ?? nil else {
        return standard
      }
      return value
    }
  }

  /// Cuts output into characters and sequences, one byte at a time.
  struct Parser {
    private enum State {
      case ground, escape, csi
      case string(UInt8)
      case stringEscape(UInt8)
    }
    private var state = State.ground
    private var bytes: [UInt8] = []
    private var expected = 0

    mutating func feed(_ byte: UInt8) -> Token? {
      switch state {
      case .ground: ground(byte)
      case .escape: escape(byte)
      case .csi: csi(byte)
      case .string(let kind): string(byte, kind)
      case .stringEscape(let kind): stringEscape(byte, kind)
      }
    }

    private mutating func ground(_ byte: UInt8) -> Token? {
      if byte == 0x1B {
        (state, bytes, expected) = (.escape, [], 0)
        return nil
      }
      if byte < 0x20 || byte == 0x7F { return .control(byte) }
      bytes.append(byte)
      if bytes.count == 1 {
        expected = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      }
      guard bytes.count == expected else { return nil }
      defer { bytes = [] }
      return String(decoding: bytes, as: UTF8.self).first.map(Token.character)
    }

    private mutating func escape(_ byte: UInt8) -> Token? {
      switch byte {
      case 0x5B: state = .csi
      case 0x50, 0x5D, 0x5F, 0x5E: state = .string(byte)
      case 0x20...0x2F: bytes.append(byte)
      default:
        defer { (state, bytes) = (.ground, []) }
        return .escape(bytes, byte)
      }
      return nil
    }

    private mutating func csi(_ byte: UInt8) -> Token? {
      guard (0x40...0x7E).contains(byte) else {
        bytes.append(byte)
        return nil
      }
      defer { (state, bytes) = (.ground, []) }
      let prefix = bytes.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
      let digits = bytes.filter { (0x30...0x3B).contains($0) }
      let parameters = digits.split(separator: 0x3B, omittingEmptySubsequences: false)
        .map { part in
          part.split(separator: 0x3A, omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) }
        }
      return .csi(
        CSI(
          prefix: prefix, parameters: parameters,
          intermediates: bytes.filter { (0x20...0x2F).contains($0) }, final: byte))
    }

    private mutating func string(_ byte: UInt8, _ kind: UInt8) -> Token? {
      if byte == 0x07 { return finish(kind) }
      if byte == 0x1B {
        state = .stringEscape(kind)
      } else {
        bytes.append(byte)
      }
      return nil
    }

    private mutating func stringEscape(_ byte: UInt8, _ kind: UInt8) -> Token? {
      if byte == 0x5C { return finish(kind) }
      (state, bytes) = (.escape, [])
      return feed(byte)
    }

    private mutating func finish(_ kind: UInt8) -> Token? {
      defer { (state, bytes) = (.ground, []) }
      let text = String(decoding: bytes, as: UTF8.self)
      return switch kind {
      case 0x5D: .osc(text)
      case 0x50: .dcs(text)
      case 0x5F: .apc(text)
      default: nil
      }
    }
  }
}
