import DiffEngine
import Pixels

/// One kind of change, and its amount in a case.
package struct KindTally: Hashable, Sendable, Codable {
  package let kind: ChangeKind
  package private(set) var regions = 1
  /// The number of like elements that changed: regions, or parts of them.
  package private(set) var places: Int
  /// The boxes of those elements; empty if there are too many, and for text.
  private var elements: [PixelBox]
  /// The boxes of unchanged elements with the ink that appeared, vanished or was recoloured.
  private var standing: [PixelBox]
  /// The unchanged amount of the ink that vanished or was recoloured: elements, or pixels if those
  /// are too thin to be elements; nil if it is unknown.
  private var left: Int?
  /// True if the very element that changed is unchanged somewhere else, or a recoloured ink borders
  /// on its new colour: the change missed a place.
  private(set) var hasMissed: Bool
  package private(set) var pixels: Int
  private var texts: Int
  /// The keys of the exact pixels of regions that kind and colours do not identify, in rising order
  /// without repetition; nil if there are too many, or they are too large.
  package private(set) var patches: [ContentKey]?
  package let form: ElementForm
  /// The form of all regions; `other` if they differ.
  private(set) var commonForm: ElementForm
  private(set) var shape: ShapeChange
  /// True if only exactly the same pixels are like it: kind and colours do not identify it.
  private(set) var isToldByPixels: Bool
  /// True if it consists of pixels that the kinds of their regions do not explain.
  package let isLeftover: Bool
  package let box: PixelBox
  /// True if all regions are beside the first.
  private var isOneLine = true
  /// The largest ΔE of all regions, or change of alpha in per cent if that is larger.
  package private(set) var maxDeltaE: Double

  private static let patchLimit = 32
  private static let elementLimit = 32

  private init(_ finding: RegionFinding) {
    kind = finding.kind
    pixels = finding.extent.pixels
    texts = finding.form == .text ? 1 : 0
    patches = finding.patch.map { [$0] }
    isToldByPixels =
      kind.isUnnamed || kind.isElement || kind == .nudged || !finding.isProven
    (isLeftover, box, form) = (finding.isLeftover, finding.extent.box, finding.form)
    maxDeltaE = Double(finding.maxDeltaE)
    commonForm = finding.form
    places = finding.elements.count
    (elements, standing) = (finding.elements, finding.copies)
    hasMissed = !finding.copies.isEmpty
    shape = finding.shape
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
    let other = finding.extent.box
    isOneLine = isOneLine && box.y < other.y + other.height && other.y < box.y + box.height
    isToldByPixels = isToldByPixels || !finding.isProven
    shape.join(finding.shape)
    guard let all = patches, let patch = finding.patch, all.count < Self.patchLimit else {
      patches = nil
      return
    }
    if !all.contains(patch) { patches = (all + [patch]).sorted() }
  }

  /// Returns the kinds of some regions without noise, in the order of their largest regions.
  ///
  /// - Parameters:
  ///   - findings: The findings, largest first.
  ///   - first: The index of the finding whose kind comes before the others.
  static func tallies(of findings: [RegionFinding], first: Int? = nil) -> [KindTally] {
    var tallies: [KindTally] = []
    var head: Int?
    for (place, finding) in findings.enumerated() where finding.kind != .noise {
      // Unnamed changes are counted together, although nothing is like them.
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

  /// The largest ΔE of a change that leaves a picture nearly as it was.
  package static let slightDeltaE = 10.0

  /// True if an unnamed change would be described by the same words.
  private func hasWords(of finding: RegionFinding) -> Bool {
    guard isUnnamed, !isLeftover else { return true }
    return (maxDeltaE <= Self.slightDeltaE) == (Double(finding.maxDeltaE) <= Self.slightDeltaE)
      && shape.hasWords(of: finding.shape)
  }

  /// The maximum number of kinds whose ink is looked for elsewhere in the picture.
  private static let standingLimit = 4

  /// Looks for unchanged pixels that have the ink of a change.
  static func findStanding(_ tallies: inout [KindTally], in overlay: Overlay) {
    let asked = tallies.indices.filter { tallies[$0].standingInk != nil }.prefix(standingLimit)
    guard !asked.isEmpty else { return }
    let masks = overlay.standingPixels(of: asked.compactMap { tallies[$0].standingInk })
    for (index, mask) in zip(asked, masks) { tallies[index].findStanding(mask, overlay) }
  }

  /// The ink that appeared, vanished or was recoloured, if nothing else is known of it.
  private var standingInk: Pixel? {
    switch kind {
    case .vanished(let colours), .recoloured(let colours): isLeftover ? nil : colours.from
    case .appeared(let colours): isLeftover || isText ? nil : colours.to
    default: nil
    }
  }

  private mutating func findStanding(_ mask: ChangeMask, _ overlay: Overlay) {
    left = mask.count
    if case .appeared = kind { left = nil }
    guard !isText, !elements.isEmpty, kind.isElement || kind.colours?.isPlain == true,
      let boxes = mask.elements
    else { return }
    standing = boxes
    left = left.map { _ in boxes.count }
    if case .recoloured(let colours) = kind {
      hasMissed = standing.contains { overlay.borders($0, on: colours) }
    }
  }

  /// True if an element that changed in one of two cases is unchanged at its place in the other, so
  /// that something else was changed, or if the change missed a place in only one of them.
  func isMissing(_ other: KindTally) -> Bool {
    if hasMissed != other.hasMissed { return true }
    func hasStanding(_ changed: [PixelBox], _ standing: [PixelBox]) -> Bool {
      changed.contains { box in standing.contains { $0.isAt(box) } }
    }
    return hasStanding(elements, other.standing) || hasStanding(other.elements, standing)
  }

  /// True if one of two like changes may have missed a place: their numbers of places differ, and
  /// nothing shows that all of the ink changed in both.
  func mayMiss(_ other: KindTally) -> Bool {
    // One moved title has more words than another.
    if case .moved = kind, isText, other.isText, isOneLine, other.isOneLine { return false }
    return left == 0 && other.left == 0 ? false : places != other.places || left != other.left
  }

  /// True if most of it looks like text, and the largest region does.
  package var isText: Bool { form == .text && 2 * texts > regions }

  /// True if its kind does not say what happened.
  package var isUnnamed: Bool { kind.isUnnamed }

  /// True if no other tally can be like this one.
  package var isUnlike: Bool { isToldByPixels && patches == nil }

  /// True if the other is the same kind of change in another case.
  package func isLike(_ other: KindTally) -> Bool {
    guard isLeftover == other.isLeftover, kind.name == other.kind.name else { return false }
    guard isToldByPixels || other.isToldByPixels else { return kind.isLike(other.kind) }
    return patches != nil && patches == other.patches
      && (kind.offset == nil || kind.isLike(other.kind))
  }

  /// True if each element is as far from an edge or the middle as an element of the other case, as
  /// far as that is known.
  ///
  /// - Parameters:
  ///   - size: The size of the case's picture.
  ///   - otherSize: The size of the other case's picture.
  func hasPlaces(of other: KindTally, _ size: SIMD2<Int>, _ otherSize: SIMD2<Int>) -> Bool {
    guard !elements.isEmpty, !other.elements.isEmpty else { return true }
    // Additional places show in the number of places.
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
  private let pixels: Int
  /// True if all of the noise has contrast around it.
  package private(set) var isAtEdges: Bool

  /// - Returns: nil if `noise` is empty.
  init?(_ noise: [RegionFinding]) {
    guard !noise.isEmpty else { return nil }
    maxDeltaE = noise.reduce(0) { max($0, Double($1.maxDeltaE)) }
    pixels = noise.reduce(0) { $0 + $1.extent.pixels }
    isAtEdges = noise.allSatisfy(\.isAtEdges)
  }

  /// Returns the level that covers the noise of both cases.
  func joined(with other: NoiseLevel) -> NoiseLevel {
    var joined = self
    joined.maxDeltaE = max(maxDeltaE, other.maxDeltaE)
    joined.isAtEdges = isAtEdges && other.isAtEdges
    return joined
  }

  /// True if the noise can be seen on close inspection.
  package var isVisible: Bool { maxDeltaE > 2.3 }
}
