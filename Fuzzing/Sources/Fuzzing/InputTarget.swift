import ReviewUI
import Terminal

/// A terminal's input: the same events in one piece and in many, and no bytes held back for ever.
struct InputTarget: Target {
  let name = "input"

  func seeds() -> [[UInt8]] {
    [
      "jj+a", "\u{1B}[A\u{1B}OB\u{1B}[5~", "\u{1B}[<0;10;5M\u{1B}[<0;10;5m",
      "\u{1B}[200~pasted\r\ntext\u{1B}[201~", "\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[?62c",
      "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{07}", "\u{1B}_Gi=1;OK\u{1B}\\", "é€😀\u{03}\u{7F}",
      "\u{1B}[M !!\u{1B}[[A\u{1B}P1+r544e=78\u{1B}\\\u{1B}[?2026;2$y",
    ].map { Array($0.utf8) }
  }

  /// The first byte says how large the pieces are.
  func check(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let input = Array(bytes.dropFirst())
    let keys: [[UInt8]: Key] = [[0x1B, 0x4F, 0x41]: .up, [0x1B, 0x5B, 0x31, 0x7E]: .home]
    for isUTF8 in [true, false] {
      let whole = outputs(input, size: max(1, input.count), keys, isUTF8)
      let pieces = outputs(input, size: 1 + Int(first & 7), keys, isUTF8)
      promise(whole == pieces, "\(whole) in one piece, \(pieces) in many")
    }
  }

  private func outputs(
    _ input: [UInt8], size: Int, _ keys: [[UInt8]: Key], _ isUTF8: Bool
  ) -> [InputDecoder.Output] {
    var decoder = InputDecoder(keys: keys, isUTF8: isUTF8)
    var outputs: [InputDecoder.Output] = []
    for start in stride(from: 0, to: input.count, by: size) {
      outputs += decoder.feed(input[start..<min(start + size, input.count)])
    }
    outputs += decoder.giveUp()
    promise(decoder.waiting == .nothing, "a byte is held back for ever")
    return outputs
  }
}
