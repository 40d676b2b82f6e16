import Changes
import Pixels
import TestSupport
import Testing

struct RowAlignmentTests {
  private typealias Run = RowAlignment.Run

  @Test(arguments: 0..<30)
  func `rows inserted and deleted at random are found exactly`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let reference = (0..<300).map { _ in row(&random) }
    let (actual, expected) = edited(reference, &random)
    let alignment = try #require(RowAlignment(image(reference), image(actual)))
    #expect(alignment.runs == expected && alignment.changedCount == 0)
    try expectTiling(alignment, image(reference), image(actual))
  }

  /// Rows with others inserted and some deleted here and there, never side by side, and what
  /// happened to them.
  private func edited(
    _ rows: [[Pixel]], _ random: inout SplitMix
  ) -> (rows: [[Pixel]], runs: [Run]) {
    var (edited, runs) = ([[Pixel]](), [Run]())
    var y = 0
    func add(_ kind: RowAlignment.Change, _ count: Int, _ new: [[Pixel]]) {
      let top = edited.count
      edited += new
      runs.append(Run(kind: kind, reference: y..<y + count, actual: top..<edited.count))
      y += count
    }
    while y + 100 < rows.count {
      let kept = 10 + random.next(80)
      add(.kept, kept, Array(rows[y..<y + kept]))
      let count = 1 + random.next(9)
      if random.next(2) == 0 {
        add(.inserted, 0, (0..<count).map { _ in row(&random) })
      } else {
        add(.deleted, count, [])
      }
    }
    add(.kept, rows.count - y, Array(rows[y...]))
    return (edited, runs)
  }

  @Test func `content that was shifted down in an image of fixed height is found`() throws {
    var random = SplitMix(seed: 1)
    let blank = [Pixel](repeating: Pixel(repeating: 255), count: 20)
    let content = (0..<100).map { _ in row(&random) }
    let before = content + Array(repeating: blank, count: 60)
    let after =
      Array(content[..<30]) + Array(repeating: blank, count: 12) + Array(content[30...])
      + Array(repeating: blank, count: 48)
    let alignment = try #require(RowAlignment(image(before), image(after)))
    #expect(
      alignment.sentence == "12 rows inserted at y 30, 12 rows deleted at y 100; the rest is equal")
  }

  /// Three rows that take turns: none is the only one of its kind.
  @Test(arguments: [(32, 0), (32, 32), (31, 0), (31, 31)])
  func `rows inserted into a striped image are found, whether it grows by them or not`(
    _ count: Int, _ growth: Int
  ) throws {
    var random = SplitMix(seed: 4)
    let stripes = (0..<3).map { _ in row(&random) }
    func striped(_ count: Int) -> [[Pixel]] { (0..<count).map { stripes[$0 / 8 % 3] } }
    let header = [[Pixel]](repeating: row(&random), count: count)
    let before = Array(striped(200))
    let after = Array((striped(40) + header + striped(200).dropFirst(40)).prefix(200 + growth))
    let down = try #require(RowAlignment(image(before), image(after)))
    #expect(down.changedCount == 0)
    #expect(down.sentence.hasPrefix("\(count) rows inserted at y 40"), "\(down.sentence)")
    let up = try #require(RowAlignment(image(after), image(before)))
    #expect(up.sentence.hasPrefix("\(count) rows deleted at y 40"), "\(up.sentence)")
  }

  @Test func `rows that changed beside inserted ones are kept where they differ least`() throws {
    var random = SplitMix(seed: 2)
    let reference = (0..<80).map { _ in row(&random) }
    var actual = reference
    actual[40][3] = Pixel(1, 2, 3, 255)
    actual.insert(contentsOf: (0..<9).map { _ in row(&random) }, at: 40)
    let alignment = try #require(RowAlignment(image(reference), image(actual)))
    #expect(
      alignment.runs == [
        Run(kind: .kept, reference: 0..<40, actual: 0..<40),
        Run(kind: .inserted, reference: 40..<40, actual: 40..<49),
        Run(kind: .kept, reference: 40..<80, actual: 49..<89),
      ])
    #expect(alignment.sentence == "9 rows inserted at y 40; of the rest, 1 row differs")
  }

  @Test func `the sentence counts what it does not list`() throws {
    var random = SplitMix(seed: 3)
    var rows = (0..<3000).map { _ in row(&random) }
    let before = image(rows)
    for place in [2900, 2000, 1500, 1200, 40] {
      rows.insert(contentsOf: [row(&random), row(&random)], at: place)
    }
    let alignment = try #require(RowAlignment(before, image(rows)))
    #expect(
      alignment.sentence == """
        2 rows inserted at y 40, 2 rows inserted at y 1,202, 2 rows inserted at y 1,504, \
        and 2 more places; the rest is equal
        """)
  }

  @Test func `unrelated, recoloured, equal and differently wide images have none`() {
    var random = SplitMix(seed: 4)
    let rows = (0..<90).map { _ in row(&random) }
    let before = image(rows)
    #expect(RowAlignment(before, image((0..<70).map { _ in row(&random) })) == nil)
    let recoloured = rows.map { $0.map { Pixel(255 - $0.x, $0.y, $0.z, $0.w) } }
    #expect(RowAlignment(before, image(recoloured)) == nil)
    #expect(RowAlignment(before, before) == nil)
    #expect(RowAlignment(before, image(rows.map { Array($0.dropLast()) })) == nil)
    let changed = rows.enumerated().map { $0 % 7 == 0 ? row(&random) : $1 }
    #expect(RowAlignment(before, image(changed)) == nil)
  }

  @Test func `a recoloured block among blank rows is no insertion`() {
    let (white, red, blue) = (Pixel(repeating: 255), Pixel(200, 0, 0, 255), Pixel(0, 0, 200, 255))
    func screen(_ block: Pixel) -> PixelImage {
      image((0..<200).map { [Pixel](repeating: (50..<120).contains($0) ? block : white, count: 9) })
    }
    #expect(RowAlignment(screen(red), screen(blue)) == nil)
  }

  @Test(arguments: 0..<40)
  func `few different rows are matched in order, whatever they are`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let kinds = (0..<3 + seed % 5).map { _ in row(&random) }
    func any() -> PixelImage {
      let count = 20 + random.next(60)
      return image((0..<count).map { _ in kinds[random.next(kinds.count)] })
    }
    let (reference, actual) = (any(), any())
    guard let alignment = RowAlignment(reference, actual) else { return }
    try expectTiling(alignment, reference, actual)
  }

  /// True if the runs are all rows of both, and the aligned pair shows just those, side by side.
  private func expectTiling(
    _ alignment: RowAlignment, _ reference: PixelImage, _ actual: PixelImage
  ) throws {
    #expect(alignment.runs.flatMap { Array($0.reference) } == Array(0..<reference.height))
    #expect(alignment.runs.flatMap { Array($0.actual) } == Array(0..<actual.height))
    let gap = Pixel(250, 1, 250, 255)
    let pair = alignment.aligned(reference, actual, gap: gap)
    #expect(pair.reference.height == alignment.height && pair.actual.height == alignment.height)
    var changed = 0
    for y in 0..<alignment.height {
      let (before, after) = (
        alignment.row(at: y, of: \.reference), alignment.row(at: y, of: \.actual)
      )
      #expect(before != nil || after != nil)
      let (first, second) = (pixels(pair.reference, y), pixels(pair.actual, y))
      #expect(before.map { pixels(reference, $0) == first } ?? first.contains(gap))
      #expect(after.map { pixels(actual, $0) == second } ?? second.contains(gap))
      if before != nil, after != nil, first != second { changed += 1 }
    }
    #expect(changed == alignment.changedCount)
    #expect(alignment.row(at: -1, of: \.actual) == nil)
    #expect(alignment.row(at: alignment.height, of: \.actual) == nil)
  }

  private func pixels(_ image: PixelImage, _ y: Int) -> [Pixel] {
    (0..<image.width).map { image[$0, y] }
  }

  private func row(_ random: inout SplitMix) -> [Pixel] {
    (0..<20).map { _ in random.pixel().opaque }
  }

  private func image(_ rows: [[Pixel]]) -> PixelImage {
    PixelImage(rows[0].count, rows.flatMap { $0 })
  }
}
