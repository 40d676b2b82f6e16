/// A point, in points; y grows downwards.
package typealias Point = SIMD2<Float>

/// A rectangle in points.
package struct Frame: Equatable {
  package var x: Float
  package var y: Float
  package var width: Float
  package var height: Float

  package init(_ x: Float, _ y: Float, _ width: Float, _ height: Float) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package var maxX: Float { x + width }
  package var maxY: Float { y + height }
  package var middle: Point { Point(x + width / 2, y + height / 2) }

  package func inset(by amount: Float) -> Frame {
    Frame(x + amount, y + amount, width - 2 * amount, height - 2 * amount)
  }

  package func moved(x dx: Float = 0, y dy: Float = 0) -> Frame {
    Frame(x + dx, y + dy, width, height)
  }
}

/// Something to fill: a signed distance, in points, that is negative inside.
package protocol Shape {
  var bounds: Frame { get }
  func distance(to point: Point) -> Float
}

/// A rectangle with round corners; with radius 0 they are sharp.
package struct RoundedRectangle: Shape {
  package var bounds: Frame
  package var radius: Float

  package init(_ frame: Frame, radius: Float = 0) {
    bounds = frame
    self.radius = min(radius, frame.width / 2, frame.height / 2)
  }

  package func distance(to point: Point) -> Float {
    let offset = point - bounds.middle
    let x = abs(offset.x) - bounds.width / 2 + radius
    let y = abs(offset.y) - bounds.height / 2 + radius
    let outside = Point(max(x, 0), max(y, 0))
    return length(outside) + min(max(x, y), 0) - radius
  }
}

package struct Circle: Shape {
  package var centre: Point
  package var radius: Float

  package init(_ x: Float, _ y: Float, radius: Float) {
    centre = Point(x, y)
    self.radius = radius
  }

  package var bounds: Frame { Frame(centre.x - radius, centre.y - radius, 2 * radius, 2 * radius) }

  package func distance(to point: Point) -> Float { length(point - centre) - radius }
}

/// A straight line with round ends.
package struct Segment: Shape {
  package var start: Point
  package var end: Point
  package var radius: Float

  package init(_ start: Point, _ end: Point, width: Float) {
    self.start = start
    self.end = end
    radius = width / 2
  }

  package var bounds: Frame {
    let low = pointwiseMin(start, end) - radius
    let size = pointwiseMax(start, end) + radius - low
    return Frame(low.x, low.y, size.x, size.y)
  }

  package func distance(to point: Point) -> Float {
    let along = end - start
    let offset = point - start
    let squared = dot(along, along)
    let share = squared > 0 ? min(max(dot(offset, along) / squared, 0), 1) : 0
    return length(offset - along * share) - radius
  }
}

/// Many lines with round ends that form one shape, so that their joints are not drawn twice.
package struct Path: Shape {
  package var segments: [Segment]

  /// Lines from each point to the next.
  package init(_ points: [Point], width: Float) {
    segments = zip(points, points.dropFirst()).map { Segment($0, $1, width: width) }
  }

  package init(segments: [Segment]) { self.segments = segments }

  package var bounds: Frame {
    guard let first = segments.first?.bounds else { return Frame(0, 0, 0, 0) }
    var low = Point(first.x, first.y)
    var high = Point(first.maxX, first.maxY)
    for segment in segments.dropFirst() {
      let box = segment.bounds
      low = pointwiseMin(low, Point(box.x, box.y))
      high = pointwiseMax(high, Point(box.maxX, box.maxY))
    }
    return Frame(low.x, low.y, high.x - low.x, high.y - low.y)
  }

  package func distance(to point: Point) -> Float {
    var nearest = Float.greatestFiniteMagnitude
    for segment in segments { nearest = min(nearest, segment.distance(to: point)) }
    return nearest
  }
}

/// A closed polygon, filled by the even-odd rule.
package struct Polygon: Shape {
  package var corners: [Point]

  package init(_ corners: [Point]) { self.corners = corners }

  package var bounds: Frame { Path(corners, width: 0).bounds }

  package func distance(to point: Point) -> Float {
    var nearest = Float.greatestFiniteMagnitude
    var isInside = false
    var previous = corners[corners.count - 1]
    for corner in corners {
      nearest = min(nearest, Segment(previous, corner, width: 0).distance(to: point))
      if (corner.y > point.y) != (previous.y > point.y) {
        let share = (point.y - corner.y) / (previous.y - corner.y)
        if point.x < corner.x + share * (previous.x - corner.x) { isInside.toggle() }
      }
      previous = corner
    }
    return isInside ? -nearest : nearest
  }
}

package func dot(_ first: Point, _ second: Point) -> Float { (first * second).sum() }

package func length(_ point: Point) -> Float { dot(point, point).squareRoot() }
