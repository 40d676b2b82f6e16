import ReviewUI

/// One picture of the documentation: a screen of the demo.
package struct DocPicture: Sendable {
  /// The file, without its ending.
  package var name: String
  var title: String
  var caption: String
  package var size: Size
  /// What is typed, see `KeyScript`.
  package var keys: String

  private init(
    _ name: String, _ title: String, _ columns: Int, _ rows: Int, _ keys: String, _ caption: String
  ) {
    self.name = name
    self.title = title
    self.caption = caption
    self.size = Size(columns: columns, rows: rows)
    self.keys = keys
  }

  func screen(of demo: String) throws -> CellGrid {
    let review = try OfflineReview(paths: [demo], size: size)
    review.type(try KeyScript.parse(keys))
    defer { review.close() }
    return review.screen
  }

  package static let all: [DocPicture] = [
    DocPicture(
      "triple", "Reference, actual, difference", 200, 60, "/iPhone-15<enter>",
      "The button that pays moved.")
  ]
}
