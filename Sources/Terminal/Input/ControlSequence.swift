import ReviewUI

/// The part of a sequence that follows `ESC [`.
struct ControlSequence: Equatable {
  enum Parsed: Equatable {
    case incomplete
    /// The bytes are not a sequence; this many of them were part of the attempt and are dropped.
    case broken(Int)
    case complete(ControlSequence, Int)
  }

  /// `<`, `?` or `>`, if present.
  var prefix: UInt8?
  var parameters: [Int]
  var intermediate: UInt8?
  var final: UInt8

  static func parse(_ bytes: ArraySlice<UInt8>) -> Parsed {
    guard let first = bytes.first else { return .incomplete }
    // The Linux console sends F1 as ESC [ [ A.
    if first == UInt8(ascii: "[") { return parseLinuxFunction(bytes) }
    // The original mouse reports (X10): three bytes with any value.
    if first == UInt8(ascii: "M") { return parseOldMouse(bytes) }
    for (length, byte) in bytes.enumerated() {
      switch byte {
      case 0x20...0x3F: continue
      case 0x40...0x7E: return .complete(Self(bytes.prefix(length), final: byte), length + 1)
      default: return .broken(length)
      }
    }
    return bytes.count > 256 ? .broken(bytes.count) : .incomplete
  }

  private init(_ body: ArraySlice<UInt8>, final: UInt8) {
    let hasPrefix = body.first.map { (0x3C...0x3F).contains($0) } ?? false
    prefix = hasPrefix ? body.first : nil
    intermediate = body.last { (0x20...0x2F).contains($0) }
    self.final = final
    let digits = body.dropFirst(hasPrefix ? 1 : 0).filter { $0 >= 0x30 }
    parameters = digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
  }

  private static func parseLinuxFunction(_ bytes: ArraySlice<UInt8>) -> Parsed {
    guard let letter = bytes.dropFirst().first else { return .incomplete }
    guard (0x41...0x45).contains(letter) else { return .broken(1) }
    let number = UInt8(ascii: "1") + (letter - 0x41)
    return .complete(Self([UInt8(ascii: "1"), number], final: UInt8(ascii: "~")), 2)
  }

  private static func parseOldMouse(_ bytes: ArraySlice<UInt8>) -> Parsed {
    guard bytes.count >= 4 else { return .incomplete }
    let values = bytes.dropFirst().prefix(3).map { Int($0) - 32 }
    guard values.allSatisfy({ $0 >= 0 }) else { return .broken(1) }
    var sequence = Self([UInt8(ascii: "<")], final: UInt8(ascii: "M"))
    sequence.parameters = values
    return .complete(sequence, 4)
  }
}

// MARK: - Meaning

extension ControlSequence {
  var isPasteStart: Bool { prefix == nil && final == UInt8(ascii: "~") && parameters == [200] }

  var outputs: [InputDecoder.Output] {
    switch prefix {
    case UInt8(ascii: "<"): mouse.map { [.event(.mouse($0))] } ?? []
    case UInt8(ascii: "?"): replies.map { .reply($0) }
    case nil where final == UInt8(ascii: "t") && parameters.count == 3 && parameters[0] == 6:
      [.reply(.cell(width: parameters[2], height: parameters[1]))]
    case nil: key.map { [.event(.key($0))] } ?? []
    default: []
    }
  }

  private var replies: [TerminalReply] {
    switch final {
    case UInt8(ascii: "c"): parameters.contains(4) ? [.sixel, .attributes] : [.attributes]
    case UInt8(ascii: "y") where intermediate == UInt8(ascii: "$") && parameters.count == 2:
      [.mode(parameters[0], state: parameters[1])]
    default: [.other]
    }
  }

  /// The event of an SGR mouse report with a button, a column and a row, both from 1; `m` means a
  /// release.
  private var mouse: MouseEvent? {
    guard parameters.count == 3, parameters[1] > 0, parameters[2] > 0 else { return nil }
    let code = parameters[0] & ~0b1_1100  // without shift, alt and ctrl
    let isRelease = final == UInt8(ascii: "m")
    guard isRelease || final == UInt8(ascii: "M") else { return nil }
    let kind: MouseEvent.Action? =
      switch code {
      case 0: isRelease ? .release : .press
      case 3: .release
      case 32: .drag
      case 35: .move
      case 64: .wheelUp
      case 65: .wheelDown
      default: nil
      }
    return kind.map { MouseEvent($0, column: parameters[1] - 1, row: parameters[2] - 1) }
  }

  /// The key of the sequence. Modifiers of cursor keys are ignored, because no command uses them.
  private var key: Key? {
    guard intermediate == nil else { return nil }
    return final == UInt8(ascii: "~")
      ? parameters.first.flatMap(Self.key(number:)) : Self.key(letter: final)
  }

  static func key(letter: UInt8) -> Key? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "P"): .function(1)
    case UInt8(ascii: "Q"): .function(2)
    case UInt8(ascii: "R"): .function(3)
    case UInt8(ascii: "S"): .function(4)
    default: nil
    }
  }

  private static func key(number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}
