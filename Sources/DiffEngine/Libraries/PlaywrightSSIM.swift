import Libc
import Pixels

extension StrategyRule {
  /// Playwright's `ssim-cie94`: counts pixels whose colours are more than ΔE 1 apart, if they are
  /// in a flat area or the images differ in structure around them.
  static let ssim = StrategyRule(
    parameters: [.threshold],
    testLine: {
      "{ \(arguments("_comparator: \"ssim-cie94\"", $0.playwrightAllowance)) }"
    },
    allowed: { strategy, total in
      strategy.threshold(of: total) { Int($0 * Double(total)) }
    },
    totalHasIgnored: true,
    find: { overlay, strategy in
      let mask = overlay.mask { rows, mask in
        var scan = StructureScan(overlay)
        overlay.forEachDifferingRow(in: rows) { row in
          let marks = mask[row.y]
          row.forEachDifferentPixel { x, first, second in
            if scan.differs(first, second, x, row.y) { marks.mark(x) }
          }
        }
      }.mask
      return Findings(mask: mask)
    })
}

/// Judges the differing pixels row by row, from the top down.
private struct StructureScan: ~Copyable {
  private static let leastLikeness = 0.99

  private let overlay: Overlay
  private let known = PairMemo()
  private var windows: WindowSums

  init(_ overlay: Overlay) {
    self.overlay = overlay
    windows = WindowSums(overlay)
  }

  mutating func differs(_ first: Pixel, _ second: Pixel, _ x: Int, _ y: Int) -> Bool {
    let isSeen = known.answer(first, second) {
      let (first, second) = (first.overWhite, second.overWhite)
      // Playwright passes the expected image as what its SSIM calls the actual one, so the chroma
      // is the actual's.
      return first != second && deltaE94(Lab(playwright: second), Lab(playwright: first)) > 1
    }
    guard isSeen else { return false }
    if isFlat(overlay.reference, x, y) || isFlat(overlay.actual, x, y) { return true }
    return windows.likeness(x, y) < Self.leastLikeness
  }

  /// True if the 3 x 3 pixels have one colour. They never do at the edge of the canvas, because a
  /// pattern surrounds it.
  private func isFlat(_ image: PixelImage, _ x: Int, _ y: Int) -> Bool {
    guard x > 0, y > 0, x < overlay.width - 1, y < overlay.height - 1 else { return false }
    let centre = image[x, y].overWhite
    for line in y - 1...y + 1 {
      for column in x - 1...x + 1 where overlay.overWhite(image, column, line) != centre {
        return false
      }
    }
    return true
  }
}

/// Sums over windows of 31 x 31 pixels; rows must be requested from the top down.
private struct WindowSums: ~Copyable {
  private static let radius = 15
  private static let side = 2 * radius + 1

  /// The sums for each of red, green and blue. A window's sums fit into 32 bits; running sums may
  /// overflow, as they are only subtracted from each other.
  private struct Sums: BitwiseCopyable {
    var first = SIMD4<Int32>()
    var second = SIMD4<Int32>()
    var firstSquares = SIMD4<Int32>()
    var secondSquares = SIMD4<Int32>()
    var products = SIMD4<Int32>()

    @inline(__always)
    mutating func add(_ first: SIMD4<Int32>, _ second: SIMD4<Int32>, _ sign: Int32) {
      self.first &+= first &* sign
      self.second &+= second &* sign
      firstSquares &+= first &* first &* sign
      secondSquares &+= second &* second &* sign
      products &+= first &* second &* sign
    }

    @inline(__always)
    static func &+ (left: Sums, right: Sums) -> Sums {
      Sums(
        first: left.first &+ right.first, second: left.second &+ right.second,
        firstSquares: left.firstSquares &+ right.firstSquares,
        secondSquares: left.secondSquares &+ right.secondSquares,
        products: left.products &+ right.products)
    }

    @inline(__always)
    static func &- (left: Sums, right: Sums) -> Sums {
      Sums(
        first: left.first &- right.first, second: left.second &- right.second,
        firstSquares: left.firstSquares &- right.firstSquares,
        secondSquares: left.secondSquares &- right.secondSquares,
        products: left.products &- right.products)
    }
  }

  private let overlay: Overlay
  /// The columns of the current row's windows, including those outside the canvas.
  private let columns: Scratch<Sums>
  /// For each column, the sum of all columns to its left.
  private let before: Scratch<Sums>
  private var row: Int?

  init(_ overlay: Overlay) {
    self.overlay = overlay
    columns = Scratch(repeating: Sums(), count: overlay.width + 2 * Self.radius)
    before = Scratch(repeating: Sums(), count: overlay.width + 2 * Self.radius + 1)
  }

  /// Returns the mean SSIM of red, green and blue; 1 if both windows are equal.
  mutating func likeness(_ x: Int, _ y: Int) -> Double {
    if row != y { move(to: y) }
    let sums = before[x + Self.side] &- before[x]
    return ((0..<3).reduce(0.0) { $0 + Self.likeness(sums, $1) }) / 3
  }

  private static func likeness(_ sums: Sums, _ channel: Int) -> Double {
    let count = Double(side * side)
    let (first, second) = (Double(sums.first[channel]), Double(sums.second[channel]))
    let (mean1, mean2) = (first / count, second / count)
    let variance1 = (Double(sums.firstSquares[channel]) - first * first / count) / count
    let variance2 = (Double(sums.secondSquares[channel]) - second * second / count) / count
    let covariance = (Double(sums.products[channel]) - first * second / count) / count
    let (c1, c2) = (2.55 * 2.55, 7.65 * 7.65)
    return (2 * mean1 * mean2 + c1) * (2 * covariance + c2) / (mean1 * mean1 + mean2 * mean2 + c1)
      / (variance1 + variance2 + c2)
  }

  private mutating func move(to y: Int) {
    if let row, y - row < Self.side {
      for line in row + 1...y {
        add(line - Self.radius - 1, -1)
        add(line + Self.radius, 1)
      }
    } else {
      for x in 0..<overlay.width + 2 * Self.radius { columns[x] = Sums() }
      for line in y - Self.radius...y + Self.radius { add(line, 1) }
    }
    row = y
    for x in 0..<overlay.width + 2 * Self.radius { before[x + 1] = before[x] &+ columns[x] }
  }

  private func add(_ y: Int, _ sign: Int32) {
    for place in 0..<overlay.width + 2 * Self.radius {
      let x = place - Self.radius
      // Masked pixels look the same in both images.
      let first = overlay.overWhite(overlay.reference, x, y)
      let second = overlay.isIgnored(x, y) ? first : overlay.overWhite(overlay.actual, x, y)
      columns[place].add(first, second, sign)
    }
  }
}

extension Overlay {
  @inline(__always)
  fileprivate func isIgnored(_ x: Int, _ y: Int) -> Bool {
    guard let ignored, x >= 0, y >= 0, x < width, y < height else { return false }
    return ignored[x, y]
  }

  /// Returns a pixel over white; outside the canvas, a chequered pattern.
  @inline(__always)
  fileprivate func overWhite(_ image: PixelImage, _ x: Int, _ y: Int) -> SIMD4<Int32> {
    if x >= 0 && y >= 0 && x < image.width && y < image.height { return image[x, y].overWhite }
    if x >= 0 && y >= 0 && x < width && y < height { return SIMD4(255, 255, 255, 0) }
    return (x + y) & 1 == 0 ? SIMD4(255, 0, 255, 0) : SIMD4(0, 255, 0, 0)
  }
}

extension Pixel {
  /// Red, green and blue over white, truncated to integers.
  @inline(__always)
  fileprivate var overWhite: SIMD4<Int32> {
    var colour = SIMD4<Int32>(truncatingIfNeeded: self)
    colour.w = 0
    if w == 255 { return colour }
    let alpha = Double(w) / 255
    for channel in 0..<3 {
      colour[channel] = Int32(255 + (Double(self[channel]) - 255) * alpha)
    }
    return colour
  }
}

extension Lab {
  /// Converts a colour like Playwright, with four-digit matrices.
  fileprivate init(playwright colour: SIMD4<Int32>) {
    func light(_ channel: Int32) -> Double { SRGB.linear[Int(channel)] }
    let (red, green, blue) = (light(colour.x), light(colour.y), light(colour.z))
    let x = (red * 0.4124 + green * 0.3576 + blue * 0.1805) / 0.950489
    let y = red * 0.2126 + green * 0.7152 + blue * 0.0722
    let z = (red * 0.0193 + green * 0.1192 + blue * 0.9505) / 1.088840
    func curve(_ t: Double) -> Double {
      t > 216.0 / 24389 ? pow(t, 1.0 / 3) : t * 841 / 108 + 4.0 / 29
    }
    self.init(
      l: 116 * curve(y) - 16, a: 500 * (curve(x) - curve(y)), b: 200 * (curve(y) - curve(z)))
  }
}
