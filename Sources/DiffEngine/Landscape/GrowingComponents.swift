/// Components of a set of pixels that only grows: union-find by size over the canvas.
struct GrowingComponents {
  private(set) var table = SizeTable()
  /// 0 where there is no pixel, minus the size at a root, else a place nearer to the root.
  ///
  /// One empty column and two empty rows about the canvas save every look at its borders.
  private var links: [Int32]
  private let stride: Int

  init(width: Int, height: Int) {
    stride = width + 1
    links = [Int32](repeating: 0, count: (height + 2) * stride + 1)
  }

  /// The place of a pixel among the links.
  static func place(_ x: Int, _ y: Int, width: Int) -> Int32 {
    Int32(truncatingIfNeeded: (y &+ 1) &* (width &+ 1) &+ x &+ 1)
  }

  /// Adds pixels that are not yet in the set.
  mutating func add(_ places: ArraySlice<Int32>) {
    let stride = stride
    links.withUnsafeMutableBufferPointer { links in
      for place in places {
        let place = Int(place)
        links[place] = -1
        table.add(component: 1)
        var root = place
        Self.joinRow(&root, place &- stride, links, &table)
        Self.join(&root, place &- 1, links, &table)
        Self.join(&root, place &+ 1, links, &table)
        Self.joinRow(&root, place &+ stride, links, &table)
      }
    }
  }

  @inline(__always)
  private static func joinRow(
    _ root: inout Int, _ middle: Int, _ links: UnsafeMutableBufferPointer<Int32>,
    _ table: inout SizeTable
  ) {
    join(&root, middle &- 1, links, &table)
    join(&root, middle, links, &table)
    join(&root, middle &+ 1, links, &table)
  }

  @inline(__always)
  private static func join(
    _ root: inout Int, _ neighbour: Int, _ links: UnsafeMutableBufferPointer<Int32>,
    _ table: inout SizeTable
  ) {
    if links[neighbour] == 0 { return }
    let other = find(neighbour, links)
    if other == root { return }
    let (size, otherSize) = (-links[root], -links[other])
    table.merge(Int(size), Int(otherSize))
    let (winner, loser) = size >= otherSize ? (root, other) : (other, root)
    links[winner] = -(size &+ otherSize)
    links[loser] = Int32(truncatingIfNeeded: winner)
    root = winner
  }

  @inline(__always)
  private static func find(_ place: Int, _ links: UnsafeMutableBufferPointer<Int32>) -> Int {
    var place = place
    while links[place] > 0 {
      let next = Int(links[place])
      // Halves the way for whoever comes next.
      if links[next] > 0 { links[place] = links[next] }
      place = next
    }
    return place
  }
}
