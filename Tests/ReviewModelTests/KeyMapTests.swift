import Base
import ReviewUI
import Testing

struct KeyMapTests {
  private func map(_ changes: [(Command, [String])]) throws -> KeyMap {
    try KeyMap(changing: changes.map { (command: $0.0, keys: $0.1) })
  }

  private func fault(_ changes: [(Command, [String])]) -> String? {
    do {
      _ = try map(changes)
      return nil
    } catch {
      return (error as? KeyFault).map { "\($0.command.identifier): \($0.sentence)" }
    }
  }

  @Test func `the keys that come with the program are what anyone may ask for`() throws {
    let same = try map(CommandInfo.table.map { ($0.command, $0.keys) })
    #expect(same.rows.map(\.keys) == CommandInfo.table.map(\.keys))
    #expect(Set(CommandInfo.table.map(\.command)) == Set(Command.allCases))
    #expect(CommandInfo.table.count == Command.allCases.count)
  }

  @Test func `every key of the table reaches its command, in its pane`() {
    let map = KeyMap()
    for row in CommandInfo.table {
      for name in row.keys {
        let contexts = row.context == .anywhere ? [KeyContext.list, .image] : [row.context]
        for context in contexts {
          #expect(map.match(KeyMap.parse(name), in: context) == .command(row.command), "\(name)")
        }
      }
    }
  }

  @Test func `identifiers are words with dashes, and each is a command's own`() {
    #expect(Command.nextRegion.identifier == "next-region")
    #expect(Command.deltaEDown.identifier == "delta-e-down")
    #expect(Command.accept.identifier == "accept")
    #expect(Set(Command.allCases.map(\.identifier)).count == Command.allCases.count)
  }

  @Test func `a key that is asked for is taken from the command that had it`() throws {
    let map = try map([(.accept, ["a", "y"])])
    #expect(map.match([.character("y")], in: .list) == .command(.accept))
    #expect(map.match([.character("a")], in: .image) == .command(.accept))
    #expect(map.key(.copyLine) == ":copy line")
    #expect(map.key(.reject) == "r")
  }

  @Test func `a key of one pane leaves the other pane's alone`() throws {
    let map = try map([(.nextInList, ["h"])])
    #expect(map.match([.character("h")], in: .list) == .command(.nextInList))
    #expect(map.match([.character("h")], in: .image) == .command(.panLeft))
    #expect(map.key(.foldSuite) == "Left")
  }

  @Test func `no keys at all leave a command to the palette`() throws {
    let map = try map([(.suspend, []), (.firstCase, ["g"]), (.undo, ["z"]), (.centreRegion, [])])
    #expect(map.match([.control("z")], in: .list) == .nothing)
    #expect(map.match([.character("g")], in: .list) == .command(.firstCase))
    #expect(map.key(.suspend) == ":suspend")
  }

  @Test(arguments: [
    "enter", "esc", "space", "Up", "Down", "Left", "Right",
  ])
  func `what is pressed by accident is refused for every command that decides`(_ key: String) {
    for command in Command.allCases where command.decides {
      #expect(fault([(command, [key])])?.contains("must not decide") == true)
    }
    #expect(fault([(.close, [key])]) == nil)
  }

  @Test(arguments: [
    (["PgDown"], "\"PgDown\" is not a key. Allowed: one character"),
    (["pgdn"], "Did you mean \"PgDn\"?"), (["up"], "Did you mean \"Up\"?"),
    (["f5"], "Did you mean \"F5\"?"), (["F13"], "is not a key"), (["ctrl-R"], "is not a key"),
    (["ctrl-"], "is not a key"), ([""], "is not a key"), (["a b"], "is not a key"),
    (["\n"], "is not a key"),
    (["ctrl-c"], "always quits the program"), (["ctrl-m"], "the same for \"enter\""),
    (["x", "x"], "given twice"),
  ])
  func `what is not a key is refused, with what is allowed`(_ keys: [String], _ words: String) {
    let sentence = fault([(.info, keys)])
    #expect(sentence?.hasPrefix("info: ") == true)
    #expect(sentence?.contains(words) == true, "\(sentence ?? "nothing")")
  }

  @Test func `one key for two commands is refused`() {
    #expect(
      fault([(.accept, ["y"]), (.reject, ["y"])])
        == "reject: \"y\" is already given to accept. A key has only one command.")
    // A key of one pane, and the same for anywhere.
    #expect(fault([(.panLeft, ["y"]), (.accept, ["y"])])?.contains("pan-left") == true)
    #expect(fault([(.panLeft, ["y"]), (.foldSuite, ["y"])]) == nil)
  }

  @Test func `a key that begins another one is refused`() {
    #expect(fault([(.info, ["g"])])?.contains("begins \"gg\", a key of first-case") == true)
    #expect(fault([(.info, ["ax"])])?.contains("\"a\" is a key of accept") == true)
    #expect(fault([(.info, ["gi"])]) == nil)
  }
}

struct OwnKeysTests {
  private func review(_ changes: [(Command, [String])]) throws -> ReviewState {
    let map = try KeyMap(changing: changes.map { (command: $0.0, keys: $0.1) })
    return ReviewModelTests.review(keyMap: map)
  }

  @Test(arguments: [("F2", "y"), ("y", "Y")])
  func `a bulk is confirmed by a key that asks for none`(_ asking: String, _ yes: String) throws {
    var state = try review([(.acceptMany, [asking])])
    let key = asking.count > 1 ? "<\(asking)>" : asking
    #expect(state.decisions(typing: key + key + key).isEmpty)
    #expect(text(render(state)).contains { $0.contains(" \(yes) accept all 4") })
    #expect(state.decisions(typing: yes).map(\.1) == [[0, 1, 2, 3]])
  }

  @Test func `the help, the palette and the bottom line show them`() throws {
    var state = try review([(.accept, ["F2"]), (.help, ["h"]), (.foldSuite, []), (.panLeft, [])])
    #expect(text(render(state)).last?.contains("F2 accept") == true)
    state.type(":becomes the baseline")
    #expect(text(render(state)).contains { $0.contains("F2") && $0.contains("Accept the change") })
    state.type("<esc>h")
    #expect(text(render(state)).contains { $0.contains("  F2           Accept the change") })
  }

  @Test func `sentences name them`() throws {
    var state = try review([(.undo, ["F9"])])
    state.recorded(.rejected, 0, sentence: "Done.")
    #expect(state.message?.hint == "F9 undoes it.")
  }
}
