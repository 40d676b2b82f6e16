import Base
import DiffEngine
import Pixels
import Synchronization
import TestSupport
import Testing

struct DroppableWorkTests {
  private let reference = PixelImage.solid(512, 512, Pixel(0, 0, 0, 255))
  private let actual = PixelImage.solid(512, 512, Pixel(255, 255, 255, 255))

  @Test(arguments: [Strategy.Kind.naive, .combined])
  func `a comparison that is superseded stops before the next band`(_ kind: Strategy.Kind) {
    let asked = Atomic(0)
    // Somebody waits for the first band alone.
    let work = DroppableWork { asked.wrappingAdd(1, ordering: .relaxed).newValue > 1 }
    let outcome = DroppableWork.$current.withValue(work) {
      compare(reference, actual, strategy: Strategy(kind))
    }
    #expect(work.isDropped)
    #expect((1..<512 * 512).contains(outcome.mask.count), "one band and no other")
  }

  @Test func `a comparison that is wanted to the end is finished`() {
    let work = DroppableWork { false }
    let outcome = DroppableWork.$current.withValue(work) {
      compare(reference, actual, strategy: Strategy(.naive))
    }
    #expect(!work.isDropped && outcome.mask.count == 512 * 512)
  }
}
