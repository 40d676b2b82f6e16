import CFuzzer
import TestSupport

/// One reader under test. A trap, a sanitizer's report or a broken promise is a finding.
protocol Target: Sendable {
  var name: String { get }
  /// Sound inputs, made by our own code.
  func seeds() -> [[UInt8]]
  /// Reads the input and traps where what comes of it breaks a promise.
  func check(_ bytes: UnsafeRawBufferPointer)
  /// Changes the input; the default is libFuzzer's own way.
  func mutate(_ bytes: inout [UInt8], capacity: Int, _ random: inout SplitMix)
}

extension Target {
  func mutate(_ bytes: inout [UInt8], capacity: Int, _ random: inout SplitMix) {
    mutateByLibFuzzer(&bytes, capacity: capacity)
  }
}

let targets: [any Target] = [
  PNGTarget(), JournalTarget(), RulesTarget(), KeysTarget(), InputTarget(), ThemeTarget(),
  TextTarget(), GlobTarget(), AnswersTarget(), MeasurementsTarget(),
]

/// The current target, set once before libFuzzer starts; it runs in one thread.
nonisolated(unsafe) var current: any Target = targets[0]

/// Traps with a sentence where a promise is broken.
func promise(_ holds: Bool, _ sentence: @autoclosure () -> String) {
  if !holds { fatalError(sentence()) }
}

func mutateByLibFuzzer(_ bytes: inout [UInt8], capacity: Int) {
  let count = bytes.count
  // It writes one byte even where there is room for none.
  guard max(count, capacity) > 0 else { return }
  bytes += [UInt8](repeating: 0, count: max(0, capacity - count))
  let left: Int = bytes.withUnsafeMutableBufferPointer {
    LLVMFuzzerMutate($0.baseAddress, count, max(count, capacity))
  }
  bytes.removeLast(bytes.count - left)
}

/// Changes the first `count` bytes in their own place; how many there are then.
func mutated(_ bytes: UnsafeMutableBufferPointer<UInt8>, count: Int, seed: UInt32) -> Int {
  var random = SplitMix(seed: UInt64(seed))
  var changed = Array(bytes[..<count])
  current.mutate(&changed, capacity: bytes.count, &random)
  guard changed.count <= bytes.count else { return count }
  _ = bytes.update(from: changed)
  return changed.count
}

extension UnsafeRawBufferPointer {
  /// The bytes as UTF-8; invalid ones become replacement characters.
  var text: String { String(decoding: self, as: UTF8.self) }
}
