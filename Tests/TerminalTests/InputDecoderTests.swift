import ReviewUI
import Terminal
import TestSupport
import Testing

struct InputDecoderTests {
  private func decode(
    _ text: String, keys: [[UInt8]: Key] = [:], isUTF8: Bool = true
  ) -> [InputDecoder.Output] {
    var decoder = InputDecoder(keys: keys, isUTF8: isUTF8)
    return decoder.feed(Array(text.utf8)) + decoder.giveUp()
  }

  private func key(_ key: Key) -> InputDecoder.Output { .event(.key(key)) }

  private func characters(_ text: String) -> [InputDecoder.Output] {
    text.map { key(.character($0)) }
  }

  // MARK: - Keys

  @Test func `characters are themselves`() {
    #expect(decode("aZ é日👍") == characters("aZ é日👍"))
  }

  @Test(arguments: [
    ("\r", Key.enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
    ("\u{1}", .control("a")), ("\u{1A}", .control("z")), ("\0", .control(" ")),
    ("\u{1C}", .control("\\")), ("\u{1F}", .control("_")), ("\u{1B}", .escape),
    ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}OD", .left),
    ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home), ("\u{1B}OF", .end),
    ("\u{1B}[4~", .end), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[3~", .delete),
    ("\u{1B}[Z", .backTab), ("\u{1B}OM", .enter), ("\u{1B}OP", .function(1)),
    ("\u{1B}[[A", .function(1)), ("\u{1B}[[E", .function(5)), ("\u{1B}[15~", .function(5)),
    ("\u{1B}[21~", .function(10)), ("\u{1B}[24~", .function(12)), ("\u{1B}[1;2A", .up),
    ("\u{1B}[3;5~", .delete),
  ])
  func `what a key sends is that key`(_ sent: String, _ expected: Key) {
    #expect(decode(sent) == [key(expected)])
  }

  @Test func `the terminal's own description counts first`() {
    let keys: [[UInt8]: Key] = [Array("\u{1B}[11^".utf8): .home, [0x08]: .left]
    #expect(decode("\u{1B}[11^\u{8}", keys: keys) == [key(.home), key(.left)])
  }

  @Test func `ctrl-c asks to stop`() {
    #expect(decode("\u{3}") == [.interrupt])
  }

  @Test func `two escapes are two escapes`() {
    #expect(decode("\u{1B}\u{1B}") == [key(.escape), key(.escape)])
    #expect(decode("\u{1B}\u{1B}[A") == [key(.escape), key(.up)])
  }

  // MARK: - What must not act

  @Test(arguments: [
    "\u{1B}a", "\u{1B}A", "\u{1B}é", "\u{1B}[1;1;1a", "\u{1B}[?1;2c", "\u{1B}[?2026;2$y",
    "\u{1B}P>|term(1) a\u{1B}\\", "\u{1B}]11;rgb:a/r/t\u{7}", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[I",
    "\u{1B}[99u", "\u{1B}[2~", "\u{1B}[<3;a", "\u{1B}Oa", "\u{1B}[", "\u{1B}O", "\u{1B}P1$ra",
  ])
  func `no part of a sequence is a key`(_ sent: String) {
    for output in decode(sent) {
      if case .event(let event) = output { Issue.record("\(event) from \(sent.debugDescription)") }
    }
  }

  @Test func `after a broken sequence everything is as before`() {
    #expect(decode("\u{1B}[12\u{1}j") == [key(.control("a")), key(.character("j"))])
    #expect(decode("\u{1B}P1$r\u{1B}[Bj") == [key(.down), key(.character("j"))])
  }

  @Test func `bytes that are not UTF-8 are nothing`() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0xFF, 0xC0, 0x80, 0xE9, 0x61]) == characters("a"))
    #expect(decoder.feed([0xC2, 0x85, 0xED, 0xA0, 0x80, 0x62]) == characters("b"))
    #expect(decode("é", isUTF8: false) == [])
  }

  @Test func `a string that never ends is let go`() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1B}]".utf8) + Array(repeating: 0x78, count: 70_000))
    #expect(decoder.feed(Array("\u{7}j".utf8)).last == key(.character("j")))
  }

  // MARK: - In pieces

  @Test(arguments: [
    "é日👍", "\u{1B}[A\u{1B}[15~\u{1B}OB", "\u{1B}[<0;300;20M", "\u{1B}[200~pasted é\u{1B}[201~z",
    "\u{1B}P>|kitty(0.1)\u{1B}\\", "\u{1B}[M !!",
  ])
  func `the pieces in which it arrives make no difference`(_ text: String) {
    let bytes = Array(text.utf8)
    let whole = decode(text)
    for cut in 1..<bytes.count {
      var decoder = InputDecoder()
      let parts = decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...])
      #expect(parts == whole, "cut at \(cut)")
    }
    var decoder = InputDecoder()
    #expect(bytes.flatMap { decoder.feed([$0]) } == whole)
  }

  @Test func `only an escape alone waits for the short time`() {
    var decoder = InputDecoder()
    #expect(decoder.waiting == .nothing)
    _ = decoder.feed([0x1B])
    #expect(decoder.waiting == .escape)
    _ = decoder.feed([0x5B])
    #expect(decoder.waiting == .rest)
    #expect(decoder.giveUp() == [])
    #expect(decoder.waiting == .nothing)
  }

  @Test func `any bytes in any pieces neither crash nor hang nor leave anything behind`() {
    var random = SplitMix(seed: 7)
    for _ in 0..<3000 {
      var decoder = InputDecoder()
      for _ in 0..<Int.random(in: 0..<8, using: &random) {
        let alphabet: [UInt8] = [0x1B, 0x5B, 0x3C, 0x4D, 0x50, 0x5C, 0x5D, 0x37, 0x3B, 0x7E, 0x07]
        let bytes = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
          Bool.random(using: &random)
            ? alphabet.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random)
        }
        _ = decoder.feed(bytes)
      }
      _ = decoder.giveUp()
      #expect(decoder.waiting == .nothing)
      #expect(decoder.feed([0x6A]) == characters("j"))
    }
  }

  // MARK: - Paste and mouse

  @Test func `what is pasted is text, whatever it looks like`() {
    let text = "a\u{1B}[A\u{3}\u{1B}[20"
    #expect(decode("\u{1B}[200~\(text)\u{1B}[201~") == [.event(.paste(text))])
    #expect(decode("\u{1B}[200~a\r\nb\rc\u{1B}[201~") == [.event(.paste("a\nb\nc"))])
  }

  @Test func `a paste without an end is still a paste`() {
    #expect(decode("\u{1B}[200~text\u{1B}[2") == [.event(.paste("text\u{1B}[2"))])
  }

  @Test(arguments: [
    ("\u{1B}[<0;1;1M", MouseEvent(.press, column: 0, row: 0)),
    ("\u{1B}[<0;1;1m", MouseEvent(.release, column: 0, row: 0)),
    ("\u{1B}[<32;500;150M", MouseEvent(.drag, column: 499, row: 149)),
    ("\u{1B}[<35;500;150M", MouseEvent(.move, column: 499, row: 149)),
    ("\u{1B}[<64;2;3M", MouseEvent(.wheelUp, column: 1, row: 2)),
    ("\u{1B}[<65;2;3M", MouseEvent(.wheelDown, column: 1, row: 2)),
    ("\u{1B}[<4;2;3M", MouseEvent(.press, column: 1, row: 2)),
    ("\u{1B}[M !\"", MouseEvent(.press, column: 0, row: 1)),
  ])
  func `the mouse is where it is`(_ sent: String, _ expected: MouseEvent) {
    #expect(decode(sent) == [.event(.mouse(expected))])
  }

  @Test(arguments: ["\u{1B}[<2;1;1M", "\u{1B}[<66;1;1M", "\u{1B}[<0;0;1M", "\u{1B}[<0;1M"])
  func `other buttons and impossible places are nothing`(_ sent: String) {
    #expect(decode(sent) == [])
  }

  // MARK: - Answers

  @Test(arguments: ["\u{7}", "\u{1B}\\", "\u{1B}[A"])
  func `the rest of an answer that is too long is no keys`(_ end: String) {
    var decoder = InputDecoder()
    let start = decoder.feed(Array("\u{1B}P>|".utf8) + Array(repeating: 0x78, count: 70_000))
    let middle = decoder.feed(Array(repeating: 0x61, count: 5000))
    let last = decoder.feed(Array((end + "j").utf8))
    #expect(start + middle == [])
    let up: [InputDecoder.Output] = end.hasSuffix("A") ? [.event(.key(.up))] : []
    #expect(last == up + [.event(.key(.character("j")))])
    #expect(decoder.waiting == .nothing)
  }

  @Test func `an answer that is too long and never ends is given up`() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1B}P>|".utf8) + Array(repeating: 0x78, count: 70_000))
    #expect(decoder.waiting == .rest)
    #expect(decoder.giveUp() == [])
    #expect(decoder.feed(Array("j".utf8)) == [.event(.key(.character("j")))])
  }

  @Test(arguments: [
    ("\u{1B}[?62;22c", TerminalReply.attributes),
    ("\u{1B}[?2026;2$y", .mode(2026, state: 2)),
    ("\u{1B}[6;17;8t", .cell(width: 8, height: 17)),
    ("\u{1B}P>|kitty(0.35.2)\u{1B}\\", .version("kitty(0.35.2)")),
    ("\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\", .rendition("0;48:2::1:2:3")),
    ("\u{1B}P1+r524742=38\u{1B}\\", .capability("RGB")),
    ("\u{1B}P0+r524742\u{1B}\\", .other),
    ("\u{1B}]11;rgb:ffff/8080/0000\u{7}", .background(0xFF8000)),
    ("\u{1B}]11;rgb:f/8/0\u{1B}\\", .background(0xFF8800)),
    ("\u{1B}_Gi=1;OK\u{1B}\\", .graphics("i=1;OK")),
  ])
  func `answers are understood`(_ sent: String, _ expected: TerminalReply) {
    #expect(decode(sent) == [.reply(expected)])
  }
}
