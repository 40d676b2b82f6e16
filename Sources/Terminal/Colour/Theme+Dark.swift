import ReviewUI

extension Theme {
  /// Quiet greys around the images, because bright neighbours change how a colour looks; accents
  /// only where a decision or a verdict stands.
  public static let dark = Theme(
    name: "dark",
    [
      .plain: Style(),
      .dim: Style(.rgb(0x7D8590)),
      .bold: Style(.terminal, .bold),
      .title: Style(.terminal, .bold),
      .border: Style(.rgb(0x3D444D)),
      .activeBorder: Style(.rgb(0x7AA2F7)),
      .selected: Style(.rgb(0xE8EDF5), on: .rgb(0x2D3748)),
      .marked: Style(.rgb(0xE0AF68), .bold),
      .badge: Style(.rgb(0x16181D), on: .rgb(0xE0AF68)),
      .warning: Style(.rgb(0xE0AF68)),
      .error: Style(.rgb(0xF2777A), .bold),
      .match: Style(.rgb(0x8FC77F)),
      .mismatch: Style(.rgb(0xF2777A)),
      .sizeMismatch: Style(.rgb(0xE0AF68)),
      .unreadable: Style(.rgb(0xC58FE0)),
      .pending: Style(.rgb(0x7D8590)),
      .accepted: Style(.rgb(0x8FC77F), .bold),
      .rejected: Style(.rgb(0xF2777A), .bold),
      .tolerated: Style(.rgb(0x7DBCD6), .bold),
      .undecided: Style(.rgb(0x9AA4B2)),
      .key: Style(.rgb(0x7AA2F7), .bold),
      .hint: Style(.rgb(0x8B949E)),
      .statusLine: Style(.rgb(0xAAB3BF), on: .rgb(0x1F242C)),
      .statusValue: Style(.rgb(0xE8EDF5), on: .rgb(0x1F242C), .bold),
      .prompt: Style(.rgb(0xE8EDF5), on: .rgb(0x1F242C)),
      .changed: Style(.rgb(0xFF4FD8), on: .rgb(0xFF4FD8)),
      .gutter: Style(.rgb(0xFF4FD8), on: .rgb(0xFF4FD8)),
      .clusterOutline: Style(.rgb(0xFFD84D), on: .rgb(0xFFD84D)),
      .textRemoved: Style(.rgb(0xFFC2C2), on: .rgb(0x4B1F25)),
      .textAdded: Style(.rgb(0xBDEBBD), on: .rgb(0x1F3D27)),
      .group: Style(.rgb(0x7DCFC0)),
      .progress: Style(.rgb(0x7AA2F7), on: .rgb(0x2D3748)),
      .mapFrame: Style(.rgb(0xFFD84D), .bold),
      .landscapeFrontier: Style(.rgb(0xFFFFFF), .bold),
    ])
}

extension Style {
  init(_ foreground: ThemeColour, _ attributes: TextAttributes) {
    self.init(foreground, on: .terminal, attributes)
  }
}
