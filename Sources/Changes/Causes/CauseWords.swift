import Base
import DiffEngine

/// A description of one case or of all cases of a cause, in words that are true of each of them.
package struct CauseWords: Sendable {
  /// A kind of change, with its counts in each case.
  fileprivate struct Part {
    var tally: KindTally
    var places: PlaceCounts
    var sites: PlaceSites
    var isText: Bool
    /// The box of its largest region, in pixels of the actual.
    var box: PixelBox
    /// The number of changed pixels in its regions; nil if it differs between cases.
    var pixels: Int?
    /// True if all regions are one box of one form, at any place.
    var isOneBox = true
    var isOnePlace = true
    /// The form of all regions; `other` if they differ.
    var commonForm: ElementForm
    var shape: ShapeChange
    /// The largest ΔE of all.
    var maxDeltaE: Double
    /// False if some case has a different change of this kind, such as in other colours.
    var isShared = true
    /// The colours that turned into each other in all cases, whatever kind that is in each: a line
    /// on one screen may be a part of a recoloured box on another.
    var colours: ChangeKind.ColourChange?
  }

  private let size: SizeRelation
  /// True if all sizes changed by the same amount, at the same places.
  private var isSizeShared = true
  private var rows: RowMoves?
  fileprivate var parts: [Part]
  private var noise: NoiseLevel?
  private var isOneCase = true
  /// True if each change of every case has a name that explains all of it.
  private var areProven: Bool

  package init(_ first: ChangeKinds) {
    (size, rows) = (first.size, first.rows)
    (noise, areProven) = (first.noise, first.isExplained)
    parts = first.tallies.map {
      Part(
        tally: $0, places: PlaceCounts($0.places),
        sites: PlaceSites($0, in: first.imageSize), isText: $0.isText,
        box: first.size.placed($0.box), pixels: $0.pixels, commonForm: $0.commonForm,
        shape: $0.shape, maxDeltaE: $0.maxDeltaE,
        colours: $0.kind.colours)
    }
  }

  /// Adds another case of the cause.
  package mutating func add(_ other: ChangeKinds) {
    (areProven, isOneCase) = (areProven && other.isExplained, false)
    if rows != other.rows { rows = nil }
    isSizeShared = isSizeShared && (size == other.size || size.words == other.size.words)
    noise = noise.map { noise in other.noise.map(noise.joined) ?? noise } ?? other.noise
    for index in parts.indices {
      parts[index].add(other.tallies, of: other.size, in: other.imageSize)
    }
  }

  /// What happened beside the named changes: "nothing else in any of them", perhaps with the noise
  /// that some case has; nil if that is not known.
  package var rest: String? {
    guard areProven else { return nil }
    let noise = parts.isEmpty ? nil : noise.map { " but \($0.words)" }
    return "nothing else in any of them" + (noise ?? "")
  }

  /// Returns the number of cases and what else happened in them, if that is known: "in 44 cases, and
  /// nothing else in any of them"; otherwise "4 cases", or within a sentence "in 4 cases".
  package static func extent(
    in cases: Int, rest: String?, inSentence: Bool = false
  ) -> String {
    let rest = cases > 1 ? rest.map { ", and \($0)" } : nil
    return (rest != nil || inSentence ? "in " : "") + Wording.count(cases, "case") + (rest ?? "")
  }

  /// The changes in words: at most three, the number of further ones, and a note if something is
  /// left that they do not explain.
  package var text: String {
    let text = namedText
    guard let left = parts.first(where: \.tally.isLeftover) else { return text }
    let box = size.placed(left.tally.box)
    return "\(text); and something else at \(Wording.grouped(box.x)), \(Wording.grouped(box.y))"
  }

  private var namedText: String {
    var words = rows.map { [$0.sentence] } ?? (isSizeShared ? size.words : ["another size"])
    if rows == nil {
      for part in isOneCase ? named.joiningAlike : named where !words.contains(part.words) {
        words.append(part.words)
      }
    }
    if words.isEmpty, let noise { words.append(noise.words) }
    guard words.count > 3 else { return words.joined(separator: "; ") }
    return words.prefix(3).joined(separator: "; ") + "; and \(words.count - 3) more"
  }

  /// The parts that have words of their own.
  private var named: [Part] { parts.filter { !$0.tally.isLeftover } }
}

extension ClosedRange<Int> {
  /// The range in words: "37", "12 to 37".
  var words: String {
    lowerBound == upperBound
      ? Wording.grouped(upperBound)
      : "\(Wording.grouped(lowerBound)) to \(Wording.grouped(upperBound))"
  }
}

extension [CauseWords.Part] {
  /// The parts of one case, with those joined that have the same description.
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
  /// The change in words, without its count and places.
  fileprivate var name: String {
    if tally.kind == .nudged, form.noun != "border", maxDeltaE <= KindTally.slightDeltaE {
      return "edges slightly off, ΔE ≤ \(Wording.upTo(maxDeltaE))"
    }
    return tally.isUnnamed ? unnamedWords : tally.kind.words(of: form)
  }

  fileprivate mutating func add(
    _ others: [KindTally], of size: SizeRelation, in imageSize: SIMD2<Int>?
  ) {
    let like = others.first { $0.isLike(tally) }
    // What nothing is like is only in cases with the same pixels.
    isShared = isShared && (like != nil || tally.isUnlike)
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
    shape.join(other.shape)
    if pixels != other.pixels { pixels = nil }
    maxDeltaE = max(maxDeltaE, other.maxDeltaE)
    let its = size.placed(other.box)
    isOneBox =
      isOneBox && tally.form == other.form && box.width == its.width && box.height == its.height
    isText = isText && other.isText
    isOnePlace = isOnePlace && box.x == its.x && box.y == its.y
  }

  /// The changes in words: "text black → white, 12 to 37 places".
  fileprivate var words: String {
    let counted = (places.words.map { ", \($0)\(largest)" } ?? extent) + sites.words
    guard isShared else {
      return (isText ? "text " : "") + (colours?.words ?? tally.kind.wordsOfAny) + counted
    }
    return name + counted
  }

  private var form: ElementForm { isText ? .text : isOneBox ? commonForm : .other }
  private var formOfAll: ElementForm { isText ? .text : commonForm }

  /// A description of a change whose kind says little: "content replaced", "text redrawn".
  private var unnamedWords: String {
    if maxDeltaE <= KindTally.slightDeltaE {
      return (formOfAll == .text ? "text " : "")
        + "shades slightly off, ΔE ≤ \(Wording.upTo(maxDeltaE))"
    }
    if tally.shape.redrawing != nil { return redrawnWords }
    let noun = formOfAll.noun ?? "content"
    let move = shape.move?.words(of: noun)
    if shape.shift != nil, let move { return move }
    let share = shape.areMost ? "mostly" : "partly"
    let colours =
      (shape.colours.map { "\(share) \($0.words)" } ?? shape.balance.words).map { ", " + $0 } ?? ""
    guard formOfAll != .text else { return tally.kind.words(of: .text) + colours }
    if shape.isRecoloured { return "\(noun) recoloured or slightly changed" }
    if let move { return move }
    if shape.keepsColours { return "\(noun) mostly moved or changed shape" }
    return (shape.hasOtherColours ? "\(noun) replaced" : tally.kind.words(of: formOfAll)) + colours
  }

  /// "text redrawn, 2 px up", "text black → white and redrawn".
  private var redrawnWords: String {
    // One bolder letter in a label is no further off than another renderer.
    let verb = tally.kind == .redrawn ? "redrawn" : "redrawn or slightly changed"
    let inks = tally.shape.inks.map { " \($0.words) and" } ?? ""
    return "\(formOfAll.noun ?? "content")\(inks) \(verb)\(offsetWords)"
  }

  private var offsetWords: String {
    guard let words = shape.offset?.words, !words.isEmpty else { return "" }
    return ", " + words
  }

  /// The minimum share of a box, in per cent, at which all of it looks changed.
  private static let wholeShare = 90

  /// The size and position of the only place, if colours and distances do not describe it.
  private var extent: String {
    guard isOneBox, tally.isUnnamed || tally.kind.isElement else { return "" }
    return ", \(share)\(size)" + (isOnePlace && tally.isUnnamed ? place : "")
  }

  /// The largest of several places, for changes that only their place describes.
  private var largest: String {
    guard isOneBox, isOnePlace, isShared, tally.isUnnamed, tally.kind != .redrawn else { return "" }
    return ", the largest \(size)\(place)"
  }

  /// "24 × 24".
  private var size: String { Wording.size(box.width, box.height) }

  /// " at 120, 40".
  private var place: String { " at \(Wording.grouped(box.x)), \(Wording.grouped(box.y))" }

  /// "6 % of ", for a part of a picture without another name; empty if nearly all of it changed.
  private var share: String {
    guard tally.isUnnamed || commonForm == .part, commonForm.noun == nil,
      tally.kind != .redrawn, let pixels
    else { return "" }
    let share = 100 * pixels / max(1, box.width * box.height)
    if share >= Self.wholeShare { return "" }
    return (share == 0 ? "less than 1" : "\(share)") + " % of "
  }
}
