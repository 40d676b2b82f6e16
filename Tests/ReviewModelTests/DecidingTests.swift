import Base
import Catalog
import Pixels
import Review
import ReviewUI
import Testing

struct DecidingTests {
  @Test func `a sends the case with what was shown and goes on; the row waits for the disk`() {
    var state = review()
    let effects = state.type("a")
    let request = DecisionRequest(id: snapshot("case0").identity, shown: fingerprint)
    #expect(effects.contains(.record(.accepted, [request])))
    #expect(state.selection == 1)
    #expect(state.items[0].decision == nil)
    #expect(state.items[0].pending == .accepted)
    state.recorded(.accepted, 0, sentence: "done")
    #expect(state.items[0].decision == .accepted)
    #expect(state.items[0].pending == nil)
    #expect(state.message?.text == "done")
  }

  @Test(arguments: ["<enter>", "<esc>", "<space>", "<Up>", "<Down>", "<Left>", "<Right>", "<tab>"])
  func `these keys never decide`(_ key: String) {
    var state = review()
    #expect(state.decisions(typing: key).isEmpty)
    state.type("<tab>")
    #expect(state.decisions(typing: key).isEmpty)
  }

  @Test func `a case without an actual says what to give and is not accepted`() {
    var state = unmeasured([snapshot("lonely", obstacle: "No actual. Give --actuals DIR.")])
    state.hear(.measured(item: 0, revision: 0, .lone(PixelSize(width: 4, height: 4))))
    #expect(state.decisions(typing: "a").isEmpty)
    #expect(state.message?.text == "No actual. Give --actuals DIR.")
    state.type("<esc>")
    #expect(state.decisions(typing: "A").isEmpty)
    #expect(state.message?.text == "No actual. Give --actuals DIR.")
    // Nor is there an edge to move.
    state.type("4")
    #expect(text(render(state)).last?.contains("edge") == false)
    #expect(state.decisions(typing: "r").map(\.0) == [.rejected])
  }

  @Test func `a case that nobody has seen cannot be decided`() {
    var state = unmeasured([snapshot("unread")])
    #expect(state.decisions(typing: "art").isEmpty)
    #expect(state.message?.kind == .warning)
  }

  @Test func `read-only refuses every decision with the reason`() {
    var state = review(readOnlyReason: "snapreview 42 has this folder open.")
    #expect(state.decisions(typing: "art").isEmpty)
    #expect(state.message?.text == "Read-only: snapreview 42 has this folder open.")
  }

  @Test func `a capital letter shows what it would do, and another key does it`() {
    var state = review()
    #expect(state.decisions(typing: "A").isEmpty)
    guard case .bulk(let bulk) = state.panel else {
      Issue.record("no panel")
      return
    }
    #expect(bulk.scope.items == [0, 1, 2, 3])
    let decisions = state.decisions(typing: "y")
    #expect(decisions.map(\.1) == [[0, 1, 2, 3]])
    #expect(state.panel == nil)
  }

  @Test func `a question about no case is not asked, and says so`() {
    var state = review(dots: [1])
    state.recorded(.tolerated, 0, sentence: "done")
    #expect(state.decisions(typing: "A").isEmpty)
    #expect(state.panel == nil)
    #expect(state.message?.text == "No undecided case here can be accepted.")
  }

  @Test func `a key that is held down asks, and never answers`() {
    var state = review()
    #expect(state.decisions(typing: "AAAAAAAAAA").isEmpty)
    #expect(state.decisions(typing: "RRTTSS").isEmpty)
  }

  @Test func `what was typed before the question was on the screen does not answer it`() {
    var state = review()
    for key in "AyyAy" {
      #expect(state.decisions(state.reduce(.input(.key(.character(key))))).isEmpty)
    }
    _ = state.reduce(.painted(isWhole: true))
    #expect(
      state.decisions(state.reduce(.input(.key(.character("y"))))).map(\.1) == [[0, 1, 2, 3]])
    // Another scope is another question.
    state = review(suites: ["A", "A", "B", "B"])
    state.type("A*")
    #expect(state.decisions(state.reduce(.input(.key(.character("y"))))).isEmpty)
    #expect(state.decisions(typing: "y").map(\.1) == [[0, 1, 2, 3]])
  }

  @Test func `accepting waits until the pictures of the case are on the screen, and says so`() {
    var state = review()
    let key = InputEvent.key(.character("a"))
    #expect(state.decisions(state.reduce(.input(key))).isEmpty)
    #expect(state.says("still being drawn"))
    #expect(state.decisions(state.reduce(.painted(isWhole: false))).isEmpty)
    #expect(state.decisions(state.reduce(.painted(isWhole: true))).map(\.1) == [[0]])
    // The next case has to be seen as well; any other key takes the wish back.
    #expect(state.selection == 1)
    #expect(state.decisions(state.reduce(.input(key))).isEmpty)
    #expect(state.decisions(state.reduce(.input(.key(.escape)))).isEmpty)
    #expect(state.decisions(state.reduce(.painted(isWhole: true))).isEmpty)
    #expect(state.decisions(state.reduce(.input(key))).map(\.1) == [[1]])
    // No file is written by this.
    #expect(state.decisions(state.reduce(.input(.key(.character("r"))))).map(\.1) == [[2]])
  }

  @Test func `nothing beyond the list is decided together`() {
    // One cause of four cases, of which a filter lists two.
    var state = review(dots: [2, 2, 2, 2], names: ["one", "two", "other one", "last"])
    #expect(state.group(of: 0)?.items.count == 4)
    #expect(state.decisions(typing: "fone<enter>Ay").map(\.1) == [[0, 2]])
    state = review(dots: [2, 2, 2, 2], names: ["one", "two", "other one", "last"])
    #expect(state.decisions(typing: "mmm" + "flast<enter>Ay").map(\.1) == [[3]])
    state = review(dots: [2, 2, 2, 2])
    #expect(state.decisions(typing: "fnowhere<enter>Ay").isEmpty)
    #expect(state.panel == nil)
  }

  @Test func `esc puts the loupe away`() {
    var state = review()
    state.type("x")
    #expect(state.loupe != nil)
    state.type("<esc>")
    #expect(state.loupe == nil)
  }

  @Test(arguments: ["<enter>", "<esc>", "a", "A", "q", "R"])
  func `no other key confirms a bulk`(_ key: String) {
    var state = review()
    #expect(state.decisions(typing: "A" + key).isEmpty)
    #expect(state.items.allSatisfy { $0.pending == nil })
  }

  @Test func `a bulk leaves out what is decided and what cannot be accepted`() {
    var state = review()
    state.recorded(.rejected, 2)
    #expect(state.decisions(typing: "Ay").map(\.1) == [[0, 1, 3]])
  }

  @Test func `a bulk leaves out cases that would write one baseline, and says how many`() {
    var state = review(rivals: [1, 2])
    state.type("A")
    let screen = text(render(state)).joined(separator: " ")
    #expect(screen.contains("Accept 2 cases in Suite?"))
    #expect(screen.contains("2 cases are left out"))
    #expect(state.decisions(typing: "y").map(\.1) == [[0, 3]])
    // No file is written by these.
    #expect(state.decisions(typing: "Ty").map(\.1) == [[1, 2]])
  }

  @Test func `where a bulk has none but such cases it says so and opens nothing`() {
    var state = review(rivals: [0, 1, 2, 3])
    #expect(state.decisions(typing: "A").isEmpty)
    #expect(state.panel == nil)
    #expect(state.says("accept one by itself"))
    #expect(state.decisions(typing: "a").map(\.1) == [[0]])
  }

  @Test func `files that changed are read again and the case is undecided`() {
    var state = review()
    state.type("a")
    let effects = state.reduce(.changedOnDisk(items: [0], reason: "It changed."))
    #expect(state.selection == 0)
    #expect(state.items[0].pending == nil)
    #expect(state.items[0].revision == 1)
    #expect(effects.contains(.measure([state.measureRequest(0)])))
    // Results measured before the change are dropped.
    _ = state.reduce(.measured(item: 0, revision: 0, images([])))
    #expect(state.verdict(of: state.items[0]) == nil)
  }

  @Test func `a decision that the store refuses leaves its case on screen`() {
    var state = review()
    state.type("a")
    #expect(state.selection == 1)
    _ = state.reduce(.notRecorded(items: [0], reason: "Read-only file system."))
    #expect(state.selection == 0)
    #expect(state.items[0].pending == nil && state.says("Read-only"))
    // Of a bulk the first that was refused.
    state.type("Ty")
    _ = state.reduce(.notRecorded(items: [2, 3], reason: "Disk full."))
    #expect(state.selection == 2)
  }

  @Test func `undo shows the case that it is about`() {
    var state = review()
    #expect(state.type("u") == [.undo])
    state.type("G")
    let sentence = "Undone: Accepted Suite/case1, writing case1.png."
    _ = state.reduce(.undone([DecisionChange(item: 1, record: nil)], sentence: sentence))
    #expect(state.selection == 1)
    #expect(state.message == Message(.news, sentence, short: "Undone: case1."))
  }

  @Test func `a note goes with the decision`() {
    var state = review()
    state.recorded(.rejected, 0)
    let decisions = state.decisions(typing: "cwrong font<enter>")
    #expect(decisions.map(\.2) == ["wrong font"])
    #expect(decisions.map(\.0) == [.rejected])
  }

  @Test func `undo leaves the note waiting for the next decision`() {
    var state = review()
    #expect(state.decisions(typing: "cwrong font<enter>r").map(\.2) == ["wrong font"])
    _ = state.reduce(.recorded([change(0, note: "wrong font")], sentence: ""))
    state.type("u")
    _ = state.reduce(.undone([DecisionChange(item: 0, record: nil)], sentence: ""))
    #expect(text(render(state)).contains { $0.contains("“wrong font”") })
    #expect(state.decisions(typing: "t").map(\.2) == ["wrong font"])
  }

  @Test func `who leaves is told the notes that still wait`() {
    var state = review()
    state.type("cwrong font<enter>")
    #expect(state.end.noted == ["\(state.items[0].snapshot.id): wrong font"])
    _ = state.reduce(.recorded([change(0, note: "wrong font")], sentence: ""))
    #expect(state.end.noted.isEmpty && state.end.rejected.count == 1)
  }

  @Test func `a note on a decision that is being written follows it`() {
    var state = review()
    #expect(state.decisions(typing: "rkcwrong font<enter>").map(\.2) == ["", "wrong font"])
    _ = state.reduce(.recorded([change(0, note: "")], sentence: ""))
    // Refused, it is still there to be tried again.
    _ = state.reduce(.notRecorded(items: [0], reason: "Disk full."))
    #expect(state.decisions(typing: "c<enter>").map(\.2) == ["wrong font"])
    _ = state.reduce(.recorded([change(0, note: "wrong font")], sentence: ""))
    #expect(state.decisions(typing: "c<ctrl-u><enter>").map(\.2) == [""])
  }

  @Test func `a note is kept on the case that it was begun on`() {
    var state = review()
    state.type("r")
    state.type("cthe title is cut")
    _ = state.reduce(.notRecorded(items: [0], reason: "Disk full."))
    #expect(state.selection == 0)
    state.type("<enter>")
    #expect(state.decisions(typing: "r").map(\.2) == [""])
    #expect(state.decisions(typing: "r").map(\.2) == ["the title is cut"])
  }

  private func change(_ item: Int, note: String) -> DecisionChange {
    DecisionChange(item: item, record: DecisionRecord(.rejected, note: note))
  }
}

struct GroupTests {
  @Test func `cases with the same change are decided together, and one can be split off`() {
    var state = review(dots: [2, 3, 2, 2])
    #expect(state.group(of: 0)?.items == [0, 2, 3])
    #expect(state.group(of: 1) == nil)
    #expect(text(render(state))[0].contains("of 2 decisions"))
    state.type("GX")
    #expect(state.group(of: 3) == nil)
    state.type("gg")
    #expect(state.decisions(typing: "Ty").map(\.1) == [[0, 2]])
  }

  @Test func `texts group by the words that changed`() {
    var state = unmeasured((0..<3).map { snapshot("text\($0)", content: .text) })
    let pairs = [("a old b", "a new b"), ("c old d", "c new d"), ("a old b", "a other b")]
    for (index, pair) in pairs.enumerated() {
      state.hear(.measured(item: index, revision: 0, .texts(pair.0, pair.1)))
    }
    #expect(state.group(of: 0)?.items == [0, 1])
    #expect(state.group(of: 2) == nil)
  }
}
