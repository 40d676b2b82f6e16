import Catalog
import DiffEngine

/// The cases of a folder below what happened to them: what `list --by cause` prints.
struct CauseReport {
  fileprivate struct Section {
    var id: Int
    var change: CaseChange
    var reports: [CaseReport] = []
  }

  /// In the order of their numbers, which begin at 1.
  private var sections: [Section] = []
  /// Cases in which nothing changed, or of which nothing is known.
  private var rest: [CaseReport] = []
  private(set) var tally = Tally()

  mutating func add(_ report: CaseReport) {
    tally.add(report)
    guard let cause = report.cause, let change = report.change else { return rest.append(report) }
    if cause.id > sections.count { sections.append(Section(id: cause.id, change: change)) }
    sections[cause.id - 1].reports.append(report)
  }

  /// As on the screen: those with most cases first, noise last.
  private var sorted: [Section] {
    sections.sorted {
      ($0.change.isNoise ? 1 : 0, -$0.reports.count, $0.id)
        < ($1.change.isNoise ? 1 : 0, -$1.reports.count, $1.id)
    }
  }

  /// - Parameter nothing: What to say instead of the counts where there is no case.
  func write(
    _ format: ReportFormat, _ style: ConsoleStyle, nothing: String?,
    _ emit: @escaping (String) -> Void
  ) {
    switch format {
    case .json: emit(json.text + "\n")
    case .text:
      for section in sorted {
        let count = Wording.count(section.reports.count, "case")
        emit(style.bold("\(section.id) \(printable(section.change.text))") + "  \(count)\n")
        write(section.reports, style, emit)
        for reason in section.reasons { emit(style.dim("  together: \(reason)") + "\n") }
        emit("\n")
      }
      if !rest.isEmpty {
        emit(style.bold("No change, or nothing to compare") + "\n")
        write(rest, style, emit)
        emit("\n")
      }
      emit((nothing ?? tally.sentence(style)) + "\n")
    }
  }

  private func write(
    _ reports: [CaseReport], _ style: ConsoleStyle, _ emit: @escaping (String) -> Void
  ) {
    var table = ReportTable(style, hasHeadings: false)
    for report in reports { table.add(report) }
    table.write(emit)
  }

  private var json: JSON {
    .object([
      ("schema", .int(1)), ("causes", .array(sorted.map(\.json))),
      ("unchanged", .array(rest.map(\.json))), ("summary", tally.json),
    ])
  }
}

extension CauseReport.Section {
  /// Why its cases are one, each reason once.
  fileprivate var reasons: [String] {
    var reasons: [String] = []
    for reason in reports.compactMap({ $0.cause?.reason }) where !reasons.contains(reason) {
      reasons.append(reason)
    }
    return reasons
  }

  fileprivate var json: JSON {
    .object([
      ("id", .int(id)), ("kinds", .array(change.kinds.map(JSON.string))),
      ("text", .string(change.text)), ("noise", .bool(change.isNoise)),
      ("cases", .array(reports.map(\.jsonWithRegions))),
    ])
  }
}

extension CaseReport {
  /// With where it changed and how: enough to reason about it without a look at the pictures.
  fileprivate var jsonWithRegions: JSON {
    guard case .object(let members) = json else { return json }
    return .object(
      members + [("reason", .optional(cause?.reason)), ("regions", .array(regions.map(\.json)))])
  }

  private var regions: [KindRegion] {
    if case .image(let signature) = change { signature.regions } else { [] }
  }
}

extension KindRegion {
  fileprivate var json: JSON {
    .object([
      ("x", .int(box.x)), ("y", .int(box.y)), ("width", .int(box.width)),
      ("height", .int(box.height)), ("kind", .string(kind.name)), ("text", .string(kind.words)),
      ("pixels", .int(pixels)), ("maxDeltaE", .double((maxDeltaE * 100).rounded() / 100)),
    ])
  }
}
