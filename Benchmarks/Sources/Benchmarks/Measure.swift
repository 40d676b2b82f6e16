import Foundation

/// The cost of one round of some work.
struct Cost {
  var wall: Double
  /// The time of all threads together, as one core would take it.
  var cpu: Double
}

/// The median of several rounds, in milliseconds.
///
/// - Parameter work: Returns a count that depends on all it did, so that nothing is optimised
///   away and a fast wrong answer shows.
/// - Returns: Also `late`, the wall time that one round of a hundred takes longer than.
func measure(rounds: Int = 7, _ work: () -> Int) -> (cost: Cost, late: Double, sum: Int) {
  var costs: [Cost] = []
  var sum = work()
  for _ in 0..<rounds {
    let (wall, cpu) = (seconds(), cpuSeconds())
    sum = work()
    costs.append(Cost(wall: (seconds() - wall) * 1000, cpu: (cpuSeconds() - cpu) * 1000))
  }
  let (wall, cpu) = (costs.map(\.wall), costs.map(\.cpu))
  return (Cost(wall: wall.quantile(0.5), cpu: cpu.quantile(0.5)), wall.quantile(0.99), sum)
}

extension [Double] {
  /// The value that a share of them lies below.
  func quantile(_ share: Double) -> Double { sorted()[Int(Double(count) * share)] }
}

func seconds() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

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
