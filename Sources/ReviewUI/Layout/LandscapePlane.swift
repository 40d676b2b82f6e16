import Base
import DiffEngine

/// The ΔE and cluster size of each cell in the landscape's window. The axes use the knobs' own
/// steps, so the range in which people tune has most of the room.
struct LandscapePlane {
  /// The number of columns on the left for the cluster sizes.
  static let axisWidth = 4
  /// The cluster sizes at which the knob stops, as far as a landscape keeps them.
  static let allSizes = KnobScale.clusterSize.stops.map { Int($0) }.filter { $0 <= 64 }

  let rect: GridRect
  /// The ΔE of each column, rising; a step may have several columns.
  let deltaEs: [Double]
  /// The cluster size of each row, from the bottom up; a step may have two rows.
  let sizes: [Int]

  /// - Parameters:
  ///   - legend: The number of lines to keep free below the axis.
  ///   - deltaE: The ΔE of the point that must be in sight; `size` is its cluster size.
  ///   - reach: The largest ΔE at which anything changes.
  init(in rect: GridRect, legend: Int, deltaE: Double, size: Int, reach: Double) {
    self.rect = rect
    let room = max(rect.height - legend - 1, 0)
    let all = Self.allSizes
    let shown = min(room, all.count)
    // Start at cluster size 1, unless the point would then be out of sight.
    let rank = all.partitioningIndex { $0 > size } - 1
    let first = min(max(rank - shown + 1, 0), all.count - shown)
    let height = room >= 2 * all.count ? 2 : 1
    sizes = all[first..<first + shown].flatMap { repeatElement($0, count: height) }
    let last = max(min(reach, 100), deltaE, 2)
    deltaEs = Self.deltaEs(max(rect.width - Self.axisWidth, 0), upTo: last)
  }

  var columns: Int { deltaEs.count }
  var rows: Int { sizes.count }

  /// Returns the column of a setting and its row from the bottom; nil outside the plane.
  func place(deltaE: Double, size: Int) -> (column: Int, row: Int)? {
    let after = deltaEs.partitioningIndex { $0 > deltaE + 1e-9 }
    guard after > 0, let held = sizes.last(where: { $0 <= size }),
      let row = sizes.firstIndex(of: held)
    else { return nil }
    let first = deltaEs.partitioningIndex { $0 >= deltaEs[after - 1] }
    let next = after < columns ? deltaEs[after] : 101
    let part = (deltaE - deltaEs[first]) / (next - deltaEs[first])
    return (first + max(Int(part * Double(after - first) + 1e-6), 0), row)
  }

  /// Returns the setting at a cell of the screen; nil outside the plane.
  func setting(column: Int, row: Int) -> (deltaE: Double, size: Int)? {
    let x = column - rect.column - Self.axisWidth
    let y = rows - 1 - (row - rect.row)
    guard deltaEs.indices.contains(x), sizes.indices.contains(y) else { return nil }
    return (deltaEs[x], sizes[y])
  }

  // MARK: - The axis of ΔE

  /// Returns all steps below 10, as wide as possible, and sparser ones from 10 up, where people
  /// rarely tune.
  private static func deltaEs(_ room: Int, upTo last: Double) -> [Double] {
    let stops = KnobScale.deltaE.stops
    let needed = stops[...min(stops.partitioningIndex { $0 >= last }, stops.count - 1)]
    let low = needed.prefix { $0 < 10 }
    let hasMore = low.count < needed.count
    for (width, thinning) in [(4, 1), (3, 1), (2, 1), (1, 1), (1, 2), (1, 4)] {
      let fine = low.enumerated().filter { $0.offset % thinning == 0 }
        .flatMap { repeatElement($0.element, count: width) }
      guard fine.count <= room else { continue }
      guard hasMore else { return fine }
      for stride in width > 1 ? [1, 2, 5, 10] : [1, 2, 5, 10, 20, 50] {
        let all = fine + coarse(stride, upTo: last)
        if all.count <= room { return all }
      }
    }
    return Array(low.prefix(room))
  }

  /// Returns the round values from 10 up to the first that is at least `last`.
  private static func coarse(_ stride: Int, upTo last: Double) -> [Double] {
    let rounds = KnobScale.deltaE.stops.filter {
      $0 >= 10 && ($0 == 10 || Int($0) % stride == 0)
    }
    return Array(rounds[...min(rounds.partitioningIndex { $0 >= last }, rounds.count - 1)])
  }
}
