import DiffEngine
import Pixels

/// The zoom and position, shared by every pane.
///
/// A sample is half a cell, which is about square, or a pixel of a terminal that draws pictures
/// itself. `scale` is samples per pixel: at 0.5 two pixels share a half block, at 4 a pixel is four
/// half blocks wide.
package struct Viewport: Hashable, Sendable {
  package enum Zoom: Hashable, Sendable {
    case fit
    case scale(Double)
  }

  package var zoom = Zoom.fit
  /// The image point in the middle of every pane; nil for the middle of the image.
  package var centre: Point?

  package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double
  }

  /// The zoom steps. From 1:1 on they are whole factors, so that every colour on screen exists in
  /// the file.
  static let scales: [Double] = [
    1.0 / 32, 1.0 / 24, 1.0 / 16, 1.0 / 12, 1.0 / 8, 1.0 / 6, 1.0 / 4, 1.0 / 3, 1.0 / 2,
    1, 2, 3, 4, 6, 8, 12, 16, 24, 32,
  ]

  static func fitScale(_ image: PixelSize, samples: PixelSize) -> Double {
    let scale = min(
      Double(samples.width) / Double(image.width), Double(samples.height) / Double(image.height))
    return scale < 1 ? scale : min(scale.rounded(.down), 32)
  }

  package func scale(_ image: PixelSize, samples: PixelSize) -> Double {
    switch zoom {
    case .fit: Viewport.fitScale(image, samples: samples)
    case .scale(let scale): scale
    }
  }

  /// Returns the part of the image that a pane of `samples` shows.
  ///
  /// An image smaller than the pane is centred; a larger one always fills the pane. From 1:1 up the
  /// corner falls on a whole pixel, so samples never straddle two pixels.
  package func region(_ image: PixelSize, samples: PixelSize) -> PixelRegion {
    let scale = scale(image, samples: samples)
    let width = Double(samples.width) / scale
    let height = Double(samples.height) / scale
    func corner(_ centre: Double, _ length: Double, _ view: Double) -> Double {
      let raw = length <= view ? (length - view) / 2 : min(max(centre - view / 2, 0), length - view)
      // Round towards the middle of the image, to keep its edges in view.
      return scale >= 1 ? raw.rounded(length <= view ? .up : .down) : raw
    }
    return PixelRegion(
      x: corner(centre?.x ?? Double(image.width) / 2, Double(image.width), width),
      y: corner(centre?.y ?? Double(image.height) / 2, Double(image.height), height),
      width: width, height: height)
  }

  /// Steps to the next scale up or down; a step below the fitting scale resets to `fit`.
  mutating func zoom(_ direction: Int, image: PixelSize, samples: PixelSize) {
    let now = scale(image, samples: samples)
    let fit = Viewport.fitScale(image, samples: samples)
    let next =
      direction > 0
      ? Viewport.scales.first { $0 > now * 1.001 }
      : Viewport.scales.last { $0 < now * 0.999 && $0 > fit * 1.001 }
    if let next {
      hold(image, samples: samples)
      zoom = .scale(next)
    } else if direction < 0 {
      self = Viewport()
    }
  }

  /// Zooms so that the image point under the pointer stays there.
  ///
  /// - Parameter place: The pointer's position in samples from the top left of the pane.
  mutating func zoom(_ direction: Int, at place: Point, image: PixelSize, samples: PixelSize) {
    let before = region(image, samples: samples)
    let share = (x: place.x / Double(samples.width), y: place.y / Double(samples.height))
    let held = Point(x: before.x + share.x * before.width, y: before.y + share.y * before.height)
    zoom(direction, image: image, samples: samples)
    guard zoom != .fit else { return }
    let after = region(image, samples: samples)
    centre = Point(
      x: held.x + (0.5 - share.x) * after.width, y: held.y + (0.5 - share.y) * after.height)
  }

  /// Moves the view by a number of samples, as in a drag.
  mutating func drag(x: Int, y: Int, image: PixelSize, samples: PixelSize) {
    let region = region(image, samples: samples)
    let scale = scale(image, samples: samples)
    func moved(_ origin: Double, _ view: Double, _ by: Int, _ length: Double) -> Double {
      guard view < length else { return origin + view / 2 }
      return min(max(origin + view / 2 - Double(by) / scale, view / 2), length - view / 2)
    }
    centre = Point(
      x: moved(region.x, region.width, x, Double(image.width)),
      y: moved(region.y, region.height, y, Double(image.height)))
  }

  /// Moves the view by a share of the visible part, at least one pixel.
  mutating func pan(x: Double, y: Double, image: PixelSize, samples: PixelSize) {
    let region = region(image, samples: samples)
    func moved(_ centre: Double, _ share: Double, _ view: Double, _ length: Double) -> Double {
      guard share != 0, view < length else { return centre }
      let step = max(abs(share) * view, 1) * (share < 0 ? -1 : 1)
      return min(max(centre + step, view / 2), length - view / 2)
    }
    centre = Point(
      x: moved(region.x + region.width / 2, x, region.width, Double(image.width)),
      y: moved(region.y + region.height / 2, y, region.height, Double(image.height)))
  }

  /// Centres a box and zooms in until it is easy to see; never zooms out.
  ///
  /// - Parameter largest: The scale at which a single pixel is easy to see.
  mutating func show(_ box: PixelBox, image: PixelSize, samples: PixelSize, largest: Double) {
    let margin = 3.0
    let wide = Double(samples.width) / (Double(box.width) * margin)
    let high = Double(samples.height) / (Double(box.height) * margin)
    let wanted = min(wide, high, largest)
    let present = scale(image, samples: samples)
    let best = Viewport.scales.last { $0 <= wanted } ?? Viewport.scales[0]
    if best > present { zoom = .scale(best) }
    centre = Point(
      x: Double(box.x) + Double(box.width) / 2, y: Double(box.y) + Double(box.height) / 2)
  }

  /// Pins the centre to the middle of the view, so that a change of scale keeps the place.
  private mutating func hold(_ image: PixelSize, samples: PixelSize) {
    let region = region(image, samples: samples)
    centre = Point(x: region.x + region.width / 2, y: region.y + region.height / 2)
  }
}
