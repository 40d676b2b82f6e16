extension ChangeKinds {
  /// True if the same happened in a picture of the same test in another theme or at another scale:
  /// every region has its counterpart at the same place, nothing is left unexplained in either, and
  /// what came, went or changed its shape has the same shape.
  ///
  /// - Parameters:
  ///   - inAnyColours: True if the inks may be others, as in another theme.
  ///   - atAnyScale: True if all places and sizes may be multiplied by one of the usual scales.
  package func isVariant(of other: ChangeKinds, inAnyColours: Bool, atAnyScale: Bool) -> Bool {
    guard let regions = knownRegions, let others = other.knownRegions,
      regions.count == others.count, size.isLike(other.size),
      hasContents(of: other, inAnyColours: inAnyColours)
    else { return false }
    let scales = atAnyScale && size == .same ? usualScales : [1]
    return scales.contains { scale in
      Self.arePaired(regions, others) {
        $0.isCounterpart(of: $1, scale: scale, inAnyColours: inAnyColours)
      }
    }
  }

  /// All regions that are not noise; nil if some of them are not known, or nothing is certain of
  /// one.
  private var knownRegions: [KindRegion]? {
    let isCertain = !isScattered && !tallies.contains { $0.isLeftover || $0.isUnlike }
    let known = regions.filter { $0.kind != .noise }
    let count = tallies.reduce(0) { $0 + $1.regions }
    return isCertain && !known.isEmpty && known.count == count ? known : nil
  }

  /// True if every region finds another one for itself, and none is left.
  private static func arePaired(
    _ regions: [KindRegion], _ others: [KindRegion], _ areOne: (KindRegion, KindRegion) -> Bool
  ) -> Bool {
    var free = others
    for region in regions {
      guard let place = free.firstIndex(where: { areOne(region, $0) }) else { return false }
      free.remove(at: place)
    }
    return free.isEmpty
  }

  /// True if what came, went or changed its shape has the same shapes in both, and what was replaced
  /// the same pixels.
  private func hasContents(of other: ChangeKinds, inAnyColours: Bool) -> Bool {
    ["appeared", "vanished", "reshaped", "replaced"].allSatisfy { name in
      let own = tallies.filter { $0.kind.name == name }
      let its = other.tallies.filter { $0.kind.name == name }
      let shapes = own.flatMap { $0.shapes ?? [] }
      let others = its.flatMap { $0.shapes ?? [] }
      func hasLike(_ shape: ElementShape, _ all: [ElementShape]) -> Bool {
        all.contains {
          shape.isLike($0) || (inAnyColours || name == "reshaped") && shape.isLikeInAnyInk($0)
        }
      }
      let arePatches = name == "replaced"
      return own.isEmpty == its.isEmpty
        && shapes.allSatisfy { hasLike($0, others) } && others.allSatisfy { hasLike($0, shapes) }
        && (!arePatches || own.flatMap { $0.patches ?? [] } == its.flatMap { $0.patches ?? [] })
    }
  }
}

extension KindRegion {
  /// True if the other lies at the same place, times the scale, and the same happened to as much of
  /// it.
  fileprivate func isCounterpart(
    of other: KindRegion, scale: Double, inAnyColours: Bool
  ) -> Bool {
    let slack = 2 * max(1, scale)
    func isNear(_ own: Int, _ its: Int) -> Bool {
      abs(Double(own) * scale - Double(its)) <= slack
    }
    return isNear(box.x, other.box.x) && isNear(box.y, other.box.y)
      && isNear(box.width, other.box.width) && isNear(box.height, other.box.height)
      && abs(filled - other.filled) <= (scale == 1 ? 0.1 : 0.2)
      && kind.isCounterpart(of: other.kind, scale: scale, inAnyColours: inAnyColours)
  }

  /// The share of the box that changed.
  private var filled: Double { Double(pixels) / Double(box.width * box.height) }
}

extension ChangeKind {
  fileprivate func isCounterpart(of other: Self, scale: Double, inAnyColours: Bool) -> Bool {
    switch (self, other) {
    case (.recoloured(let own), .recoloured(let its)), (.appeared(let own), .appeared(let its)),
      (.vanished(let own), .vanished(let its)):
      inAnyColours || own.isLike(its)
    case (.moved(let own), .moved(let its)): own.scaled(by: scale).isLike(its)
    case (.movedAndRecoloured(let own, let colours), .movedAndRecoloured(let its, let others)):
      own.scaled(by: scale).isLike(its) && (inAnyColours || colours.isLike(others))
    // Their shapes and pixels have been compared.
    case (.reshaped, .reshaped), (.replaced, .replaced): true
    default: scale == 1 && isLike(other)
    }
  }
}

extension ChangeKind.Offset {
  fileprivate func scaled(by scale: Double) -> Self { Self(dx: dx * scale, dy: dy * scale) }
}
