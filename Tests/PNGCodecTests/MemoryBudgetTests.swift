import Base
import Dispatch
import PNGCodec
import Pixels
import TestSupport
import Testing

struct MemoryBudgetTests {
  @Test func `who takes what is not there waits until it is given back`() {
    let budget = MemoryBudget(limit: 10)
    budget.take(8) {}
    let (waits, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue.global().async {
      budget.take(5) { waits.signal() }
      isDone.signal()
    }
    waits.wait()
    #expect(budget.isAwaited && budget.used == 8)
    budget.give(8)
    isDone.wait()
    #expect(!budget.isAwaited && budget.used == 5)
    budget.give(5)
  }

  @Test func `there is never more than there is room for, and all are served`() {
    let budget = MemoryBudget(limit: 100)
    onAllCores(200) { index in
      let bytes = 1 + (index * 37) % 100
      budget.take(bytes) {}
      #expect(budget.used <= 100)
      budget.give(bytes)
    }
    #expect(budget.used == 0 && !budget.isAwaited)
  }

  @Test func `room is what the heads say, and goes back with its owner`() throws {
    let folder = TestFolder()
    let plain = folder.write("a.png", PNGWriter.random(6, depth: 8, width: 10, height: 4).file())
    let deep = folder.write("b.png", PNGWriter.random(2, depth: 16, width: 10, height: 4).file())
    var profiled = PNGWriter.random(6, depth: 8, width: 10, height: 4)
    profiled.extraChunks = [("gAMA", [0, 0, 0xB1, 0x8F])]
    let gamma = folder.write("c.png", profiled.file())
    let size = { (path: String, bytes: [UInt8]) in PNG.memory(path) - bytes.count }
    #expect(size(plain, folder.bytes("a.png")!) == 4 * 40)
    #expect(size(deep, folder.bytes("b.png")!) == 16 * 40)
    #expect(size(gamma, folder.bytes("c.png")!) == 8 * 40)
    #expect(PNG.memory(folder["gone.png"]) == 0)
    let budget = MemoryBudget(limit: PNG.memory(plain) * 2)
    do {
      let room = try PictureRoom(for: [plain, plain], besides: [plain], in: budget)
      #expect(!room.holdsOthers && budget.used == budget.limit)
    }
    #expect(budget.used == 0)
    let alone = try PictureRoom(for: [plain], besides: [plain], in: budget)
    #expect(alone.holdsOthers && alone.bytes == budget.limit)
  }

  @Test func `what is larger than all the room is refused by its head`() throws {
    let folder = TestFolder()
    let plain = folder.write("a.png", PNGWriter.random(6, depth: 8, width: 10, height: 4).file())
    let error = #expect(throws: ImageError.self) {
      try PictureRoom(for: [plain, plain], in: MemoryBudget(limit: 200))
    }
    #expect(error?.reason == .tooLarge)
    #expect(error?.description.contains("and at most 200 are taken at once") == true)
  }
}
