import ReviewUI

extension Outcome {
  /// The object that `compare` prints and that `list` and `check` hold for each case.
  ///
  /// Width and height are those of the area compared: where the sizes differ, the larger of
  /// each, and both sizes follow at the end. A pair that could not be compared has an `error`;
  /// a text snapshot counts lines and says so in `content`.
  func members(
    reference: String?, actual: String?, strategy: Strategy
  ) -> [(key: String, value: JSON)] {
    var members: [(key: String, value: JSON)] = [
      ("reference", .optional(reference)), ("actual", .optional(actual)),
      ("width", .int(area.width)), ("height", .int(area.height)),
      ("strategy", isText ? .object([("name", .string("text"))]) : strategy.json(allowed: allowed)),
      ("verdict", .string(verdict.rawValue)),
    ]
    if case .mask = self { members.append(("basis", .string("mask"))) }
    let isLossy = [reference, actual].contains { $0.map(SnapshotCase.isLossy) == true }
    if !isText, strategy.isEstimate || isLossy { members.append(("estimate", .bool(true))) }
    members += counts
    switch self {
    case .image(let comparison, let reference, let actual):
      if comparison.ignored > 0 { members.append(("ignored", .int(comparison.ignored))) }
      if comparison.isBorderline { members.append(("borderline", .bool(true))) }
      if reference != actual {
        members += [("referenceSize", reference.json), ("actualSize", actual.json)]
      }
    case .mask(let comparison, _, _):
      if comparison.ignored > 0 { members.append(("ignored", .int(comparison.ignored))) }
      if verdict == .unreadable {
        members.append(("error", .string(DifferencePicture.refusal(of: strategy))))
      }
    case .text: members.append(("content", .string("text")))
    case .stale(let sentence): members.append(("stale", .string(sentence)))
    case .incomplete(_, let sentence), .unreadable(let sentence):
      members.append(("error", .string(sentence)))
    }
    return members
  }

  private var isText: Bool {
    if case .text = self { return true }
    return false
  }

  /// The mismatches that a pair of images may have; nil where none were compared.
  private var allowed: Int? {
    switch self {
    case .image(let comparison, _, _), .mask(let comparison, _, _): comparison.allowed
    case .text, .incomplete, .unreadable, .stale: nil
    }
  }

  private var area: PixelSize {
    switch self {
    case .image(_, let reference, let actual): reference.union(actual)
    case .mask(_, let size, _): size
    case .text, .incomplete, .unreadable, .stale: PixelSize(width: 0, height: 0)
    }
  }

  private var counts: [(key: String, value: JSON)] {
    var comparison = Comparison(verdict: verdict)
    switch self {
    case .image(let measured, _, _), .mask(let measured, _, _): comparison = measured
    case .text(let changed, let lines): (comparison.mismatched, comparison.total) = (changed, lines)
    case .incomplete, .unreadable, .stale: break
    }
    return [
      ("mismatched", .int(comparison.mismatched)), ("allowed", .int(comparison.allowed)),
      ("total", .int(comparison.total)),
      ("maxDeltaE", .deltaE(comparison.maxDeltaE)),
      ("clusters", comparison.clusters.json),
    ]
  }
}

extension PixelSize {
  fileprivate var json: JSON { .object([("width", .int(width)), ("height", .int(height))]) }
}

extension ClusterSummary {
  fileprivate var json: JSON {
    let boxes = boxes.prefix(Self.boxLimit).map { JSON.object($0.box.members($0.pixels)) }
    return .object([("count", .int(count)), ("largest", .int(largest)), ("boxes", .array(boxes))])
  }
}

extension Strategy {
  /// The name and the parameters that count, a choice only where it is not the usual one.
  ///
  /// - Parameter allowed: The count that a threshold given as a share came to.
  func json(allowed: Int?) -> JSON {
    var strategy = self
    if let allowed { strategy.threshold = .count(allowed) }
    let counting = kind.parameters
    var members: [(key: String, value: JSON)] = [("name", .string(kind.rawValue))]
    for parameter in Parameter.allCases where counting.contains(parameter) {
      let value = strategy[parameter]
      if value == Strategy(kind)[parameter] && parameter.isOmittedWhenUsual { continue }
      members.append((parameter.rawValue, JSON(value)))
    }
    return .object(members)
  }
}

extension Strategy.Parameter {
  /// Choices came later than the format: programs that read it do not know them.
  fileprivate var isOmittedWhenUsual: Bool {
    if case .choice = entry.form { return true }
    return self == .checkerboard
  }
}

extension JSON {
  fileprivate static func deltaE(_ value: Double?) -> JSON {
    value.map { .double(($0 * 10_000).rounded() / 10_000) } ?? .null
  }

  init(_ value: ParameterValue) {
    switch value {
    case .whole(let value): self = .int(value)
    case .number(let value): self = .double(value)
    case .flag(let value): self = .bool(value)
    case .word(let value): self = .string(value)
    }
  }
}

extension CaseReport {
  /// The object of a case in `list` and `check`.
  var json: JSON {
    var members: [(key: String, value: JSON)] = [
      ("id", .string(snapshot.id)), ("layout", .string(snapshot.layout.rawValue)),
      ("decision", .string(standing)),
      ("note", .optional(decision.flatMap { $0.note.isEmpty ? nil : $0.note })),
      ("baseline", .optional(snapshot.baseline?.path)),
      ("difference", .optional(snapshot.difference)),
      ("obstacle", .optional(snapshot.obstacle)),
      ("remarks", .array(remarks.map(JSON.string))), ("cause", causeJSON),
      ("axes", snapshot.axes.json),
    ]
    if let runs = snapshot.runs { members.append(("runs", runs.json)) }
    members += outcome.members(
      reference: snapshot.reference, actual: snapshot.actual, strategy: strategy)
    return .object(members)
  }
}

extension TestRuns {
  var json: JSON {
    .object([
      ("count", .int(count)), ("failed", .int(failed)), ("flaky", .bool(isFlaky)),
      ("maxDeltaE", .deltaE(maxDeltaE)),
    ])
  }
}

extension [AxisValue] {
  var json: JSON { .object(map { ($0.axis, .string($0.value)) }) }
}

extension CaseReport {
  private var causeJSON: JSON {
    guard cause != nil, let change else { return .null }
    return .object([
      ("id", .string(causeID)), ("kinds", .array(change.kinds.map(JSON.string))),
      ("text", .string(change.text)),
    ])
  }
}

extension Tally {
  func json(_ unseen: Unseen) -> JSON {
    let verdicts: [Verdict] = [.match, .mismatch, .sizeMismatch, .unreadable]
    return .object(
      [("total", .int(total))]
        + verdicts.map { ($0.rawValue, .int(count($0))) }
        + Decision.allCases.map { ($0.rawValue, .int(count($0))) }
        + [
          ("undecided", .int(undecided)), ("failing", .int(failing)), ("stale", .int(stale)),
          ("skipped", .int(unseen.skipped.count)),
        ])
  }
}
