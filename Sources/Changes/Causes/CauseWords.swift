import Base
import DiffEngine

/// A description of one case or of all cases of a cause, in words that are true of each of them.
package struct CauseWords: Sendable {
  /// A kind of change, and how often each case has it.
  fileprivate struct Part {
    var tally: KindTally
    var places: PlaceCounts
    var sites: PlaceSites
    var isText: Bool
    /// The box of its largest region, in pixels of the actual.
    var box: PixelBox
    /// The changed pixels of its regions; nil where they are not as many in all cases.
    var pixels: Int?
    /// True if all are one box of one form, wherever they lie.
    var isOneBox = true
    var isOnePlace = true
    /// The form of all; `other` where they are not alike.
    var commonForm: ElementForm
    /// How far those moved besides, where all did so by as much.
    var offset: ChangeKind.Offset?
    /// The largest ΔE of all.
    var maxDeltaE: Double
    /// False where some case has another change of the kind, such as in other colours.
    var isShared = true
    /// The colours that turned into each other in all cases, whatever kind that is in each: what is a
    /// line on one screen is a part of a recoloured box on another.
    var colours: ChangeKind.ColourChange?
  }

  private let size: SizeRelation
  /// True if all sizes changed by as much, at the same places.
  private var isSizeShared = true
  /// The numbers of rows and columns by which the sizes changed.
  private var rowCounts: ClosedRange<Int>?
  private var columnCounts: ClosedRange<Int>?
  private var rows: RowMoves?
  fileprivate var parts: [Part]
  private var noise: NoiseLevel?
  private var isAlphaOnly: Bool
  private var isOneCase = true
  /// True if each change of every case has a name that explains all of it.
  package private(set) var areProven: Bool

  package init(_ first: ChangeKinds) {
    (size, rows) = (first.size, first.rows)
    (rowCounts, columnCounts) = (first.size.rows?.counts, first.size.columns?.counts)
    (noise, isAlphaOnly, areProven) = (first.noise, first.isAlphaOnly, first.isProven)
    parts = first.tallies.map {
      Part(
        tally: $0, places: PlaceCounts($0.places),
        sites: PlaceSites($0, in: first.imageSize), isText: $0.isText,
        box: first.size.placed($0.box), pixels: $0.pixels, commonForm: $0.commonForm,
        offset: $0.offset, maxDeltaE: $0.maxDeltaE,
        colours: $0.kind.colours)
    }
  }

  /// Takes in another case of the cause.
  package mutating func add(_ other: ChangeKinds) {
    (areProven, isOneCase) = (areProven && other.isProven, false)
    if rows != other.rows { rows = nil }
    isSizeShared = isSizeShared && (size == other.size || size.words == other.size.words)
    rowCounts = rowCounts?.joined(with: other.size.rows?.counts)
    columnCounts = columnCounts?.joined(with: other.size.columns?.counts)
    isAlphaOnly = isAlphaOnly && other.isAlphaOnly
    noise = noise.flatMap { noise in other.noise.map { noise.joined(with: $0) } ?? noise }
    for index in parts.indices {
      parts[index].add(other.tallies, of: other.size, in: other.imageSize)
    }
  }

  /// Returns how many cases there are, and, where they are proven, that one decision covers them:
  /// "in 44 cases, and nothing else in any of them"; else "4 cases", or within a sentence "in 4 cases".
  package static func extent(
    in cases: Int, areProven: Bool, inSentence: Bool = false
  ) -> String {
    let isProven = cases > 1 && areProven
    return (isProven || inSentence ? "in " : "") + Wording.count(cases, "case")
      + (isProven ? ", and nothing else in any of them" : "")
  }

  /// The changes in words: at most three, how many more there are, and where something is left that
  /// they do not explain.
  package var text: String {
    let text = namedText
    guard let left = parts.first(where: \.tally.isLeftover) else { return text }
    let box = size.placed(left.tally.box)
    return "\(text); and something else at \(Wording.grouped(box.x)), \(Wording.grouped(box.y))"
  }

  private var namedText: String {
    var words = rows.map { [$0.sentence] } ?? (isSizeShared ? size.words : looseSizeWords)
    if isAlphaOnly {
      words.append("alpha only")
    } else if rows == nil {
      for part in isOneCase ? named.joiningAlike : named where !words.contains(part.words) {
        words.append(part.words)
      }
      words += [specksWords].compactMap(\.self)
    }
    if words.isEmpty, let noise { words.append(noise.words) }
    guard words.count > 3 else { return words.joined(separator: "; ") }
    return words.prefix(3).joined(separator: "; ") + "; and \(words.count - 3) more"
  }
}

extension CauseWords {
  /// The most kinds of specks that are named one by one; more are counted together.
  private static let namedSpecks = 3

  private var specks: [Part] {
    let specks = parts.filter { $0.tally.isSpecks && !$0.tally.isLeftover }
    return isOneCase && specks.count > Self.namedSpecks ? specks : []
  }

  /// What has words of its own.
  private var named: [Part] {
    let hasSpecks = !specks.isEmpty
    return parts.filter { !$0.tally.isLeftover && !(hasSpecks && $0.tally.isSpecks) }
  }

  /// "faint specks, ΔE ≤ 6.4, 804 places"; nil where each kind has its name.
  private var specksWords: String? {
    let specks = specks.map(\.tally)
    guard let strongest = specks.map(\.maxDeltaE).max() else { return nil }
    let places = Wording.grouped(specks.reduce(0) { $0 + $1.regions })
    return "faint specks, ΔE ≤ \(Wording.upTo(strongest)), \(places) places"
  }

  /// The change of the size without its places, which are not the same in all cases.
  private var looseSizeWords: [String] {
    if case .rescaled = size { return ["rendered at another scale"] }
    func words(_ counts: ClosedRange<Int>?, _ noun: String, _ band: SizeRelation.Band?) -> String? {
      guard let counts, let band else { return nil }
      return "\(counts.words) \(noun)\(counts.upperBound == 1 ? "" : "s") "
        + (band.change > 0 ? "more" : "fewer")
    }
    return [words(rowCounts, "row", size.rows), words(columnCounts, "column", size.columns)]
      .compactMap(\.self)
  }
}

extension SizeRelation.Band {
  fileprivate var counts: ClosedRange<Int> { abs(change)...abs(change) }
}

extension ClosedRange<Int> {
  fileprivate func joined(with other: Self?) -> Self {
    guard let other else { return self }
    return Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }

  /// The range in words: "37", "12 to 37".
  var words: String {
    lowerBound == upperBound
      ? Wording.grouped(upperBound)
      : "\(Wording.grouped(lowerBound)) to \(Wording.grouped(upperBound))"
  }
}

extension [CauseWords.Part] {
  /// The parts of one case, those together of which the same is said.
  fileprivate var joiningAlike: Self {
    reduce(into: []) { joined, part in
      if let known = joined.firstIndex(where: { $0.name == part.name }) {
        joined[known].places.join(part.places)
      } else {
        joined.append(part)
      }
    }
  }
}

extension CauseWords.Part {
  /// What happened, without how often and where.
  fileprivate var name: String { tally.isUnnamed ? unnamedWords : tally.kind.words(of: form) }

  fileprivate mutating func add(
    _ others: [KindTally], of size: SizeRelation, in imageSize: SIMD2<Int>?
  ) {
    let like = others.first { $0.isLike(tally) }
    isShared = isShared && like != nil
    let inkLike = others.first { other in
      colours.flatMap { own in other.kind.colours.map(own.isLike) } ?? false
    }
    if inkLike == nil { colours = nil }
    guard
      let other = like ?? inkLike ?? others.first(where: { $0.kind.name == tally.kind.name })
    else {
      isText = false
      return
    }
    places.add(other.places)
    sites.add(other, in: imageSize)
    if commonForm != other.commonForm { commonForm = .other }
    if offset != other.offset { offset = nil }
    if pixels != other.pixels { pixels = nil }
    maxDeltaE = max(maxDeltaE, other.maxDeltaE)
    let its = size.placed(other.box)
    isOneBox =
      isOneBox && tally.form == other.form && box.width == its.width && box.height == its.height
    isOnePlace = isOnePlace && box.x == its.x && box.y == its.y
    isText = isText && other.isText
  }

  /// The changes in words: "text black → white, 12 to 37 places".
  fileprivate var words: String {
    let counted = (places.words.map { ", \($0)\(largest)" } ?? extent) + sites.words
    guard isShared else {
      return (isText ? "text " : "") + (colours?.words ?? tally.kind.wordsOfAny) + counted
    }
    return name + counted
  }

  private var form: ElementForm { isText ? .text : isOneBox ? tally.form : .other }

  /// What is known of a change whose kind says little: "icon replaced", "text redrawn".
  private var unnamedWords: String {
    if maxDeltaE <= KindTally.faintDeltaE { return "shade hardly changed" }
    if tally.kind == .redrawn { return "\(commonForm.noun ?? "content") redrawn\(offsetWords)" }
    if maxDeltaE <= KindTally.slightDeltaE {
      return "shades slightly off, ΔE ≤ \(Wording.upTo(maxDeltaE))"
    }
    return tally.kind.words(of: isText ? .text : commonForm)
  }

  private var offsetWords: String {
    guard let words = offset?.words, !words.isEmpty else { return "" }
    return ", " + words
  }

  /// The share of a box from which all of it changed to the eye, in per cent.
  private static let wholeShare = 90

  /// The size of the only place, and where it is, of what colours and distances do not describe.
  private var extent: String {
    guard isOneBox, tally.isUnnamed || tally.kind.isElement else { return "" }
    return ", \(share)\(size)" + (isOnePlace && tally.isUnnamed ? place : "")
  }

  /// The largest of several places, of what nothing but its place describes.
  private var largest: String {
    guard isOneBox, isOnePlace, isShared, tally.isUnnamed, tally.kind != .redrawn else { return "" }
    return ", the largest \(size)\(place)"
  }

  /// "24 × 24".
  private var size: String { Wording.size(box.width, box.height) }

  /// " at 120, 40".
  private var place: String { " at \(Wording.grouped(box.x)), \(Wording.grouped(box.y))" }

  /// "6 % of ", of a part of a picture that has no other name; empty where nearly all of it changed.
  private var share: String {
    guard tally.isUnnamed, commonForm.noun == nil, tally.kind != .redrawn, let pixels
    else { return "" }
    let share = 100 * pixels / max(1, box.width * box.height)
    if share >= Self.wholeShare { return "" }
    return (share == 0 ? "less than 1" : "\(share)") + " % of "
  }
}
