import Base
import Catalog
import DiffEngine
import Pixels
import Review

extension Reading {
  /// Returns the members of the object that `compare` prints and that `list` and `check` print for
  /// each case.
  ///
  /// Width and height are those of the compared area; if the sizes differ, it is the larger of
  /// each, and both sizes follow at the end. A pair that could not be compared has an `error`; a
  /// text snapshot counts lines and says so in `content`.
  ///
  /// - Parameters:
  ///   - comparison: The outcome.
  ///   - sentence: The reason if nothing was compared.
  func members(
    _ comparison: Comparison, _ sentence: String?, reference: String?, actual: String?,
    strategy: Strategy
  ) -> [(key: String, value: JSON)] {
    var (area, allowed): (PixelSize, Int?) = (PixelSize(width: 0, height: 0), nil)
    if case .images(let facts) = self {
      (area, allowed) = (facts.reference.union(facts.actual), comparison.allowed)
    }
    var members: [(key: String, value: JSON)] = [
      ("reference", .optional(reference)), ("actual", .optional(actual)),
      ("width", .int(area.width)), ("height", .int(area.height)),
      (
        "strategy",
        content.map { .object([("name", .string($0))]) } ?? strategy.json(allowed: allowed)
      ),
      ("verdict", .string(comparison.verdict.rawValue)),
    ]
    if mask != nil { members.append(("basis", .string("mask"))) }
    let isLossy = [reference, actual].contains { $0.map(SnapshotCase.isLossy) == true }
    if content == nil, strategy.isEstimate || isLossy { members.append(("estimate", .bool(true))) }
    return members + comparison.counts + furtherMembers(comparison, sentence, strategy)
  }

  private func furtherMembers(
    _ comparison: Comparison, _ sentence: String?, _ strategy: Strategy
  ) -> [(key: String, value: JSON)] {
    var members: [(key: String, value: JSON)] = []
    switch self {
    case .images(let facts):
      if comparison.ignored > 0 { members.append(("ignored", .int(comparison.ignored))) }
      guard mask == nil else {
        let refusal = DifferencePicture.refusal(of: strategy)
        return members
          + (comparison.verdict == .unreadable ? [("error", .string(refusal))] : [])
      }
      if comparison.isBorderline { members.append(("borderline", .bool(true))) }
      if facts.reference != facts.actual {
        members += [("referenceSize", facts.reference.json), ("actualSize", facts.actual.json)]
      }
    case .texts(let facts):
      members += content.map { [("content", .string($0))] } ?? []
      members +=
        facts.difference.sizes.map { sizes in
          [
            (
              "bytes",
              .object([("reference", .int(sizes.reference)), ("actual", .int(sizes.actual))])
            )
          ]
        } ?? []
    case .pending, .oneSided, .failed:
      members += sentence.map { [(isStale ? "stale" : "error", .string($0))] } ?? []
    }
    return members
  }

  /// The name of a content type that no strategy compares.
  private var content: String? {
    guard case .texts(let facts) = self else { return nil }
    return facts.difference.sizes == nil ? "text" : "bytes"
  }
}

extension Comparison {
  fileprivate var counts: [(key: String, value: JSON)] {
    [
      ("mismatched", .int(mismatched)), ("allowed", .int(allowed)), ("total", .int(total)),
      ("maxDeltaE", .deltaE(maxDeltaE)), ("clusters", clusters.json),
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
  /// Returns the name and the parameters in use; choices are included only if they differ from the
  /// default.
  ///
  /// - Parameter allowed: The count that corresponds to a threshold given as a share.
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
  /// Choices are newer than the format, so programs that read it may not know them.
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
  /// The JSON object of a case in `list` and `check`.
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
    members += reading.members(
      comparison, sentence, reference: snapshot.reference, actual: snapshot.actual,
      strategy: strategy)
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
  var causeJSON: JSON {
    guard cause != nil, let change else { return .null }
    return .object([
      ("id", .string(causeID)), ("kinds", .array(change.kinds.map(JSON.string))),
      ("text", .string(change.text)),
    ])
  }
}

extension CaseCounts {
  func json(_ unseen: Unseen) -> JSON {
    let verdicts: [Verdict] = [.match, .mismatch, .sizeMismatch, .unreadable]
    return .object(
      [("total", .int(total))]
        + verdicts.map { ($0.rawValue, .int(count($0))) }
        + Decision.allCases.map { ($0.rawValue, .int(count($0))) }
        + [
          ("undecided", .int(undecided)), ("failing", .int(failing)), ("stale", .int(stale)),
          ("skipped", .int(unseen.skipped.count)),
        ] + (flaky > 0 ? [("flaky", .int(flaky))] : []))
  }
}
