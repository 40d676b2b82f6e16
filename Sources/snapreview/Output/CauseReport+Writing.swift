import Base
import Changes
import DiffEngine
import Review

/// Writes the output of `list --by cause`, as text and as JSON.
extension CauseReport {
  func write(
    _ format: ReportFormat, _ style: ConsoleStyle, withBoxes: Bool = false,
    _ emit: @escaping (String) -> Void
  ) {
    switch format {
    case .json: writeJSON(withBoxes: withBoxes, emit)
    case .text:
      let (familyOf, looks) = (families.places, families.looks)
      var shown: Int?
      for section in sections {
        let family = familyOf[section.cause.id]
        if let family, family != shown { emit(style.bold(title(of: families[family])) + "\n\n") }
        shown = family
        let title = style.bold("\(section.name) \(printable(section.title))")
        emit(style.wrapped(title + "  \(section.extent)") + "\n")
        write(section.reports, style, emit)
        if let reason = section.cause.reason {
          emit(style.dim(style.wrapped("  together: \(reason)")) + "\n")
        }
        if let look = looks[section.cause.id], look.standsOut {
          emit(style.dim(style.wrapped("  \(look.sentence)")) + "\n")
        }
        emit("\n")
      }
      for other in others {
        emit(style.bold(other.title) + "\n")
        write(other.reports, style, emit)
        emit("\n")
      }
      emit(style.wrapped(sentence(style)) + "\n")
      notes.write(style, emit)
    }
  }

  /// "Alike: the same shapes, drawn anew. 7 of 153 causes stand out."
  private func title(of family: CauseFamily) -> String {
    let standing = family.looks.count(where: \.standsOut)
    let count = Wording.count(family.causes.count, "cause")
    return "Alike: \(printable(family.reason)), \(count)"
      + (standing > 0 ? "; \(Wording.grouped(standing)) stand\(standing == 1 ? "s" : "") out" : "")
  }

  private func write(
    _ reports: [CaseReport], _ style: ConsoleStyle, _ emit: @escaping (String) -> Void
  ) {
    var table = ReportTable(style, hasHeadings: false)
    for report in reports { table.add(report) }
    table.write(emit)
  }

  /// Writes case by case, because the text of ten thousand cases would take most of the memory.
  private func writeJSON(withBoxes: Bool, _ emit: @escaping (String) -> Void) {
    var pieces = Pieces(emit)
    var gap = "{\"schema\":1,\"causes\":["
    let (familyOf, looks) = (families.places, families.looks)
    for section in sections {
      let family = familyOf[section.cause.id].map { place in
        [
          ("family", .int(place + 1)), ("alike", .string(families[place].reason)),
          ("look", looks[section.cause.id]?.json ?? .null),
        ] as [(String, JSON)]
      }
      let head = section.head(family: family ?? [])
      pieces.add(gap + head.text.dropLast() + ",\"cases\":")
      pieces.add(section.reports.lazy.map { $0.jsonWithRegions(withBoxes: withBoxes) })
      gap = "},"
    }
    pieces.add(gap == "}," ? "}" : gap)
    pieces.add("],\"uncompared\":")
    pieces.add(uncompared.lazy.map(\.json))
    pieces.add(",\"unchanged\":")
    pieces.add(unchanged.lazy.map(\.json))
    let rest = JSON.object([
      ("stale", .array(notes.stale.map(\.json))), ("skipped", notes.unseen.json),
      ("summary", tally.json(notes.unseen)),
    ])
    pieces.add("," + rest.text.dropFirst() + "\n")
    pieces.end()
  }
}

extension CauseReport.Section {
  /// Returns everything except the cases.
  ///
  /// - Parameter family: The members about causes that look alike.
  fileprivate func head(family: [(String, JSON)]) -> JSON {
    .object(
      [
        ("id", .string(name)),
        ("kinds", .array((reports.first?.change?.kinds ?? []).map(JSON.string))),
        ("text", .string(cause.text)), ("noise", .bool(cause.isNoise)), ("only", only.json),
      ] + family.map { (key: $0.0, value: $0.1) })
  }
}

extension FamilyLook {
  /// "stands out at 40, 30"
  fileprivate var sentence: String {
    "stands out"
      + (place.map { " at \(Wording.grouped($0.x)), \(Wording.grouped($0.y))" } ?? "")
  }

  fileprivate var json: JSON {
    .object([
      ("score", .double((score * 1000).rounded() / 1000)), ("standsOut", .bool(standsOut)),
      ("place", place.map { .object($0.members) } ?? .null),
    ])
  }
}

extension CaseReport {
  /// Returns the JSON with the regions of the change, enough to reason about it without the images.
  ///
  /// - Parameter withBoxes: False omits what `list` says about each case, and empty members,
  ///   because an agent pays for every word that it reads.
  fileprivate func jsonWithRegions(withBoxes: Bool) -> JSON {
    guard case .object(let members) = json else { return json }
    let (reason, regions) = (JSON.optional(cause?.reason), shownRegions.map(\.json))
    guard !withBoxes else {
      return .object(
        members + [
          ("reason", reason), ("regionCount", .int(regionCount)), ("regions", .array(regions)),
        ])
    }
    let brief = members.filter { Self.briefMembers.contains($0.key) } + [("reason", reason)]
    return .object(
      brief.filter { $0.value != .null && $0.value != .array([]) } + [
        ("regionCount", .int(regionCount)), ("regions", .array(Array(regions.prefix(3)))),
      ])
  }

  private static let briefMembers: Set<String> = [
    "id", "decision", "note", "obstacle", "remarks", "verdict", "mismatched", "maxDeltaE",
    "referenceSize", "actualSize", "basis", "content", "error",
  ]

  /// The changed regions of an image, the largest first; only the first ones if there are very
  /// many.
  private var shownRegions: [(box: PixelBox, json: JSON)] {
    switch change?.ofFiles {
    case .image(let signature): signature.regions.map { ($0.box, $0.json) }
    case .mask(let change):
      change.regions.prefix(48).map { ($0.box, .object($0.box.members($0.mismatched))) }
    case .text, .flaky, nil: []
    }
  }

  var boxes: [PixelBox] { shownRegions.map(\.box) }

  var regionCount: Int {
    switch change?.ofFiles {
    case .image(let signature): signature.change.regionCount
    case .mask(let change): change.regions.count
    case .text, .flaky, nil: 0
    }
  }
}

extension PixelBox {
  fileprivate var members: [(key: String, value: JSON)] {
    [("x", .int(x)), ("y", .int(y)), ("width", .int(width)), ("height", .int(height))]
  }

  /// Returns the members of a box and the number of its pixels that changed.
  func members(_ pixels: Int) -> [(key: String, value: JSON)] {
    members + [("pixels", .int(pixels))]
  }
}

extension KindRegion {
  fileprivate var json: JSON {
    .object(
      box.members(pixels) + [
        ("kind", .string(kind.name.rawValue)), ("text", .string(kind.words)),
        ("maxDeltaE", .double((maxDeltaE * 100).rounded() / 100)),
      ])
  }
}
