import Pixels

extension Overlay {
  /// The actual on the canvas; the reference where only that has pixels, transparent where neither
  /// has.
  func actualOnCanvas() -> PixelImage {
    PixelImage(width: width, height: height, repeating: Pixel()) { canvas in
      copy(reference, into: canvas)
      copy(actual, into: canvas)
    }
  }

  private func copy(_ image: PixelImage, into canvas: MutablePixelRows) {
    image.withRows { source in
      _ = forEachBand(of: image.height, pixels: image.pixelCount) { band in
        for y in band { canvas[y].copy(source[y], count: image.width) }
      }
    }
  }

  /// Draws |a - b| of the premultiplied colours, with `style` applied to each result.
  func difference(then style: (Pixel) -> Pixel) -> PixelImage {
    drawn { first, second in
      let (first, second) = (premultiplied(first), premultiplied(second))
      var distance = pointwiseMax(first, second) &- pointwiseMin(first, second)
      if distance.x | distance.y | distance.z == 0 {
        // Otherwise a change of alpha alone would be invisible.
        distance = Pixel(repeating: distance.w)
      }
      distance.w = 255
      return style(distance)
    }
  }

  /// Draws the ΔE of every pixel in colours; differences without ΔE, in alpha alone, get the
  /// faintest.
  func heat(_ formula: Strategy.Formula, _ scale: HeatScale) -> PixelImage {
    let colours = scale.colours
    return PixelImage(width: width, height: height, repeating: HeatScale.none) { canvas in
      _ = forEachBand(of: sharedHeight, pixels: sharedWidth * sharedHeight) { rows in
        var scan = DistanceScan(formula, width: sharedWidth)
        forEachDifferingRow(in: rows) { row in
          let target = canvas[row.y]
          row.forEachDifference { x in
            if premultiplied(row.first[x]) != premultiplied(row.second[x]) {
              target[x] = colours[0]
            }
          }
          scan.forEachSample(of: row) { sample, _ in
            target[sample.x] = colours[HeatScale.step(sample.deltaE)]
          }
        }
      }
      var distance = ColourDistance(formula)
      forEachUnsharedPlace { x, y, first, second in
        canvas[y][x] = colours[HeatScale.step(distance(first, second))]
      }
    }
  }

  /// Draws `colour` where the images differ or only one has a pixel; black elsewhere.
  private func drawn(_ colour: (Pixel, Pixel) -> Pixel) -> PixelImage {
    PixelImage(width: width, height: height, repeating: Pixel(0, 0, 0, 255)) { canvas in
      func draw(_ x: Int, _ y: Int, _ first: Pixel, _ second: Pixel) {
        canvas[y][x] = colour(first, second)
      }
      forEachDifference(draw)
      forEachUnsharedPlace(draw)
    }
  }

  /// Calls `body` for the pixels that only one image has; the other is transparent black there.
  func forEachUnsharedPlace(_ body: (_ x: Int, _ y: Int, Pixel, Pixel) -> Void) {
    unshared?.forEachMarked { x, y in body(x, y, reference.pixel(x, y), actual.pixel(x, y)) }
  }
}

extension PixelImage {
  /// Returns the pixel at a position, or transparent black outside the image.
  func pixel(_ x: Int, _ y: Int) -> Pixel { x < width && y < height ? self[x, y] : Pixel() }
}
