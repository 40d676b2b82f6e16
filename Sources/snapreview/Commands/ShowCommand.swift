import ArgumentParser
import Base
import Catalog
import DiffEngine
import Host
import PNGCodec
import Pixels
import Review

/// Shows images where no screen can open, such as in a build log or a pipe.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Prints images, or a case of a folder, as half blocks in true colour.",
    discussion: """
      Each character cell shows two pixels; larger images are averaged in linear light. A case is \
      shown as reference, actual and what counts under its strategy, side by side. A cause is shown \
      by the place that changed most in its first case, as large as possible. PNG files \
      without --case are shown as they are; - is standard input.

      Examples:
        snapreview show login.png --size 120x50
        snapreview show Difference/ --case LoginTests/testDark
        snapreview show Difference/ --case LoginTests/testDark --output - > case.png
        snapreview show Difference/ --cause k3fd --output change.png
        curl -s https://example.org/a.png | snapreview show -
      """)

  @Option(
    name: .customLong("case"),
    help: ArgumentHelp("One case of the folder, as `list` names it.", valueName: "ID"))
  var wanted: String?

  @Option(
    help: ArgumentHelp("One cause of the folder, by the ID that `list` prints.", valueName: "ID"),
    completion: .custom(CauseCompletion.candidates))
  var cause: String?

  @Option(
    help: ArgumentHelp(
      "With --case or --cause: write it as a PNG file; - is standard output.", valueName: "F"),
    completion: .file(), transform: FileAddress.path)
  var output: String?

  @Option(help: "The largest size of an image, in columns and rows (default: 80x40).")
  var size: ScreenSize?

  @OptionGroup
  var options: FolderOptions

  func validate() throws {
    if wanted != nil, cause != nil { throw ValidationError("Give either --case or --cause.") }
    if output != nil, size != nil { throw ValidationError("--size has no effect with --output.") }
    guard wanted == nil, cause == nil else { return }
    if let flag = output.map({ _ in "--output" }) ?? options.flags.first {
      throw ValidationError("\(flag) goes with --case ID or --cause ID.")
    }
    let folder = options.paths.first { (try? FileStatus(of: $0).kind) == .folder }
    if options.paths.isEmpty || folder != nil {
      throw ValidationError(
        "Name a PNG file, or a folder and one --case ID or --cause ID of it.")
    }
  }

  func run() throws {
    if let wanted { return try show(wanted) }
    if let cause { return try show(cause: cause) }
    for file in options.paths {
      try StandardInput.withFile(file) { show(try PNG.decode(contentsOf: $0)) }
    }
  }

  private func show(_ image: PixelImage) {
    Console.write(HalfBlocks(image, within: size?.size ?? GridSize(columns: 80, rows: 40)).text)
  }

  private func show(_ wanted: String) throws {
    let folder = try Folder(options)
    let snapshot = try Self.one(wanted, of: folder.catalog.cases)
    let files = folder.store.shownFiles(of: snapshot)
    guard snapshot.content == .image else {
      guard output == nil, let reference = files.reference, let actual = files.actual else {
        throw CommandFailure(.wrongUse, "\(printable(snapshot.id)): not a picture.")
      }
      return Console.write(try Self.lines(reference, actual, snapshot.content))
    }
    let strategies = folder.strategies
    guard
      let image = try PixelImage.triple(
        files, strategies.strategy(for: snapshot), ignoring: strategies.rules.ignored(in: snapshot))
    else {
      throw CommandFailure(.fileTrouble, "\(printable(snapshot.id)): has no picture.")
    }
    guard let output else { return show(image) }
    try OutputFile.write(try PNG.encode(image, isSmall: true), to: output, sparing: snapshot.files)
  }

  private func show(cause: String) throws {
    let folder = try Folder(try options.found(for: "show"))
    let reports = try folder.reports(ofCauses: [cause])
    guard let report = reports.first(where: { $0.snapshot.content == .image }),
      let image = PixelImage.evidence(
        folder.store.shownFiles(of: report.snapshot), ignoring: report.areas,
        around: report.boxes.first, title: report.change?.text ?? report.facts)
    else {
      throw CommandFailure(.fileTrouble, "\(printable(cause)): has no picture.")
    }
    guard let output else { return show(image) }
    try OutputFile.write(
      try PNG.encode(image, isSmall: true), to: output, sparing: report.snapshot.files)
    guard output != StandardInput.name else { return }
    let others = reports.count > 1 ? ", the first of \(Wording.count(reports.count, "case"))" : ""
    Console.write(
      "\(printable(report.snapshot.id))\(others): \(printable(report.change?.text ?? report.facts))\n"
    )
  }

  /// Returns the case with exactly that name, or else the only one that a pattern matches.
  private static func one(_ name: String, of cases: [SnapshotCase]) throws -> SnapshotCase {
    if let exact = cases.first(where: { $0.id == name }) { return exact }
    let glob = Glob(name)
    let found = glob.places(in: cases).map { cases[$0] }
    guard found.count == 1 else {
      let count = found.isEmpty ? "no case matches" : Wording.count(found.count, "case") + " match"
      throw CommandFailure(
        .wrongUse, "--case \(printable(name)): \(count). `snapreview list` shows the cases.")
    }
    return found[0]
  }

  private static func lines(
    _ reference: String, _ actual: String, _ content: SnapshotCase.Content
  ) throws -> String {
    try TextDifference(reference, actual, as: content).lines.map { line in
      line.kind.sign + printable(line.text) + "\n"
    }.joined()
  }
}

/// An image as lines of half blocks, each with the colours of two samples.
private struct HalfBlocks {
  private let grid: SampleGrid

  /// Scales the image down to fit into the cells, with two samples each; never enlarges it.
  init(_ image: PixelImage, within size: GridSize) {
    let scale = max(
      1, Double(image.width) / Double(size.columns), Double(image.height) / Double(2 * size.rows))
    // Minus an epsilon, so that rounding errors do not add a sample.
    func samples(_ pixels: Int) -> Int { Int((Double(pixels) / scale - 1e-9).rounded(.up)) }
    let region = PixelRegion(
      x: 0, y: 0, width: Double(samples(image.width)) * scale,
      height: Double(samples(image.height)) * scale)
    grid = image.sampled(
      region, columns: samples(image.width), rows: samples(image.height), ground: .checkerboard)
  }

  /// The lines; colours already in effect are not sent again, and each line ends with a reset.
  var text: String {
    stride(from: 0, to: grid.rows, by: 2).map { row in
      var (line, front, back): (String, Pixel?, Pixel?) = ("", nil, nil)
      for column in 0..<grid.columns {
        let upper = grid.samples[row * grid.columns + column]
        // Below the image's last row the terminal's own background shows.
        let lower = row + 1 < grid.rows ? grid.samples[(row + 1) * grid.columns + column] : Pixel()
        if back != lower { line += lower.w == 0 ? "\u{1B}[49m" : Self.colour(48, lower) }
        if upper != lower, front != upper {
          line += Self.colour(38, upper)
          front = upper
        }
        line += upper == lower ? " " : "▀"
        back = lower
      }
      return line + "\u{1B}[0m\n"
    }.joined()
  }

  private static func colour(_ ground: Int, _ colour: Pixel) -> String {
    "\u{1B}[\(ground);2;\(colour.x);\(colour.y);\(colour.z)m"
  }
}
