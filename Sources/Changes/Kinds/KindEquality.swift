import DiffEngine

extension ChangeKind {
  /// True if the other is the same kind of change, as far as one region can tell.
  ///
  /// `reshaped` and `replaced` say too little, so no kind counts as like them.
  package func isLike(_ other: ChangeKind) -> Bool {
    switch (self, other) {
    case (.noise, .noise), (.nudged, .nudged), (.redrawn, .redrawn): true
    case (.recoloured(let first), .recoloured(let second)),
      (.appeared(let first), .appeared(let second)),
      (.vanished(let first), .vanished(let second)):
      first.isLike(second)
    // One more pixel is another move.
    case (.moved(let first), .moved(let second)): first == second
    default: false
    }
  }
}

extension ChangeKind.ColourChange {
  /// The maximum deviation of a colour, in levels: the most that colour management changes one ink
  /// between two places. A plain ink changes less.
  package static let tolerance = 4
  private static let plainTolerance = 2

  /// True if both colours are within the tolerance and changed in the same direction.
  ///
  /// A faint shade is recognised by its direction: two that differ by less than the tolerance may
  /// still be a lighter and a darker one.
  package func isLike(_ other: Self) -> Bool {
    let tolerance = isPlain || other.isPlain ? Self.plainTolerance : Self.tolerance
    guard distance(from, other.from) <= tolerance, distance(to, other.to) <= tolerance
    else { return false }
    let limit = max(4, 0.35 * Double(min(strength, other.strength)))
    return Double(largest(vector &- other.vector)) <= limit
  }

  /// The largest change of a channel, 0 to 255.
  package var strength: Int { largest(vector) }

  private var vector: SIMD4<Int32> {
    SIMD4<Int32>(truncatingIfNeeded: to) &- SIMD4<Int32>(truncatingIfNeeded: from)
  }
}

/// Returns the largest absolute value of a channel.
@inline(__always)
package func largest(_ vector: SIMD4<Int32>) -> Int {
  Int(pointwiseMax(vector, 0 &- vector).max())
}

/// Returns the largest absolute value of a channel, in fractions of levels.
@inline(__always)
func largest(_ vector: SIMD4<Float>) -> Float {
  // Two maximums of two, because a generic call takes longer than all of this.
  max(max(abs(vector.x), abs(vector.y)), max(abs(vector.z), abs(vector.w)))
}
