import Foundation

/// Counts the trials of each promise, and prints them as a table when the tests end.
package final class ProofTally: Sendable {
  /// The promises of docs/safety.md.
  package enum Promise: String, CaseIterable, Sendable {
    case whole = "A baseline is the old one or the new one, whole"
    case kept = "The old one is in the store while the new one is in its place"
    case story = "Decisions and baselines agree, and no step is forgotten"
    case done = "What was reported as done is done"
    case said = "What an error says of the baseline is so"
    case undone = "Undoing all gives back every byte, or the absence"
    case clean = "No temporary file and no made folder is left"
    case aside = "Nothing else is touched"
    case usable = "The next start can decide again"
    case rules = "A rules file is the old one or the new one, whole"
    case twoStores = "Of two stores on one baseline, one writes and the other says why not"
  }

  private struct Count {
    var tried = 0
    var failed = 0
  }

  private struct State {
    var promises: [Promise: Count] = [:]
    var injected: [String: Int] = [:]
  }

  /// ThreadSanitizer sees who waits for this lock. Who waits for a `Mutex` does so in a library that
  /// is not built for it.
  private let lock = NSLock()
  nonisolated(unsafe) private var state = State()

  package static let shared: ProofTally = {
    atexit { ProofTally.shared.print() }
    return ProofTally()
  }()

  fileprivate func count(_ promise: Promise, _ holds: Bool) {
    lock.withLock {
      state.promises[promise, default: Count()].tried += 1
      if !holds { state.promises[promise]?.failed += 1 }
    }
  }

  /// - Parameter kind: In the plural: "faults in calls".
  package func inject(_ kind: String, _ count: Int = 1) {
    lock.withLock { state.injected[kind, default: 0] += count }
  }

  private func print() {
    let state = lock.withLock { self.state }
    var lines = state.injected.sorted { $0.key < $1.key }.map { kind, count in
      "\(Self.padded(count)) \(kind)"
    }
    lines.append("    tried  failed")
    for promise in Promise.allCases {
      guard let count = state.promises[promise] else { continue }
      lines.append(
        "\(Self.padded(count.tried)) \(Self.padded(count.failed, 7))  \(promise.rawValue)")
    }
    Swift.print(lines.joined(separator: "\n"))
    fflush(nil)
  }

  private static func padded(_ number: Int, _ width: Int = 9) -> String {
    var digits = String(number)
    for place in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
    }
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
  }

  /// True if everything is tried, as `make torture` does, or a part that takes seconds.
  package static let isFull = ProcessInfo.processInfo.environment["SNAPREVIEW_TORTURE"] != nil

  /// True if one of many things is tried: each in full, else one in so many, always the same.
  package static func picks(_ index: Int, oneIn count: Int) -> Bool { isFull || index % count == 0 }
}

/// Counts that a promise was put to the test, and returns whether it was kept.
package func promise(_ promise: ProofTally.Promise, _ holds: Bool) -> Bool {
  ProofTally.shared.count(promise, holds)
  return holds
}
