import DiffEngine
import Libc
import Pixels

/// A trait that like changes must share, so that each is compared with few others.
struct FamilyKey: Hashable {
  enum Trait: Hashable {
    /// Colours that became others.
    case mode
    /// A colour that became another, if nothing else happened.
    case recoloured
    /// Redrawn edges, of any shape.
    case redrawn
    /// The number of unnamed regions.
    case places(Int)
    /// The exact pixels of an unnamed change.
    case patch(UInt64)
    /// The same kinds of change to as many elements of each form.
    case kinds(Set<NamedForm>)
    /// The move of the largest that changed.
    case moved(MainMove)
  }

  struct NamedForm: Hashable {
    let kind: ChangeKind.Name
    let form: ElementForm
    let regions: Int
  }

  var trait: Trait
  /// A point that is near for like changes.
  var point = NearPoint()

  /// The minimum share of a mode, in thousandths, at which every like change must have that mode,
  /// because too little is left without it.
  private static let fullShare = 150

  /// Returns the keys by which a change is found, and the keys by which it looks for others.
  static func keys(of leader: CauseLeader) -> (held: [FamilyKey], asked: [FamilyKey]) {
    let (own, change) = (leader.traits, leader.signature.change)
    let palette = change.palette
    var traits = own.patches.map { Self(trait: .patch($0.first)) }
    if own.isRedrawn { traits.append(Self(trait: .redrawn)) }
    traits += own.recolourings.map {
      let tolerance = ChangeKind.ColourChange.tolerance
      return Self(trait: .recoloured, point: point($0.from, $0.to, tolerance: tolerance))
    }
    if let move = own.move { traits.append(Self(trait: .moved(move))) }
    if let boxes = own.boxes {
      traits.append(Self(trait: .places(boxes.count), point: point(boxes[0])))
    }
    if change.isProven, !change.tallies.isEmpty {
      let forms = change.tallies.map {
        NamedForm(kind: $0.kind.name, form: $0.form, regions: $0.regions)
      }
      traits.append(Self(trait: .kinds(Set(forms)), point: change.kindPoint))
    }
    let modes = palette.modes.map {
      Self(trait: .mode, point: point($0.before, $0.after, tolerance: ColourMode.tolerance))
    }
    let isFull = palette.modes.first.map { $0.share > fullShare } ?? false
    return (traits + modes, traits + modes.prefix(isFull ? 1 : 0))
  }

  private static func point(_ before: Pixel, _ after: Pixel, tolerance: Int) -> NearPoint {
    NearPoint(
      SIMD4(truncatingIfNeeded: before), SIMD4(truncatingIfNeeded: after), tolerance: tolerance)
  }

  /// Returns a point that scale does not change, in half octaves: the form and place of a box.
  private static func point(_ box: PixelBox) -> NearPoint {
    func step(_ first: Int, _ second: Int) -> Int32 {
      Int32((2 * log2(Double(first + 1) / Double(second + 1))).rounded())
    }
    return NearPoint(
      SIMD4(step(box.width, box.height), step(2 * box.x + box.width, box.width), 0, 0),
      SIMD4(step(2 * box.y + box.height, box.height), 0, 0, 0))
  }
}
