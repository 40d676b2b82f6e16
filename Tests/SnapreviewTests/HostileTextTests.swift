import Foundation
import Pixels
import ReviewUI
import TestSupport
import Testing

/// Names, notes and rules of a stranger: none of them makes the terminal do anything.
struct HostileTextTests {
  /// Texts that would act on a terminal, by their effects; they are file names, so without slash or
  /// NUL. Each is short enough to stand whole in the name of a suite.
  static let texts: [(what: String, text: String)] = [
    ("a title, a colour, the alternate screen", "\u{1B}]0;owned\u{7}\u{1B}[31mred\u{1B}[?1049h"),
    (
      "the clipboard, a device string, an image",
      "\u{1B}]52;c;b3duZWQ=\u{7}\u{1B}P$q\u{1B}\\\u{1B}_Gi=1;AAAA\u{1B}\\"
    ),
    (
      "8-bit controls, the bell and backspaces, other lines",
      "\u{9B}31m\u{9D}0;owned\u{9C}\u{90}q\u{85}bell\u{7}\u{8}\u{8}\u{7F}one\r\ntwo\rthree"
    ),
    ("right to left, a tab, tags", "abc\u{202E}gnp.exe\u{2066}\u{200F}a\tbflag\u{E0041}\u{E007F}"),
    ("a long name", String(repeating: "long", count: 55)),
  ]

  /// Everything that our own output may hold beside characters that can be seen.
  private func controls(_ bytes: [UInt8]) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.unicodeScalars.filter { scalar in
      scalar != "\n" && (scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || Self.turns(scalar))
    }.map { String($0.value, radix: 16) }
  }

  private static func turns(_ scalar: Unicode.Scalar) -> Bool {
    [0x202A...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0xE0000...0xE007F]
      .contains { $0.contains(Int(scalar.value)) }
  }

  /// Failures of iOSSnapshotTestCase whose suite, name and folder are hostile; and one picture that
  /// cannot be read, so that its name stands in an error.
  private func folder(_ text: String) throws -> TestFolder {
    let scratch = TestFolder()
    let suite = String(text.prefix(60))
    scratch.write("FailureDiffs/\(suite)/reference_\(text)@2x.png", .plain(8, 8))
    let actual = PixelImage.plain(8, 8, changes: 3)
    scratch.write("FailureDiffs/\(suite)/failed_\(text)@2x.png", actual)
    scratch.write("ReferenceImages_64/\(suite)/\(text)@2x.png", .plain(8, 8))
    scratch.write("FailureDiffs/\(suite)/reference_bad.png", .plain(8, 8))
    scratch.write("FailureDiffs/\(suite)/failed_bad.png", "no picture")
    return scratch
  }

  @Test(arguments: texts)
  func `commands print what is harmless`(_ what: String, _ text: String) throws {
    let scratch = try folder(text)
    let folder = scratch.failures
    scratch.write("FailureDiffs/.snapreview.toml", "[default]\nstrategy = \"\(text)\"\n")
    let commands = [
      ["list", folder], ["check", folder], ["review", folder],
      ["list", folder, "--format", "json"],
      ["reject", "--all", "--note", text, folder], ["list", folder],
      ["list", folder, "--format", "json"], ["undo", folder], ["accept", "--all", folder],
      ["undo", folder], ["compare", folder + "/\(text)", folder],
      ["list", folder, "--filter", text], ["list", scratch[text]], [text],
      ["list", "--\(text)"], ["list", folder, "--theme", text],
      ["check", folder, "--strategy", text], ["undo", scratch[text]],
    ]
    for rules in [true, false] {
      // A rules file that is not understood ends every command in one place.
      for arguments in rules ? Array(commands.prefix(3)) : commands {
        let result = try Program.run(arguments)
        #expect(controls(Array(result.output.utf8)) == [], "\(what): \(arguments.first ?? "")")
        #expect(controls(Array(result.errors.utf8)) == [], "\(what): \(arguments.first ?? "")")
        if !rules, arguments.last == "json" {
          #expect(result.cases.contains { ($0["id"] as? String)?.contains(text) == true })
        }
      }
      guard rules else { break }
      try FileManager.default.removeItem(atPath: folder + "/.snapreview.toml")
    }
  }

  @Test func `names that are no text are shown, too`() throws {
    let scratch = try folder("plain")
    let script = """
      cd "$1/plain" && cp reference_plain@2x.png $'reference_\\xff\\x9b31m@2x.png' &&
      cp failed_plain@2x.png $'failed_\\xff\\x9b31m@2x.png'
      "$0" list "$1"; "$0" list "$1" --format json
      """
    let result = try Program.shell(script, scratch.failures)
    #expect(controls(Array(result.output.utf8)) == [])
    #expect(controls(Array(result.errors.utf8)) == [])
  }

  @Test(arguments: texts)
  func `the screen sends our own sequences and nothing else`(_ what: String, _ text: String) throws
  {
    let scratch = try folder(text)
    let terminal = try PseudoTerminal(Program.path, [scratch.failures], columns: 100, rows: 30)
    try terminal.waitUntilMeasured("2 of 2")
    // Opens each case's facts, its group and the place for its rule, then rejects it, then leaves
    // with a summary that names it.
    for place in ["", "j"] {
      terminal.send(place)
      for (opening, sign, closing) in [("i", "╭", "q"), ("A", "esc cancel", "q"), ("w", "╭", "x")] {
        try terminal.send(opening, showing: sign)
        terminal.send(closing)
        try terminal.wait("the images") { !$0.text.contains(sign) }
      }
    }
    // Of the two only one has a picture that can be read, and so be decided on.
    try terminal.send("ggrGr", showing: "1 rejected")
    try terminal.quit("q")
    #expect(terminal.screen.text.contains("1 rejected"))
    #expect(terminal.remains == [])
    #expect(foreign(terminal.output) == [], "\(what)")
  }

  /// Control characters and sequences in a screen's output that are none of ours: what a title, a
  /// clipboard, a window or an answer would need.
  private func foreign(_ output: [UInt8]) -> [String] {
    var found: [String] = []
    let text = String(decoding: output, as: UTF8.self)
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if 0x80...0x9F ~= scalar.value || Self.turns(scalar) || scalar.value == 7 {
        found.append(String(scalar.value, radix: 16))
      }
      guard scalar == "\u{1B}", let kind = scalars.first else { continue }
      // The questions at start: colours, background, the terminal's name.
      let rest = String(String.UnicodeScalarView(scalars.prefix(24)))
      let isQuestion = rest.hasPrefix("P$qm") || rest.hasPrefix("P+q") || rest.hasPrefix("]11;?")
      if ["P", "]", "_", "^", "X"].contains(kind), !isQuestion { found.append(rest) }
    }
    return found
  }
}
