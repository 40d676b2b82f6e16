import Foundation

/// What one round of some work took.
struct Cost {
  var wall: Double
  /// Of all threads together: what one core would take.
  var cpu: Double
}

/// The median of several rounds, in milliseconds.
///
/// - Parameter work: Returns a count that depends on all it did, so that nothing is optimised
///   away and a fast wrong answer shows.
func measure(rounds: Int = 7, _ work: () -> Int) -> (cost: Cost, sum: Int) {
  var costs: [Cost] = []
  var sum = work()
  for _ in 0..<rounds {
    let (wall, cpu) = (seconds(), cpuSeconds())
    sum = work()
    costs.append(Cost(wall: (seconds() - wall) * 1000, cpu: (cpuSeconds() - cpu) * 1000))
  }
  func median(_ key: KeyPath<Cost, Double>) -> Double {
    costs.map { $0[keyPath: key] }.sorted()[costs.count / 2]
  }
  return (Cost(wall: median(\.wall), cpu: median(\.cpu)), sum)
}

private func seconds() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

private func cpuSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

extension Double {
  func fixed(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}

extension String {
  func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
  func right(_ width: Int) -> String {
    String(repeating: " ", count: max(width - count, 0)) + self
  }
}
