import Base
import DiffEngine

/// The result of an alignment, without the rows themselves.
package struct RowMoves: Hashable, Sendable, Codable {
  fileprivate struct Move: Hashable, Sendable, Codable {
    var isInserted: Bool
    var count: Int
    var y: Int
  }

  /// The first moves.
  private let moves: [Move]
  private let moveCount: Int
  /// The number of rows of both images that differ.
  private let changedCount: Int

  private static let movesShown = 3

  package init(_ alignment: RowAlignment) {
    let moved = alignment.runs.filter { $0.kind != .kept }
    moveCount = moved.count
    changedCount = alignment.changedCount
    moves = moved.prefix(Self.movesShown).map { run in
      let isInserted = run.kind == .inserted
      return Move(
        isInserted: isInserted, count: run.count,
        y: isInserted ? run.actual.lowerBound : run.reference.lowerBound)
    }
  }

  /// The rows of each move that the sentence names, in the image that has them.
  var bands: [Range<Int>] { moves.map { $0.y..<$0.y + $0.count } }

  /// The moves in a sentence, such as "40 rows inserted at y 1,200; the rest is equal".
  ///
  /// Inserted rows are counted from the top of the actual, deleted rows from the top of the
  /// reference. If there are more than three places, the others are only counted.
  package var sentence: String {
    var places = moves.map { move in
      "\(Self.rows(move.count)) \(move.isInserted ? "inserted" : "deleted") at y \(Wording.grouped(move.y))"
    }
    if moveCount > moves.count { places.append("and \(moveCount - moves.count) more places") }
    let rest =
      changedCount == 0
      ? "the rest is equal"
      : "of the rest, \(Self.rows(changedCount)) \(changedCount == 1 ? "differs" : "differ")"
    return places.joined(separator: ", ") + "; " + rest
  }

  private static func rows(_ count: Int) -> String {
    count == 1 ? "1 row" : "\(Wording.grouped(count)) rows"
  }
}

extension RowMoves.Move {
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    isInserted = try values.decode(Bool.self, forKey: .isInserted)
    count = try values.decode(Int.self, forKey: .count)
    y = try values.decode(Int.self, forKey: .y)
    try values.require(count >= 0, .count)
  }
}
