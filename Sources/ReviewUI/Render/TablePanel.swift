import Catalog
import DiffEngine

/// Every strategy on the case on screen, a line each.
func drawTable(_ state: ReviewState, on canvas: inout Canvas) {
  guard let current = state.current else { return }
  let kinds = Strategy.Kind.allCases
  let rect = Rect.centred(width: 100, height: kinds.count + 4, in: state.size)
  let inside = canvas.window(rect, title: printable(current.snapshot.id))
  let columns = TableColumns(width: inside.width)
  canvas.write(columns.heading, in: inside.line(0))
  for (index, kind) in kinds.enumerated() {
    var strategy = state.strategy
    strategy.kind = kind
    let comparison = state.tabulated[strategy] ?? current.comparison(strategy)
    let isPresent = kind == state.strategy.kind
    canvas.write(
      [comparison.map { verdictMark($0.verdict) } ?? Run("…", .pending), Run(" ")]
        + columns.row(strategy, comparison, isPresent), in: inside.line(index + 1))
  }
  canvas.write(
    "average counts levels, pointfree at perceptual 1 bytes, the others pixels. Any key closes.",
    .hint,
    in: inside.line(kinds.count + 1))
}

/// Columns that give up the settings first where the screen is narrow.
private struct TableColumns {
  private static let name = 12
  private static let number = 11
  let settings: Int

  init(width: Int) { settings = min(max(width - 2 - Self.name - 4 * Self.number, 0), 40) }

  var heading: [Run] {
    let numbers = ["differ", "allowed", "clusters", "largest"].map { right($0, Self.number) }
    return [Run("  " + padded("", Self.name) + cell("settings") + numbers.joined(), .dim)]
  }

  func row(_ strategy: Strategy, _ comparison: Comparison?, _ isPresent: Bool) -> [Run] {
    let name = strategy.kind.rawValue
    let text = strategy.summary.dropFirst(name.count).drop { $0 == " " }
    let number = { (value: Int?) in right(value.map(grouped) ?? "", Self.number) }
    return [
      Run(padded(name, Self.name), isPresent ? .title : .plain), Run(cell(String(text)), .dim),
      Run(number(comparison?.mismatched)), Run(number(comparison?.allowed), .dim),
      Run(number(comparison?.clusters.count)), Run(number(comparison?.clusters.largest)),
    ]
  }

  private func cell(_ text: String) -> String {
    guard settings > 4 else { return "" }
    return padded(
      displayWidth(of: text) < settings ? text : text.prefix(settings - 2) + "…", settings)
  }
}

private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(width - displayWidth(of: text), 1))
}

private func right(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(width - displayWidth(of: text), 1)) + text
}
