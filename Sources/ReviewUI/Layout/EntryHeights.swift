/// The heights of decisions in the list. If pictures for all would need scrolling, only the first
/// have them, provided that these are at least half; otherwise all do. In a narrow list, only as
/// many have pictures as there is room for.
struct EntryHeights: Hashable, Sendable {
  /// The rows of an entry with pictures, including a blank row below if there are four or more.
  let rows: Int
  /// The number of entries with pictures, counted from the first.
  private let pictured: Int

  /// One line for each entry.
  static let lines = EntryHeights(rows: 1, pictured: 0)

  private init(rows: Int, pictured: Int) { (self.rows, self.pictured) = (rows, pictured) }

  /// - Parameters:
  ///   - list: The area of the list.
  ///   - rest: The number of rows taken by everything else.
  init(of entries: Int, in list: GridRect, besides rest: Int) {
    let room = list.height - rest
    if list.width < Self.least || room < 4 {
      self = .lines
    } else if list.width >= Self.wide, room >= 20 {
      // One more line each would push three quarters of a long list out of sight.
      self.init(
        rows: min(max(room / max(entries, 1), list.height >= 52 ? 5 : 4), 9), pictured: .max)
    } else if entries * 3 <= room {
      self.init(rows: 3, pictured: .max)
    } else if entries * 3 <= room * 2 || list.width < Self.narrow {
      self.init(rows: 2, pictured: max(room - entries, 0))
    } else {
      self.init(rows: 2, pictured: .max)
    }
  }

  private static let (least, narrow, wide) = (34, 40, 44)

  /// Returns the width of an entry's pictures.
  static func pictureWidth(in list: GridRect) -> Int {
    list.width >= wide ? (list.width - 4) * 4 / 9 / 2 * 2 + 1 : list.width >= narrow ? 15 : 11
  }

  func rows(ofEntry entry: Int) -> Int { entry < pictured ? rows : 1 }

  var pictureRows: Int { rows > 2 ? rows - 1 : rows }
  var wordRows: Int { rows > 3 ? rows - 1 : rows }
}
