import CKernels
import Pixels

/// Computes the ΔE of each pair with the vectorised kernel; see `snap_delta_e`.
package func measure(
  _ first: borrowing Scratch<Pixel>, _ second: borrowing Scratch<Pixel>, count: Int,
  _ formula: Strategy.Formula, light: [Float], into distances: borrowing Scratch<Float>
) {
  precondition(light.count == 256, "a meaning of every byte")
  unsafe snap_delta_e(
    first.bits(0..<count), second.bits(0..<count), count, light, Int32(formula.rawValue), 0,
    distances.part(0..<count))
}

/// Copies some columns of a row, premultiplied, to memory in which the row starts at `start`.
package func premultiply(
  _ row: PixelRow, _ columns: Range<Int>, into pixels: borrowing Scratch<Pixel>, at start: Int
) {
  let place = start + columns.lowerBound
  unsafe snap_premultiply(
    row.bits(columns), columns.count, pixels.bits(place..<place + columns.count))
}

/// Returns a key of some adjacent pixels, before and after; see `snap_stretch_key`.
///
/// - Parameter reference: nil if the reference has no pixels there.
package func stretchKey(
  _ reference: PixelRow?, _ actual: PixelRow?, _ columns: Range<Int>
) -> UInt64 {
  func start(_ row: PixelRow?) -> UnsafePointer<UInt32>? { unsafe row?.bits(columns) }
  return unsafe snap_stretch_key(start(reference), start(actual), columns.count)
}

/// Looks for edges that moved, in three premultiplied rows of each image; see `snap_edge_evidence`.
///
/// - Parameters:
///   - before: The indices in `pixels` at which the reference's rows start, the upper one first.
///   - after: The same for the actual.
///   - start: The index of the first of `count` pixels, in each row and in the output.
package func edgeEvidence(
  _ pixels: borrowing Scratch<Pixel>, before: SIMD3<Int>, after: SIMD3<Int>, start: Int, count: Int,
  strengths: borrowing Scratch<UInt8>, clues: borrowing Scratch<UInt8>
) {
  func row(_ place: Int) -> UnsafePointer<UInt32>? {
    // One pixel before the first block and one after the last.
    let last = start + (count + 63) / 64 * 64
    return unsafe UnsafePointer(pixels.bits(place + start - 1..<place + last + 1) + 1)
  }
  let above = unsafe [row(before.x), row(before.y), row(before.z)]
  let below = unsafe [row(after.x), row(after.y), row(after.z)]
  let written = start..<start + count
  unsafe snap_edge_evidence(above, below, count, strengths.part(written), clues.part(written))
}
