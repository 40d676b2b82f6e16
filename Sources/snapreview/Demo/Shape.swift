/// A place in points; y grows downwards.
typealias Point = SIMD2<Float>

/// A rectangle in points.
struct Frame: Equatable {
  var x: Float
  var y: Float
  var width: Float
  var height: Float

  init(_ x: Float, _ y: Float, _ width: Float, _ height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  var maxX: Float { x + width }
  var maxY: Float { y + height }
  var middle: Point { Point(x + width / 2, y + height / 2) }

  func inset(by amount: Float) -> Frame {
    Frame(x + amount, y + amount, width - 2 * amount, height - 2 * amount)
  }

  func moved(x dx: Float = 0, y dy: Float = 0) -> Frame { Frame(x + dx, y + dy, width, height) }
}

/// Something to fill: a signed distance, in points, that is negative inside.
protocol Shape {
  var bounds: Frame { get }
  func distance(to point: Point) -> Float
}

/// A rectangle with round corners; radius 0 gives sharp ones.
struct RoundedRectangle: Shape {
  var bounds: Frame
  var radius: Float

  init(_ frame: Frame, radius: Float = 0) {
    bounds = frame
    self.radius = min(radius, frame.width / 2, frame.height / 2)
  }

  func distance(to point: Point) -> Float {
    let offset = point - bounds.middle
    let x = abs(offset.x) - bounds.width / 2 + radius
    let y = abs(offset.y) - bounds.height / 2 + radius
    let outside = Point(max(x, 0), max(y, 0))
    return length(outside) + min(max(x, y), 0) - radius
  }
}

struct Circle: Shape {
  var centre: Point
  var radius: Float

  init(_ x: Float, _ y: Float, radius: Float) {
    centre = Point(x, y)
    self.radius = radius
  }

  var bounds: Frame { Frame(centre.x - radius, centre.y - radius, 2 * radius, 2 * radius) }

  func distance(to point: Point) -> Float { length(point - centre) - radius }
}

/// A straight line with round ends.
struct Segment: Shape {
  var start: Point
  var end: Point
  var radius: Float

  init(_ start: Point, _ end: Point, width: Float) {
    self.start = start
    self.end = end
    radius = width / 2
  }

  var bounds: Frame {
    let low = pointwiseMin(start, end) - radius
    let size = pointwiseMax(start, end) + radius - low
    return Frame(low.x, low.y, size.x, size.y)
  }

  func distance(to point: Point) -> Float {
    let along = end - start
    let offset = point - start
    let squared = dot(along, along)
    let share = squared > 0 ? min(max(dot(offset, along) / squared, 0), 1) : 0
    return length(offset - along * share) - radius
  }
}

/// Many lines with round ends that count as one shape, so that their joints are not drawn twice.
struct Path: Shape {
  var segments: [Segment]

  /// Lines from each point to the next.
  init(_ points: [Point], width: Float) {
    segments = zip(points, points.dropFirst()).map { Segment($0, $1, width: width) }
  }

  init(segments: [Segment]) { self.segments = segments }

  var bounds: Frame {
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

  func distance(to point: Point) -> Float {
    var nearest = Float.greatestFiniteMagnitude
    for segment in segments { nearest = min(nearest, segment.distance(to: point)) }
    return nearest
  }
}

/// A closed polygon, filled by the even-odd rule.
struct Polygon: Shape {
  var corners: [Point]

  init(_ corners: [Point]) { self.corners = corners }

  var bounds: Frame { Path(corners, width: 0).bounds }

  func distance(to point: Point) -> Float {
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

func dot(_ first: Point, _ second: Point) -> Float { (first * second).sum() }

func length(_ point: Point) -> Float { dot(point, point).squareRoot() }
