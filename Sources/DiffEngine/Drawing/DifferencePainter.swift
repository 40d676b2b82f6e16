import Pixels

/// Paints differences on the pixels of an image for a file, or on the samples of a view for the
/// screen.
package struct DifferencePainter {
  fileprivate let rows: MutablePixelRows
  fileprivate let width: Int
  fileprivate let height: Int

  package func paint(_ marks: some PixelMarks, with colour: Pixel) {
    change(marks) { _, _, _ in colour }
  }

  package func stripe(_ marks: some PixelMarks, _ stripes: UnknownStripes) {
    change(marks) { x, y, _ in stripes[x, y] }
  }

  /// Draws grey lines over the marked pixels, which are ignored in comparisons.
  ///
  /// - Parameter period: The distance in pixels from one line to the next; a line is a quarter of
  ///   that wide.
  package func hatch(_ marks: some PixelMarks, every period: Int = 8) {
    change(marks) { x, y, pixel in
      (x + y) % period < period / 4 ? pixel / 4 &+ Pixel(96, 96, 96, 192) : pixel
    }
  }

  /// Draws a one-pixel line just outside the box, clipped to the canvas.
  ///
  /// - Parameter region: The part of the image that the canvas shows; nil if it shows all of it,
  ///   pixel for pixel.
  package func frame(_ box: PixelBox, in colour: Pixel, of region: PixelRegion? = nil) {
    let scale = region.map { Double(width) / $0.width } ?? 1
    let corner = (x: Double(box.x) - (region?.x ?? 0), y: Double(box.y) - (region?.y ?? 0))
    let left = Int((corner.x * scale).rounded(.down)) - 1
    let top = Int((corner.y * scale).rounded(.down)) - 1
    let right = Int(((corner.x + Double(box.width)) * scale).rounded(.up))
    let bottom = Int(((corner.y + Double(box.height)) * scale).rounded(.up))
    let columns = (left..<right + 1).clamped(to: 0..<width)
    let lines = (top..<bottom + 1).clamped(to: 0..<height)
    for y in [top, bottom] where lines.contains(y) { for x in columns { rows[y][x] = colour } }
    for x in [left, right] where columns.contains(x) { for y in lines { rows[y][x] = colour } }
  }

  /// The marks may extend beyond the canvas.
  private func change(_ marks: some PixelMarks, _ colour: (_ x: Int, _ y: Int, Pixel) -> Pixel) {
    marks.forEachMarked(of: width) { x, y in
      if x < width, y < height { rows[y][x] = colour(x, y, rows[y][x]) }
    }
  }
}

package protocol PixelMarks {
  /// Calls `body` for every marked pixel of an image that is `width` pixels wide.
  func forEachMarked(of width: Int, _ body: (_ x: Int, _ y: Int) -> Void)
}

extension ChangeMask: PixelMarks {
  package func forEachMarked(of width: Int, _ body: (_ x: Int, _ y: Int) -> Void) {
    forEachMarked(body)
  }
}

/// One element per pixel, row-major.
extension [Bool]: PixelMarks {
  package func forEachMarked(of width: Int, _ body: (_ x: Int, _ y: Int) -> Void) {
    for index in indices where self[index] { body(index % width, index / width) }
  }
}

extension PixelImage {
  package mutating func paint(_ draw: (DifferencePainter) -> Void) {
    let (width, height) = (width, height)
    changeRows { draw(DifferencePainter(rows: $0, width: width, height: height)) }
  }
}

extension SampleGrid {
  package func painted(_ draw: (DifferencePainter) -> Void) -> SampleGrid {
    var samples = samples
    samples.changeRows(of: columns) {
      draw(DifferencePainter(rows: $0, width: columns, height: rows))
    }
    return SampleGrid(columns: columns, rows: rows, samples: samples)
  }

  /// Returns the samples of an image in dim greys, with ink over those that cover mismatches.
  ///
  /// - Parameter changes: One for each sample. Void samples with changes get ink on black.
  package func tinted(_ changes: [PooledChange], _ scale: TintScale) -> SampleGrid {
    let tinted = zip(samples, changes).map { sample, change in
      sample.w == 0 && change.density == 0
        ? sample : scale.colour(change, on: TintScale.ground(sample))
    }
    return SampleGrid(columns: columns, rows: rows, samples: tinted)
  }
}

/// Returns an image in dim greys, on black where it is transparent, with ink on its mismatches.
func tinted(_ image: PixelImage, _ map: ChangeMap, _ scale: TintScale) -> PixelImage {
  let (width, height) = (image.width, image.height)
  return PixelImage(width: width, height: height, repeating: Pixel()) { canvas in
    image.withRows { source in
      _ = forEachBand(of: height, pixels: image.pixelCount) { rows in
        for y in rows {
          let (from, to) = (source[y], canvas[y])
          for x in 0..<width { to[x] = TintScale.ground(premultiplied(from[x])) }
          map.mask.forEachMarked(row: y) { x in
            let change = PooledChange(density: 1, level: map.levels[y * width + x])
            to[x] = scale.colour(change, on: to[x])
          }
        }
      }
    }
  }
}
