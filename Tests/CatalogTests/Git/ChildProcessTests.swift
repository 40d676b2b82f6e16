import Base
import Catalog
import Dispatch
import Foundation
import Host
import TestSupport
import Testing

struct ChildProcessTests {
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
      ["sh", "-c", script], environment: ["PATH=/usr/bin:/bin"], limit: .total(0))
    #expect(child.rest() == [])
    #expect(child.end() == -1 && !scratch.exists("over"))
  }

  /// Dispatch blocks signals on its threads.
  @Test func `a program takes signals by their default, whichever thread has started it`() {
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    for name in ["TERM", "HUP", "INT", "USR2"] {
      let said = Mutex("nothing")
      let isOver = DispatchGroup()
      DispatchQueue.global().async(group: isOver) {
        let child = try? ChildProcess(
          ["sh", "-c", "kill -\(name) $$; echo survived"], environment: ["PATH=/usr/bin:/bin"])
        let text = child.map { String(decoding: $0.rest(), as: UTF8.self) }
        said.withLock { $0 = "\(text ?? "")\(child?.end() ?? 0)" }
      }
      isOver.wait()
      #expect(said.withLock(\.self) == "-1", "\(name)")
    }
  }

  @Test func `a program that falls silent is killed with what it has started`() throws {
    let scratch = TestFolder()
    #expect(mkfifo(scratch["alive"], 0o600) == 0)
    // Read and write, so that opening it waits for nobody.
    let pipe = open(scratch["alive"], O_RDWR | O_CLOEXEC)
    let script = """
      exec 9> '\(scratch["alive"])'
      (sleep 20; echo survived >&9) & sleep 20; echo survived >&9
      """
    let child = try ChildProcess(
      ["sh", "-c", script], environment: ["PATH=/usr/bin:/bin"], limit: .silence(0))
    #expect(child.rest() == [] && child.end() == -1)
    #expect(child.complaint.hasPrefix("it gave no answer for "))
    // All others that had it open are gone: what they wrote ends here.
    let reader = open(scratch["alive"], O_RDONLY | O_CLOEXEC)
    close(pipe)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
    close(reader)
  }
}
