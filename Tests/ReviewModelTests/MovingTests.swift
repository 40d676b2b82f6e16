import Base
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

struct MovingTests {
  @Test func `j and k walk the list and stop at its ends`() {
    var state = review()
    #expect(state.after("jj", "jjjj", "kkkkkk", read: \.selection) == [2, 3, 0])
  }

  @Test func `gg and G go to the ends, and a broken run keeps its last key`() {
    var state = review()
    #expect(state.after("G", "gg", "gj", read: \.selection) == [3, 0, 1])
  }

  @Test func `n skips what is decided`() {
    var state = review()
    state.recorded(.rejected, 1)
    #expect(state.after("n", "N", read: \.selection) == [2, 0])
  }

  @Test func `in the image pane j pans and J still changes the case`() {
    var state = review()
    state.type("<tab>++++++")
    let before = state.viewport
    state.type("j")
    #expect(state.selection == 0)
    #expect(state.viewport != before)
    state.type("J")
    #expect(state.selection == 1)
  }

  @Test func `a search goes to the hit, n to the next, and esc goes back`() {
    var state = review()
    #expect(state.after("/case2", "<esc>", read: \.selection) == [2, 0])
    #expect(state.query.isEmpty)
    state.type("/case<enter>n")
    #expect(state.selection == 1)
  }

  @Test func `the keys to step through hits are named where there are several`() {
    var state = review()
    state.type("/case2<enter>")
    #expect(state.message == Message(.news, "1 hit."))
    state.type("/case<enter>")
    #expect(state.says("4 hits."))
    #expect(state.message?.hint?.hasSuffix("step through them.") == true)
  }

  @Test func `a filter hides the rest and moves to a case that is listed`() {
    var state = review(dots: [1, 0, 3, 2])
    state.type("Gffailing<enter>")
    #expect(state.listed == [0, 2, 3])
    #expect(state.selection == 3)
  }

  @Test func `the beginning of a state does where no name has it`() {
    var state = review(dots: [1, 0, 3, 2])
    #expect(
      state.after("ffail<enter>", "f<ctrl-u>ca<enter>", read: \.listed)
        == [[0, 2, 3], [0, 2, 3, 1]])
  }

  @Test func `letters typed into a prompt are no commands`() {
    var state = review()
    let effects = state.type("/aArRtTq")
    #expect(state.decisions(effects).isEmpty)
    #expect(state.prompt?.text == "aArRtTq")
  }

  @Test func `pasted text never decides`() {
    var state = review()
    let effects = state.reduce(.input(.paste("aaaa")))
    #expect(state.decisions(effects).isEmpty)
    #expect(state.says("ignored"))
  }

  @Test func `going to a case that is not measured asks for it first`() {
    var state = unmeasured((0..<3).map { snapshot("case\($0)") })
    _ = state.reduce(.started)
    let effects = state.type("G")
    #expect(effects.contains(.measure([state.measureRequest(2)])))
  }

  @Test func `images are shown before they are measured, and what is known stays known`() {
    var state = unmeasured([snapshot("case")], 100, 30)
    _ = state.reduce(.started)
    let size = PixelSize(width: 16, height: 16)
    let glance = Reading.images(
      ImageFacts(reference: size, actual: size, fingerprint: fingerprint, landscape: nil))
    let wishes = state.reduce(.measured(item: 0, revision: 0, glance)).wishes
    #expect(wishes.first?.pictures.count == 3)
    #expect(state.unmeasured == 1)
    #expect(state.items[0].comparison(Strategy(.naive)) == nil)
    _ = state.reduce(.measured(item: 0, revision: 0, images([(3, 3)])))
    _ = state.reduce(.measured(item: 0, revision: 0, glance))
    #expect(state.unmeasured == 0)
    #expect(state.items[0].comparison(Strategy(.naive))?.mismatched == 1)
  }
}

struct NameTests {
  @Test func `what the whole suite shares of its names is left out`() {
    let names = ["testBars-iOS_390-0_844-0.1", "testLines-iOS_390-0_844-0.1"]
    let lines = text(render(unmeasured(names.map { snapshot($0) })))
    #expect(lines.contains { $0.contains("… Bars ") })
    #expect(lines.contains { $0.contains("… Lines ") })
  }

  @Test func `a capital after a lone letter begins no word`() {
    let state = unmeasured(["testCheckout.iPhone", "testCheckout.iPad"].map { snapshot($0) })
    #expect(text(render(state)).contains { $0.contains("… iPhone ") })
  }

  @Test func `a single case keeps its name, and equal names are not emptied`() {
    let state = unmeasured([snapshot("testBars")])
    #expect(text(render(state)).contains { $0.contains("testBars") })
  }
}

struct MouseTests {
  private func zoomed() -> ReviewState {
    var state = review(size: GridSize(columns: 100, rows: 30))
    state.type("2<tab>+++")
    return state
  }

  @Test func `the wheel zooms at the pointer: what lies there stays there`() {
    var state = review(size: GridSize(columns: 100, rows: 30))
    state.type("2")
    let pane = state.layout.images
    let place = (column: pane.column + 9, row: pane.row + 9)
    func pixel(_ state: ReviewState) -> Double {
      let request = state.pictureRequests[0]
      let scale = Double(request.samples.width) / request.region.width
      return request.region.x + (Double(place.column - pane.column - 1) + 0.5) / scale
    }
    let before = pixel(state)
    for _ in 0..<4 {
      state.mouse(.wheelUp, place.column, place.row)
    }
    #expect(state.viewport.zoom != .fit)
    // Each of the four steps falls on a whole pixel.
    #expect(abs(pixel(state) - before) < 4)
  }

  @Test func `a drag moves the image along`() {
    var state = zoomed()
    let pane = state.layout.images
    let before = state.pictureRequests[0].region
    for (kind, column) in [(MouseEvent.Action.press, 20), (.drag, 12), (.release, 12)] {
      state.mouse(kind, pane.column + column, pane.row + 10)
    }
    #expect(state.pictureRequests[0].region.x > before.x)
  }

  @Test func `the mouse selects and scrolls and never decides`() {
    var state = review()
    let list = state.layout.list!
    for kind in [MouseEvent.Action.press, .release, .wheelDown, .wheelUp, .drag] {
      for row in 0..<30 {
        let effects = state.reduce(
          .input(.mouse(MouseEvent(kind, column: list.column + 2, row: row))))
        #expect(state.decisions(effects).isEmpty)
      }
    }
    state.type(":unfold all<enter>")
    state.mouse(.press, 3, list.row + 3)
    #expect(state.selection == 2)
  }
}

struct ViewTests {
  @Test func `space goes to the flip view and then changes sides in place`() {
    var state = review()
    state.type("<space>")
    #expect(state.view == .flip)
    #expect(state.side == .actual)
    state.type("<space>")
    #expect(state.side == .reference)
  }

  @Test func `blinking flips by itself until space stops it`() {
    var state = review()
    #expect(state.type("b").contains(.blink(milliseconds: 500)))
    let side = state.side
    #expect(state.reduce(.blinked).contains(.blink(milliseconds: 500)))
    #expect(state.side == side.other)
    state.type("..")
    #expect(state.reduce(.blinked).contains(.blink(milliseconds: 250)))
    state.type(",,,,,,,,")
    #expect(state.reduce(.blinked).contains(.blink(milliseconds: 1500)))
    state.type("<space>")
    #expect(state.reduce(.blinked).isEmpty)
  }

  @Test func `the place is kept from case to case`() {
    var state = review(size: GridSize(columns: 100, rows: 30))
    state.type("<tab>+++l")
    let viewport = state.viewport
    state.type("J")
    #expect(state.viewport == viewport)
  }
}
