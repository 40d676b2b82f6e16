import Changes
import DiffEngine
import Pixels

/// The loupe's request for one pixel of a case.
package struct InspectionRequest: CaseRequest {
  package var item: Int
  package var revision: Int
  package var point: PixelPoint
  /// The number of pixels shown to each side of `point`.
  package var radius: Int
  package var isAligned: Bool
  /// No areas, because the values of ignored pixels are shown as well.
  package var areas: IgnoredAreas { IgnoredAreas() }

  package init(
    item: Int, revision: Int, point: PixelPoint, radius: Int = 0, isAligned: Bool = false
  ) {
    (self.item, self.revision, self.point) = (item, revision, point)
    (self.radius, self.isAligned) = (radius, isAligned)
  }
}

/// The values of both images at one pixel, read from the files and never from the screen.
package struct Inspection: Hashable, Sendable {
  /// Straight colour and alpha; nil outside the image, or if unknown.
  package var reference: Pixel?
  package var actual: Pixel?
  package var isActualUnknown: Bool
  /// ΔE of the premultiplied colours, as the strategies see it; empty if one side is missing.
  package var deltaE: [Strategy.Formula: Double] = [:]
  /// The pixels of the square around the point, row-major.
  package var referenceAround: [Pixel?]
  package var actualAround: [Pixel?]

  /// - Parameter unknown: The pixels at which the actual is unknown and therefore not shown.
  package init(
    _ reference: PixelImage?, _ actual: PixelImage?, _ request: InspectionRequest,
    unknown: ChangeMask? = nil
  ) {
    let point = request.point
    func isUnknown(_ x: Int, _ y: Int) -> Bool {
      actual?.pixel(x, y) != nil && unknown?[x, y] == true
    }
    func known(_ x: Int, _ y: Int) -> Pixel? { isUnknown(x, y) ? nil : actual?.pixel(x, y) }
    func square(_ pixel: (Int, Int) -> Pixel?) -> [Pixel?] {
      (point.y - request.radius...point.y + request.radius).flatMap { y in
        (point.x - request.radius...point.x + request.radius).map { pixel($0, y) }
      }
    }
    self.reference = reference?.pixel(point.x, point.y)
    self.actual = known(point.x, point.y)
    isActualUnknown = isUnknown(point.x, point.y)
    referenceAround = square { x, y in reference?.pixel(x, y) }
    actualAround = square(known)
    guard let reference = self.reference, let actual = self.actual else { return }
    for formula in Strategy.Formula.allCases {
      deltaE[formula] = DiffEngine.deltaE(
        premultiplied(reference), premultiplied(actual), formula: formula)
    }
  }
}

extension PixelImage {
  fileprivate func pixel(_ x: Int, _ y: Int) -> Pixel? {
    (0..<width).contains(x) && (0..<height).contains(y) ? self[x, y] : nil
  }
}

extension ReviewState {
  mutating func toggleLoupe() {
    guard loupe == nil, canvas != nil else {
      if loupe == nil {
        message = Message(.news, "The loupe needs pixels, and there are none here.")
      }
      loupe = nil
      return
    }
    placeLoupe()
    if loupe != nil { focus = .image }
  }

  /// Puts the loupe on the peak of the chosen region, or else of the largest region in sight; in
  /// the middle if there is none or it is not known yet.
  mutating func placeLoupe() {
    guard let region else { return }
    let change = chosenChange ?? regions.first { region.contains($0.peak) }
    moveLoupe(
      to: change?.peak
        ?? PixelPoint(
          x: Int(region.x + region.width / 2), y: Int(region.y + region.height / 2)))
    awaitsRegions = drawn.regions?.request != regionsRequest
  }

  /// Moves the loupe by one pixel, or by the pixels of one column if the image is shrunk.
  mutating func nudgeLoupe(x: Int, y: Int) {
    guard let loupe, let canvas else { return }
    let scale = viewport.scale(canvas, samples: paneSamples)
    let step = scale < 1 ? Int((Double(cellSamples.width) / scale).rounded()) : 1
    moveLoupe(to: PixelPoint(x: loupe.x + x * step, y: loupe.y + y * step))
  }

  /// Puts the loupe on a pixel of the canvas; the view follows it.
  mutating func moveLoupe(to point: PixelPoint) {
    guard let canvas, let region else { return }
    let inside = PixelPoint(
      x: min(max(point.x, 0), canvas.width - 1), y: min(max(point.y, 0), canvas.height - 1))
    (loupe, awaitsRegions) = (inside, false)
    if !region.contains(inside) {
      viewport.centre = Viewport.Point(x: Double(inside.x) + 0.5, y: Double(inside.y) + 0.5)
    }
  }

  var loupeRadius: Int { LoupeWindow.radius(in: layout.images) }

  package var inspectionRequest: InspectionRequest? {
    guard let loupe, let current, current.canvas != nil else { return nil }
    return InspectionRequest(
      item: selection, revision: current.revision, point: loupe, radius: loupeRadius,
      isAligned: alignment != nil)
  }
}

extension PixelRegion {
  fileprivate func contains(_ point: PixelPoint) -> Bool {
    let (x, y) = (Double(point.x), Double(point.y))
    return x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
  }
}
