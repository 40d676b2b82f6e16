import Changes
import DiffEngine
import Foundation
import Pixels
import TestSupport
import Testing

/// What a later run reads of a change that was measured before.
struct ChangeCodingTests {
  private func coded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
  }

  private func scene(_ colour: Pixel? = nil, textAt dx: Double = 0) -> InkScene {
    var random = SplitMix(seed: 12)
    var scene = InkScene()
    scene.write(8, 20, 30, size: 24, .black, &random)
    for index in scene.things.indices { scene.things[index].offset = SIMD2(dx, 0) }
    if let colour { scene.things.append(InkScene.Thing(colour: colour, box: (150, 130, 40, 24))) }
    return scene
  }

  @Test func `a change is the same after it was kept`() throws {
    let (green, red) = (Pixel(20, 120, 60, 255), Pixel(200, 30, 30, 255))
    let changes = [
      (scene(), scene(green), "appeared"), (scene(green), scene(), "vanished"),
      (scene(green), scene(red), "recolour"), (scene(), scene(textAt: 5), "moved"),
    ].map { (ChangeSignature($0, $1), $2) }
    for (change, kind) in changes {
      #expect(change.kinds == [kind])
      #expect(try coded(change) == change)
    }
  }

  @Test func `a kept kind without its numbers is refused`() {
    for kept in [#"["moved",1]"#, #"["appeared",1,2,3,4,5,6,7,8]"#, #"["grown"]"#, "[]"] {
      #expect(throws: DecodingError.self, "\(kept)") {
        try JSONDecoder().decode(ChangeKind.self, from: Data(kept.utf8))
      }
    }
  }

  @Test(arguments: ["[1,2,0,4]", "[1,2,3,-4]", "[1,2,3]", "[-1,2,3,4]", "[1,-2,3,4]"])
  func `a kept box that no image has is refused`(_ kept: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PixelBox.self, from: Data(kept.utf8))
    }
  }
}
