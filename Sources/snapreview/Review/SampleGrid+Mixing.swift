import DiffEngine
import Pixels

/// Combines two images of the same size, sample by sample; nil if one is missing.
func combine(
  _ first: SampleGrid?, _ second: SampleGrid?, _ choose: (Int, Pixel, Pixel) -> Pixel
) -> SampleGrid? {
  guard let first, let second else { return nil }
  let samples = first.samples.indices.map { index in
    choose(index % first.columns, first.samples[index], second.samples[index])
  }
  return SampleGrid(columns: first.columns, rows: first.rows, samples: samples)
}

/// Blends the second over the first by its opacity; if one is void, returns the other.
func blend(_ first: Pixel, _ second: Pixel, _ opacity: Double) -> Pixel {
  guard first.w > 0 else { return second }
  guard second.w > 0 else { return first }
  let weight = Int32((opacity * 256).rounded())
  let below = SIMD4<Int32>(truncatingIfNeeded: first) &* (256 &- weight)
  let above = SIMD4<Int32>(truncatingIfNeeded: second) &* weight
  return Pixel(truncatingIfNeeded: (below &+ above &+ 128) &>> 8)
}
