import DiffEngine
import Host
import Pixels
import ReviewUI
import Terminal

/// One picture of the documentation: a screen of the demo.
struct DocPicture: Sendable {
  /// The file, without its ending.
  var name: String
  var title: String
  var caption: String
  var size: GridSize
  /// The keys to type, see `KeyScript`.
  var keys: String
  /// A built-in theme, so that the user's own themes do not matter.
  var theme: Theme

  private init(
    _ name: String, _ title: String, _ columns: Int, _ rows: Int, _ keys: String, _ caption: String,
    theme: Theme = .dark
  ) {
    self.name = name
    self.title = title
    self.caption = caption
    self.size = GridSize(columns: columns, rows: rows)
    self.keys = keys
    self.theme = theme
  }

  /// The picture, of a folder that nothing was decided in.
  func image(of demo: String, stateFolder: UserFolder) throws -> PixelImage {
    let review = try OfflineReview(paths: [demo], size: size, stateFolder: stateFolder)
    defer { review.close() }
    review.type(try KeyScript.parse(keys))
    return GridPainter(theme: theme).image(review.screen)
  }

  static let all: [DocPicture] = [
    DocPicture(
      "triple", "Reference, actual, difference", 160, 47,
      "/agenda<enter>t/badge<enter>r/dark<enter>a/month<enter><esc>",
      """
      On the left the decisions, each with before and after; on the right the three images at one zoom,
      with close-ups of the regions that changed; below them the mismatches that the strategy counted.
      """),
    DocPicture(
      "cluster", "One change after the other", 160, 47, "/month<enter>]+",
      """
      `]` centres the next region, the largest change first: here an event that is gone, hidden
      among noise. The map shows the part in sight; the bar on the left of an image marks every row
      with a difference, however small.
      """),
    DocPicture(
      "all", "All cases", 160, 47, "8",
      """
      Each case as the region that changed most, before and after, side by side or one above the
      other, whichever is larger. You can move, mark and decide here; `0` shows whole images, `+` and
      `-` change the size.
      """),
    DocPicture(
      "halves", "Cells", 120, 40, "/month<enter>",
      "Half blocks, the default: two pixels a cell, each in its own colour."),
    DocPicture(
      "octants", "Finer cells", 120, 40, "/month<enter>CCC<esc>",
      """
      The same with `--cells octants`, or `C`: eight pixels a cell in two colours, chosen for the
      least error in linear light. The difference stays pooled, and exact pixels stay half blocks.
      """),
    DocPicture(
      "loupe", "Pixel by pixel", 160, 34, "/badge<enter>]x",
      "`x` reads one pixel from both files: colour, alpha and ΔE by each formula."),
    DocPicture(
      "swipe", "Swipe", 124, 47, "/iPhone-15<enter>4",
      "Reference on the left of the edge, actual on its right; `,` and `.` move it, or the mouse."),
    DocPicture(
      "difference", "Faint differences", 160, 34, "/sunny<enter>DD0",
      """
      A gradient that shifted by a shade. `D` changes the style of the difference: `dodge` lights
      up what the eye cannot see.
      """),
    DocPicture(
      "heat", "Heat", 124, 47, "/month<enter>7",
      "ΔE of every pixel. A single pixel stays visible at any scale."),
    DocPicture(
      "landscape", "Every setting at once", 160, 36,
      "/agenda<enter>t/light<enter>t/edges<enter>t/month<enter>r:strategy combined<enter>Mp",
      """
      How many cases fail at every ΔE and cluster size. Three cases were tolerated and one was
      rejected; `p` proposed a setting of the strategy that agrees with all four.
      """),
    DocPicture(
      "table", "Every strategy at once", 160, 34, "/edges<enter>e",
      "The verdict of each library's own algorithm on one case."),
    DocPicture(
      "text", "Texts", 160, 30, "/profile<enter>0",
      "Text snapshots, word by word."),
    DocPicture(
      "help", "Help", 124, 50, "?", "Every key, from the same table as the list of keys here."),
    DocPicture(
      "light", "Themes", 160, 34, "/rain<enter>2d0",
      """
      `--theme light`, one of four, or a file of your own. The shadow became weaker, which a
      strategy without alpha cannot see; `d` highlights the mismatches on the images.
      """, theme: .light),
    DocPicture(
      "small", "80 × 24", 80, 24, "/dark<enter>0",
      "Enough to work with; the smallest size is 40 × 12."),
  ]
}
