import Base
import Changes
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// Of all arrangements, the one that shows the change largest.
struct LargestTests {
  /// A screen with one case, of which the regions are known.
  private func shown(
    _ image: PixelSize, _ boxes: [PixelBox], _ columns: Int, _ rows: Int, mismatched: Int = 9
  ) -> ReviewState {
    var state = unmeasured([snapshot("case0"), snapshot("case1")], columns, rows)
    _ = state.reduce(.started)
    let facts = ImageFacts(
      reference: image, actual: image, fingerprint: fingerprint,
      compared: PairOutcome(
        Strategy(.naive), Comparison(verdict: .mismatch, mismatched: 9), differing: 9))
    _ = state.reduce(.measured(item: 0, revision: 0, .images(facts)))
    let regions = boxes.map {
      ChangeRegion(box: $0, mismatched: mismatched, deltaESum: 9, maxDeltaE: 9)
    }
    _ = state.reduce(.located(state.comparisonRequest!, regions, movedRows: nil))
    return state
  }

  /// Samples per pixel of every picture on the screen, those of the panes first.
  private func scales(_ state: ReviewState) -> [Double] {
    state.pictureRequests.map { Double($0.samples.width) / $0.region.width }
  }

  @Test func `no close-up is smaller than its picture`() {
    let sizes = [(390, 844), (1170, 2532), (800, 600), (109, 40), (64, 64), (24, 24), (3240, 152)]
    for (width, height) in sizes {
      for part in [0.02, 0.1, 0.3, 0.6, 1.0] {
        let (side, rise) = (Int(Double(width) * part), Int(Double(height) * part))
        let box = PixelBox(
          x: (width - side) / 2, y: (height - rise) / 2, width: max(side, 1), height: max(rise, 1))
        for (columns, rows) in [(200, 60), (160, 48), (120, 40), (100, 30), (80, 24), (60, 20)] {
          let image = PixelSize(width: width, height: height)
          let all = scales(shown(image, [box], columns, rows))
          for scale in all.dropFirst(3) {
            #expect(scale >= all[0], "\(width)x\(height) \(part) at \(columns)x\(rows): \(all)")
          }
        }
      }
    }
  }

  @Test func `a small change is shown as large as in any arrangement`() {
    // The text at the top of a watch's round face.
    let box = PixelBox(x: 156, y: 3, width: 75, height: 44)
    let all = scales(shown(PixelSize(width: 384, height: 384), [box], 120, 40))
    #expect(all.count == 5 && all[3] > 0.3, "\(all)")
  }

  @Test func `a close-up cuts no line of text in its height`() {
    let box = PixelBox(x: 60, y: 300, width: 900, height: 60)
    for (columns, rows) in [(200, 60), (160, 48), (120, 40)] {
      let state = shown(PixelSize(width: 1179, height: 2556), [box], columns, rows)
      for request in state.pictureRequests.dropFirst(3) {
        #expect(request.region.y <= 300 && request.region.y + request.region.height >= 360)
      }
      #expect(state.pictureRequests.count > 3)
    }
  }

  @Test func `several close-ups are not smaller than the picture would be without them`() {
    for (width, height) in [(102, 62), (200, 100), (390, 844), (800, 600)] {
      let image = PixelSize(width: width, height: height)
      let boxes = [(0.1, 0.1, 0.25), (0.5, 0.1, 0.5), (0.1, 0.7, 0.2)].map { left, top, part in
        PixelBox(
          x: Int(left * Double(width)), y: Int(top * Double(height)),
          width: Int(part * Double(width)), height: Int(part * Double(height)))
      }
      for (columns, rows) in [(200, 60), (160, 48), (120, 40), (100, 30), (80, 24), (60, 20)] {
        let alone = scales(shown(image, [], columns, rows))[0]
        let all = scales(shown(image, boxes, columns, rows))
        for scale in all.dropFirst(3).prefix(1) {
          #expect(scale >= alone, "\(width)x\(height) at \(columns)x\(rows): \(all)")
        }
      }
    }
  }

  @Test func `no pane is a title alone`() {
    let image = PixelSize(width: 102, height: 62)
    for rows in 14...40 {
      let state = shown(image, [PixelBox(x: 0, y: 0, width: 102, height: 62)], 60, rows)
      #expect(state.pictureRequests.allSatisfy { $0.samples.height > 1 }, "\(rows) rows")
    }
  }

  @Test func `a wide, low picture stands above its other, each as wide as the room`() {
    let image = PixelSize(width: 109, height: 40)
    let state = shown(image, [PixelBox(x: 10, y: 5, width: 20, height: 20)], 160, 48)
    let all = scales(state)
    #expect(all[0] > 0.85 && all[0] == all[1], "\(all)")
    #expect(all.count == 3)
  }

  @Test func `where the change is everywhere one picture is large, and nothing repeats it`() {
    let image = PixelSize(width: 800, height: 600)
    let box = PixelBox(x: 20, y: 20, width: 760, height: 560)
    let all = scales(shown(image, [box], 160, 48, mismatched: 300_000))
    #expect(all.count == 3)
    #expect(all[1] > 1.3 * all[0] && all[1] > 1.3 * all[2], "\(all)")
    // Letters and lines all over a plot are seen in a close-up only.
    let sparse = scales(shown(image, [box], 160, 48, mismatched: 20_000))
    #expect(sparse.count == 5 && sparse[0] == sparse[1] && sparse[3] > 3 * sparse[0], "\(sparse)")
  }

  @Test func `small icons are shown at whole multiples`() {
    let image = PixelSize(width: 24, height: 24)
    let state = shown(image, [PixelBox(x: 4, y: 4, width: 8, height: 8)], 160, 48)
    for scale in scales(state) {
      #expect(scale >= 1 && scale == scale.rounded(), "\(scales(state))")
    }
  }

  @Test func `regions that one close-up shows stand in it together`() {
    let image = PixelSize(width: 800, height: 600)
    let boxes = [(100, 100, 60), (110, 105, 10), (130, 120, 12), (600, 500, 8)].map {
      PixelBox(x: $0, y: $1, width: $2, height: $2)
    }
    let state = shown(image, boxes, 160, 48)
    #expect(state.pictureRequests.count == 3 + 2 * 2)
    #expect(text(render(state)).contains { $0.contains("1 and 2 more  27 px") })
  }
}
