/// The rows that decisions take in the list: each as many as its pictures need, or those at the top
/// alone where all stay in sight then and half of them have pictures.
struct EntryHeights: Hashable, Sendable {
  /// The rows of an entry with pictures, and a blank one that follows it from three on.
  let rows: Int
  /// The entries that have pictures, from the first on.
  private let pictured: Int

  /// A line for each.
  static let lines = EntryHeights(rows: 1, pictured: 0)

  private init(rows: Int, pictured: Int) { (self.rows, self.pictured) = (rows, pictured) }

  /// - Parameters:
  ///   - list: The room of the list.
  ///   - rest: The rows that are taken otherwise.
  init(of entries: Int, in list: GridRect, besides rest: Int) {
    let room = list.height - rest
    if list.width < Self.narrow || room < 4 {
      self = .lines
    } else if list.width >= Self.wide, room >= 20 {
      // With a line more each, three quarters of a long list would be out of sight.
      self.init(
        rows: min(max(room / max(entries, 1), list.height >= 52 ? 5 : 4), 9), pictured: .max)
    } else if entries * 3 <= room {
      self.init(rows: 3, pictured: .max)
    } else if entries * 3 <= room * 2 {
      self.init(rows: 2, pictured: room - entries)
    } else {
      self.init(rows: 2, pictured: .max)
    }
  }

  private static let (narrow, wide) = (36, 44)

  func rows(ofEntry entry: Int) -> Int { entry < pictured ? rows : 1 }

  /// The rows that pictures and words take.
  var pictureRows: Int { rows > 2 ? rows - 1 : rows }
}
