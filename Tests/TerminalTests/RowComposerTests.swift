import ReviewUI
import Terminal
import Testing

struct RowComposerTests {
  private let composer = RowComposer { scalar in
    switch scalar {
    case 0x65E5: 2
    case 0xE9, 0x2500: 1
    case 0x1F600: 1  // a terminal older than the table
    default: -1
    }
  }

  private func runs(_ old: String, _ new: String) -> [Range<Int>] {
    func row(_ text: String) -> ArraySlice<Cell> {
      text.map { Cell($0 == "_" ? .continuation : Glyph($0)) }[...]
    }
    var runs: [Range<Int>] = []
    RowComposer.changedRuns(row(old), row(new)) { runs.append($0) }
    return runs
  }

  @Test func `only the columns that changed are sent`() {
    #expect(runs("abcdef", "abcdef") == [])
    #expect(runs("abcdef", "xbcdey") == [0..<1, 5..<6])
    #expect(runs("abcdef", "aXYdef") == [1..<3])
  }

  @Test func `a change at a double-width character sends the row`() {
    #expect(runs("a日_b", "axxb") == [0..<4])
    #expect(runs("axxb", "a日_b") == [0..<4])
    #expect(runs("a日_b", "a日_c") == [3..<4])
  }

  @Test func `an unknown row is sent whole`() {
    var runs: [Range<Int>] = []
    RowComposer.changedRuns(nil, [Cell(), Cell()][...]) { runs.append($0) }
    #expect(runs == [0..<2])
  }

  @Test func `a glyph takes the columns that the layout gave it, or is replaced`() {
    let wide = Glyph("日")
    #expect(composer.resolve(wide, next: .continuation) == (wide, 2))
    #expect(composer.resolve(wide, next: .space) == (Glyph("?"), 1))
    #expect(composer.resolve(wide, next: nil) == (Glyph("?"), 1))
    #expect(composer.resolve(Glyph("é" as Unicode.Scalar), next: .space) == (Glyph("é"), 1))
    #expect(composer.resolve(Glyph("😀" as Unicode.Scalar), next: .continuation).columns == 1)
  }

  @Test func `control characters and lone right halves are spaces`() {
    #expect(composer.resolve(.continuation, next: .space) == (.space, 1))
    #expect(composer.resolve(Glyph("\u{1B}" as Unicode.Scalar), next: nil) == (.space, 1))
    #expect(composer.resolve(Glyph("\u{9B}" as Unicode.Scalar), next: nil) == (Glyph("?"), 1))
  }
}
