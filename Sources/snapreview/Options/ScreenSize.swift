import ArgumentParser
import DiffEngine

/// "200x60" on the command line.
struct ScreenSize: ExpressibleByArgument {
  var size: GridSize

  init?(argument: String) {
    let numbers = argument.split(separator: "x", omittingEmptySubsequences: false).map {
      Int($0)
    }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
      1...1000 ~= columns, 1...1000 ~= rows
    else { return nil }
    size = GridSize(columns: columns, rows: rows)
  }
}
