import DiffEngine
import Pixels

/// One kind of change, and how much of it a case has.
package struct KindTally: Hashable, Sendable, Codable {
  package let kind: ChangeKind
  package private(set) var regions = 1
  /// The number of like elements that were changed: regions, or parts of them.
  package private(set) var places: Int
  /// The boxes of those elements; empty if they are too many, and of text.
  private var elements: [PixelBox]
  /// The boxes of what has the ink that went, or became another one, and did not change.
  private var standing: [PixelBox]
  /// How much has the ink that went, or became another one, and did not change: elements, or pixels
  /// where those are too thin to be one; nil where nobody knows.
  private var left: Int?
  /// True if the very thing that changed stands somewhere else as it was, or an ink that became
  /// another one borders on its new self: the change missed a place.
  private(set) var hasMissed: Bool
  package private(set) var pixels: Int
  package private(set) var texts: Int
  /// The very pixels of regions that their kind and colours do not tell, in rising order without
  /// repetition; nil where there are too many, or too large ones.
  package private(set) var patches: [ContentKey]?
  package let form: ElementForm
  /// The form of all regions; `other` where they are not alike.
  private(set) var commonForm: ElementForm
  /// How far the worst of its regions is from the same shapes drawn anew; nil where one is no such.
  private(set) var redrawing: Float?
  /// How far those shapes moved besides; nil where not all did so by as much.
  private(set) var offset: ChangeKind.Offset?
  /// True if it is what the kinds of other regions do not explain.
  package let isLeftover: Bool
  package let box: PixelBox
  /// The largest ΔE of all regions, or change of alpha in per cent where that is more.
  package private(set) var maxDeltaE: Double
  private let largest: Int

  private static let patchLimit = 32
  private static let elementLimit = 32

  private init(_ finding: RegionFinding) {
    kind = finding.kind
    pixels = finding.extent.pixels
    texts = finding.form == .text ? 1 : 0
    patches = finding.patch.map { [$0] }
    (isLeftover, box, form) = (finding.isLeftover, finding.extent.box, finding.form)
    (maxDeltaE, largest) = (Double(finding.maxDeltaE), pixels)
    commonForm = finding.form
    places = finding.elements.count
    (elements, standing) = (finding.elements, finding.copies)
    hasMissed = !finding.copies.isEmpty
    redrawing = finding.redrawing
    offset = ChangeKind.Offset(finding.offset)
  }

  private mutating func add(_ finding: RegionFinding) {
    regions += 1
    places += finding.elements.count
    elements = places <= Self.elementLimit ? elements + finding.elements : []
    standing += finding.copies
    hasMissed = hasMissed || !finding.copies.isEmpty
    pixels += finding.extent.pixels
    texts += finding.form == .text ? 1 : 0
    maxDeltaE = max(maxDeltaE, Double(finding.maxDeltaE))
    if commonForm != finding.form { commonForm = .other }
    if offset != ChangeKind.Offset(finding.offset) { offset = nil }
    redrawing = redrawing.flatMap { own in finding.redrawing.map { max(own, $0) } }
    guard let all = patches, let patch = finding.patch, all.count < Self.patchLimit else {
      patches = nil
      return
    }
    if !all.contains(patch) { patches = (all + [patch]).sorted() }
  }

  /// The kinds of some regions, each in the order of its largest one; without noise.
  ///
  /// - Parameters:
  ///   - findings: The largest first.
  ///   - first: The index of the one whose kind comes before the others.
  static func tallies(of findings: [RegionFinding], first: Int? = nil) -> [KindTally] {
    var tallies: [KindTally] = []
    var head: Int?
    for (place, finding) in findings.enumerated() where finding.kind != .noise {
      // What has no name is counted together, though nothing is like it.
      if let index = tallies.firstIndex(where: {
        $0.isLeftover == finding.isLeftover && $0.hasWords(of: finding)
          && ($0.kind.isLike(finding.kind) || $0.kind == finding.kind)
      }) {
        tallies[index].add(finding)
        if place == first { head = index }
      } else {
        if place == first { head = tallies.count }
        tallies.append(KindTally(finding))
      }
    }
    if let head { tallies.insert(tallies.remove(at: head), at: 0) }
    return tallies
  }

  /// The largest ΔE of a change that leaves a picture much as it was.
  package static let slightDeltaE = 10.0

  /// True if a change without a name would be described by the same words.
  private func hasWords(of finding: RegionFinding) -> Bool {
    guard isUnnamed, !isLeftover else { return true }
    return (maxDeltaE <= Self.slightDeltaE) == (Double(finding.maxDeltaE) <= Self.slightDeltaE)
  }

  /// The most kinds whose ink is looked for elsewhere in the picture.
  private static let standingLimit = 4

  /// Looks for unchanged pixels that have the ink of a change.
  static func findStanding(_ tallies: inout [KindTally], in overlay: Overlay) {
    let asked = tallies.indices.filter { tallies[$0].standingInk != nil }.prefix(standingLimit)
    guard !asked.isEmpty else { return }
    let masks = overlay.standingPixels(of: asked.compactMap { tallies[$0].standingInk })
    for (index, mask) in zip(asked, masks) { tallies[index].findStanding(mask, overlay) }
  }

  /// The ink that went or became another one, if that is all that is known of it.
  private var standingInk: Pixel? {
    switch kind {
    case .vanished(let colours), .recoloured(let colours): isLeftover ? nil : colours.from
    default: nil
    }
  }

  private mutating func findStanding(_ mask: ChangeMask, _ overlay: Overlay) {
    left = mask.count
    guard !isText, !elements.isEmpty, kind.isElement || kind.colours?.isPlain == true,
      let boxes = mask.elements
    else { return }
    (standing, left) = (boxes, boxes.count)
    if case .recoloured(let colours) = kind {
      hasMissed = standing.contains { overlay.borders($0, on: colours) }
    }
  }

  /// True if an element that changed in one of two cases stands unchanged at its place in the other:
  /// the same happened, but to something else. And if the change missed a place in one of them alone.
  func isMissing(_ other: KindTally) -> Bool {
    if hasMissed != other.hasMissed { return true }
    func hasStanding(_ changed: [PixelBox], _ standing: [PixelBox]) -> Bool {
      changed.contains { box in standing.contains { $0.isAt(box) } }
    }
    return hasStanding(elements, other.standing) || hasStanding(other.elements, standing)
  }

  /// True if one of two like changes may have missed a place: they have other numbers of them, and
  /// nothing says that all of the ink changed in both.
  func mayMiss(_ other: KindTally) -> Bool {
    // One title that moved has more words than another.
    if case .moved = kind, isText, other.isText { return false }
    return left == 0 && other.left == 0 ? false : places != other.places || left != other.left
  }

  /// True if nobody sees it: no colour is off by more than a just noticeable difference.
  package var isFaint: Bool { maxDeltaE <= Self.faintDeltaE }

  static let faintDeltaE = 2.3

  /// True if it is a few pixels here and there, which only somebody who looks for them sees.
  var isSpecks: Bool { maxDeltaE <= 10 && largest <= 24 }

  /// True if most of it looks like text.
  package var isText: Bool { 2 * texts > regions }

  /// True if its kind does not say what happened.
  package var isUnnamed: Bool { kind.isUnnamed }

  /// True if only the very same pixels are like it: its kind and colours do not tell an element.
  var isToldByPixels: Bool { kind.isUnnamed || kind.isElement || kind == .nudged }

  /// True if nothing can be like it.
  package var isUnlike: Bool { isToldByPixels && patches == nil }

  /// True if the other is the same kind of change in another case.
  package func isLike(_ other: KindTally) -> Bool {
    guard isLeftover == other.isLeftover, kind.name == other.kind.name else { return false }
    if isToldByPixels { return patches != nil && patches == other.patches }
    return kind.isLike(other.kind)
  }

  /// True if each element is as far from an edge or the middle as one of another case's is, as far as
  /// that is known.
  ///
  /// - Parameters:
  ///   - size: The size of the case's picture.
  ///   - otherSize: That of the other one.
  func hasPlaces(of other: KindTally, _ size: SIMD2<Int>, _ otherSize: SIMD2<Int>) -> Bool {
    guard !elements.isEmpty, !other.elements.isEmpty else { return true }
    // More places than in the other case are told by their number.
    guard elements.count <= other.elements.count else {
      return other.hasPlaces(of: self, otherSize, size)
    }
    return elements.allSatisfy { box in
      other.elements.contains { box.isAnchored(as: $0, in: size, otherSize) }
    }
  }
}

/// The strength of a case's noise.
package struct NoiseLevel: Hashable, Sendable, Codable {
  package private(set) var maxDeltaE: Double
  /// True if all of the noise has contrast around it.
  package private(set) var isAtEdges: Bool

  /// - Returns: nil if `noise` is empty.
  init?(_ noise: [RegionFinding]) {
    guard !noise.isEmpty else { return nil }
    maxDeltaE = noise.reduce(0) { max($0, Double($1.maxDeltaE)) }
    isAtEdges = noise.allSatisfy(\.isAtEdges)
  }

  /// Returns the level that covers the noise of both cases.
  func joined(with other: NoiseLevel) -> NoiseLevel {
    var joined = self
    joined.maxDeltaE = max(maxDeltaE, other.maxDeltaE)
    joined.isAtEdges = isAtEdges && other.isAtEdges
    return joined
  }

  /// The visibility of the noise: 0 if no one sees it, 1 if one sees it when looking for it, else
  /// 2.
  package var grade: Int { maxDeltaE <= 2.3 ? 0 : maxDeltaE <= 10 ? 1 : 2 }
}
