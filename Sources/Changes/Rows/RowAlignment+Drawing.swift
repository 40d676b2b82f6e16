import DiffEngine
import Pixels

extension RowAlignment {
  /// The number of rows of the aligned pair.
  package var height: Int { runs.reduce(0) { $0 + $1.count } }

  /// Returns both images with gaps for rows that only the other has, so that corresponding rows are
  /// side by side.
  ///
  /// - Parameters:
  ///   - reference: The image from which the alignment was made, like `actual`.
  ///   - gap: The colour of the stripes that fill the gaps, on a transparent ground.
  /// - Returns: Two images of the same size.
  package func aligned(
    _ reference: PixelImage, _ actual: PixelImage, gap: Pixel
  ) -> (reference: PixelImage, actual: PixelImage) {
    (spread(reference, gap: gap) { $0.reference }, spread(actual, gap: gap) { $0.actual })
  }

  private func spread(_ image: PixelImage, gap: Pixel, _ rows: (Run) -> Range<Int>) -> PixelImage {
    PixelImage(width: image.width, height: height, repeating: Pixel()) { canvas in
      image.withRows { source in
        var top = 0
        for run in runs {
          let rows = rows(run)
          for (offset, y) in rows.enumerated() {
            canvas[top + offset].copy(source[y], count: image.width)
          }
          for y in rows.count..<run.count {
            let row = canvas[top + y]
            // Diagonal stripes over a quarter of the gap, which no screenshot looks like.
            for x in 0..<image.width where (x + top + y) & 7 < 2 { row[x] = gap }
          }
          top += run.count
        }
      }
    }
  }

  /// Returns the ignored areas of the aligned rows: everything that lies in an ignored area of
  /// either image.
  package func aligned(_ areas: IgnoredAreas, width: Int) -> IgnoredAreas {
    let rows = runs.reduce(0) { max($0, $1.reference.upperBound, $1.actual.upperBound) }
    guard let mask = areas.mask(width: width, height: rows) else { return IgnoredAreas() }
    var aligned = ChangeMask(width: width, height: height)
    var top = 0
    for run in runs {
      for rows in [run.reference, run.actual] {
        for (offset, y) in rows.enumerated() {
          mask.forEachMarked(row: y) { aligned[$0, top + offset] = true }
        }
      }
      top += run.count
    }
    return IgnoredAreas(mask: PaintedMask(aligned, name: areas.mask?.name ?? ""))
  }

  /// Returns the row of an image at a row of the aligned pair; nil in a gap and outside.
  package func row(at y: Int, of side: KeyPath<Run, Range<Int>>) -> Int? {
    var top = 0
    for run in runs {
      let rows = run[keyPath: side]
      if y >= top, y < top + run.count {
        return y - top < rows.count ? rows.lowerBound + y - top : nil
      }
      top += run.count
    }
    return nil
  }
}
