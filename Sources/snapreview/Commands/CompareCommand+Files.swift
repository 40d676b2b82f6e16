import ArgumentParser
import Base
import Catalog
import DiffEngine
import Host
import PNGCodec
import Pixels
import Review

extension CompareCommand {
  /// Compares, prints the result, and writes the image.
  ///
  /// - Throws: The exit status, unless the files match.
  func run() throws {
    if reference == StandardInput.name && actual == StandardInput.name {
      throw CommandFailure(.wrongUse, "Only one of the two files can come by standard input.")
    }
    if let folder = [reference, actual].first(where: { (try? FileStatus(of: $0).kind) == .folder })
    {
      throw CommandFailure(
        .wrongUse,
        "\(printable(folder)) is a folder, and compare takes two files. Two folders: snapreview list "
          + "\(Shell.quoted(reference)) \(Shell.quoted(actual))")
    }
    try StandardInput.withFile(reference) { reference in
      try StandardInput.withFile(actual) { actual in try run(reading: reference, actual) }
    }
  }

  private func run(reading referenceFile: String, _ actualFile: String) throws {
    let override = strategies.given()
    try override.check(default: .naive)
    let strategy = override.applied(to: Strategy(.naive), reference: reference)
    let areas = try IgnoredAreas(arguments: ignore)
    let content = SnapshotCase.Content(
      ofPair: .init(fileNamed: reference, at: [referenceFile]),
      .init(fileNamed: actual, at: [actualFile]))
    try refuseIdleFlags(override, content)
    let reading =
      try content != .image
      ? compareTexts(referenceFile, actualFile, content)
      : compareImages(referenceFile, actualFile, strategy, ignoring: areas)
    let comparison = reading.comparison ?? Comparison(verdict: .unreadable)
    var refusal: String?
    if case .failed(let sentence) = reading { refusal = sentence }
    // The image needs standard output for itself.
    let say = diffOutput == StandardInput.name ? Console.writeError : { Console.write($0) }
    switch format {
    case .json:
      let object = reading.members(
        comparison, refusal, reference: reference, actual: actual, strategy: strategy)
      say(JSON.object(object).text + "\n")
    case .text where loudness.quiet: break
    case .text:
      let isLossy = [reference, actual].contains(where: SnapshotCase.isLossy)
      let remarks =
        strategy.remarks + (isLossy ? [Remark.lossy.sentence] : [])
        + [reading.hiddenSentence].compactMap(\.self)
      say(reading.text(comparison, strategy, ignoring: areas, remarks, ConsoleStyle.current))
    }
    if let refusal { throw CommandFailure(.fileTrouble, printable(refusal)) }
    throw ExitCode((comparison.verdict == .match ? ExitStatus.success : .failing).rawValue)
  }

  private func refuseIdleFlags(
    _ override: StrategyOverride, _ content: SnapshotCase.Content
  ) throws {
    if diffStyle != nil, diffOutput == nil {
      throw CommandFailure(.wrongUse, "--diff-style goes with --diff-output.")
    }
    let flags = [diffOutput.map { _ in "--diff-output" }, ignore.first.map { _ in "--ignore" }]
    guard content != .image, let flag = (flags.compactMap(\.self) + override.flags).first else {
      return
    }
    throw CommandFailure(.wrongUse, "\(flag) goes with images: texts are compared line by line.")
  }

  private func compareTexts(
    _ reference: String, _ actual: String, _ content: SnapshotCase.Content
  ) -> Reading {
    do {
      let difference = try TextDifference(reference, actual, as: content)
      return .texts(TextFacts(difference: difference, fingerprint: nil))
    } catch {
      return .failed("\(error)")
    }
  }

  private func compareImages(
    _ reference: String, _ actual: String, _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) throws -> Reading {
    if diffOutput == nil,
      let pair = EqualPair(reference, actual, strategy, ignoring: areas)
    {
      try strategy.requireRanges(total: pair.comparison.total)
      return .compared(pair.comparison, strategy, pair.size, pair.size)
    }
    var images: (reference: PixelImage, actual: PixelImage)
    do throws(ImageError) {
      try PictureRoom.require([reference, actual])
      images = try PNG.decodeBoth(reference, actual, strategy.samples)
    } catch {
      return .failed(error.description)
    }
    let sizes = (images.reference.size, images.actual.size)
    try strategy.requireRanges(total: images.reference.pixelCount)
    try areas.requireInside([sizes.0, sizes.1])
    let (comparison, mask) = compare(
      images.reference, images.actual, strategy: strategy, ignoring: areas)
    if let diffOutput {
      if strategy.samples != .colours {
        // The difference is drawn in colours, whatever was compared.
        images = try PNG.decodeBoth(reference, actual)
      }
      drawDifference(
        diffStyle ?? .highlight, images.reference, over: &images.actual, strategy, ignoring: areas
      ) {
        (comparison, mask)
      }
      try OutputFile.write(
        try PNG.encode(images.actual), to: diffOutput, sparing: [reference, actual])
    }
    let codes =
      comparison.verdict == .match && strategy.kind != .uber
      ? try PNG.decodeBoth(reference, actual, .codes) : nil
    let hidden = codes.flatMap { $0.reference.lowBytesDiffering(from: $0.actual, ignoring: areas) }
    return .compared(comparison, strategy, sizes.0, sizes.1, hidden: hidden)
  }

}

extension Reading {
  fileprivate static func compared(
    _ comparison: Comparison, _ strategy: Strategy, _ reference: PixelSize, _ actual: PixelSize,
    hidden: Int? = nil
  ) -> Reading {
    var outcome = PairOutcome(strategy, comparison, differing: nil)
    outcome.hidden = hidden
    return .images(
      ImageFacts(reference: reference, actual: actual, fingerprint: nil, compared: outcome))
  }

  /// The lines that `compare` prints for a person.
  fileprivate func text(
    _ comparison: Comparison, _ strategy: Strategy, ignoring areas: IgnoredAreas,
    _ remarks: [String], _ style: ConsoleStyle
  ) -> String {
    switch self {
    case .images(let facts):
      comparison.text(
        strategy.summary(ignoring: areas), strategy.unit, remarks, facts.reference, facts.actual,
        style)
    case .texts(let facts):
      style.verdict(comparison.verdict) + "  "
        + (facts.difference.sizes?.sentence
          ?? "\(Wording.count(comparison.mismatched, "line")) of "
          + "\(Wording.grouped(comparison.total)) differ") + "\n"
    case .pending, .oneSided, .failed: ""
    }
  }
}

extension Comparison {
  fileprivate func text(
    _ summary: String, _ unit: Strategy.Unit, _ remarks: [String], _ reference: PixelSize,
    _ actual: PixelSize, _ style: ConsoleStyle
  ) -> String {
    let share = Wording.share(mismatched, of: total)
    var rows = [
      ("strategy", summary),
      (
        "different",
        "\(Wording.grouped(mismatched)) of \(Wording.grouped(total)) \(unit.rawValue), \(share)"
      ),
      ("allowed", Wording.grouped(allowed)),
    ]
    if ignored > 0 { rows.append(("ignored", "\(Wording.grouped(ignored)) px")) }
    if let maxDeltaE, maxDeltaE > 0 { rows.append(("largest ΔE", Wording.fixed(maxDeltaE, 2))) }
    if let first = clusters.boxes.first {
      let box = first.box
      let place = "\(Wording.size(box.width, box.height)) at \(box.x), \(box.y)"
      rows.append(
        (
          "clusters",
          "\(Wording.grouped(clusters.count)), the largest \(Wording.grouped(first.pixels)) px: \(place)"
        ))
    }
    let sizes = reference == actual ? reference.text : "\(reference.text), actual \(actual.text)"
    rows.append(("size", sizes))
    if isBorderline { rows.append(("borderline", "the verdict depends on less than 0.002 ΔE")) }
    rows += remarks.map { ("remark", $0) }
    return style.verdict(verdict) + "\n"
      + rows.map { row in
        "  " + style.dim(row.0) + String(repeating: " ", count: 12 - row.0.count) + row.1 + "\n"
      }.joined()
  }
}

extension ConsoleStyle {
  fileprivate func verdict(_ verdict: Verdict) -> String {
    bold(paint(verdict.word, verdict.colour))
  }
}
