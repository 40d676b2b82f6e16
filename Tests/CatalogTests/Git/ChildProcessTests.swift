import Base
import Catalog
import Dispatch
import Host
import TestSupport
import Testing

@Suite struct ChildProcessTests {
  /// A child that one thread keeps and another lets go.
  private struct Kept: @unchecked Sendable { let child: ChildProcess? }

  /// A child that held the pipe of another would keep that one's output from ending.
  @Test func `children that start at once hold nothing of each other`() {
    let scratch = TestFolder()
    @Sendable func child(_ script: String) -> ChildProcess? {
      try? ChildProcess(["sh", "-c", script], environment: ["PATH=/usr/bin:/bin"])
    }
    let long = Mutex<[Kept]>([])
    let texts = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 48) { number in
      if number.isMultiple(of: 2) {
        // To let a child go is to wait until nobody has its errors open.
        let script = "sleep 20 > /dev/null 2>&1; touch '\(scratch["over"])'"
        let kept = Kept(child: child(script))
        long.withLock { $0.append(kept) }
      } else {
        let child = child("echo \(number)")
        let text = child.map { String(decoding: $0.rest(), as: UTF8.self) } ?? ""
        _ = child?.end()
        texts.withLock { $0.append(text) }
      }
    }
    let expected = Set((0..<24).map { "\(2 * $0 + 1)\n" })
    #expect(texts.withLock { Set($0) } == expected)
    #expect(long.withLock(\.count) == 24 && !scratch.exists("over"))
  }

  @Test func `a program that takes too long is killed, also where others hold its output`() throws {
    let scratch = TestFolder()
    let script = "(sleep 20; touch '\(scratch["over"])') & sleep 20"
    let child = try ChildProcess(
      ["sh", "-c", script], environment: ["PATH=/usr/bin:/bin"], limit: 0)
    #expect(child.rest() == [])
    #expect(child.end() == -1 && !scratch.exists("over"))
  }
}
