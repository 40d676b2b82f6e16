/// Returns the longest common subsequence of two sequences, by Myers' greedy method (1986, section
/// 2).
///
/// Time and memory grow with the square of the number of differences, which is therefore limited.
///
/// - Parameters:
///   - first: Numbers that stand for lines or words; equal numbers stand for equal ones.
///   - second: The other sequence.
///   - limit: The maximum number of insertions and deletions.
///   - effort: The budget for the search.
/// - Returns: Pairs of indices of equal elements, both rising; nil if there are more differences or
///   the budget is not enough.
package func commonSubsequence(
  _ first: ArraySlice<Int>, _ second: ArraySlice<Int>, limit: Int, effort: inout Effort
) -> [(Int, Int)]? {
  let (a, b) = (Array(first), Array(second))
  let most = min(limit, a.count + b.count)
  // furthest[k + most + 1] is how far the paths on diagonal k have come along `a`.
  var furthest = [Int](repeating: 0, count: 2 * most + 3)
  var trace: [ArraySlice<Int>] = []
  for d in 0...most {
    for k in stride(from: -d, through: d, by: 2) {
      let at = k + most + 1
      let isDown = k == -d || k != d && furthest[at - 1] < furthest[at + 1]
      let start = isDown ? furthest[at + 1] : furthest[at - 1] + 1
      var x = start
      while x < a.count, x - k < b.count, a[x] == b[x - k] { x += 1 }
      furthest[at] = x
      guard effort.take(4 + x - start) else { return nil }
      if x >= a.count && x - k >= b.count {
        trace.append(furthest[(most + 1 - d)...(most + 1 + d)])
        return backtrack(trace, a.count, b.count, middle: most + 1)
          .map { ($0 + first.startIndex, $1 + second.startIndex) }
      }
    }
    trace.append(ArraySlice(Array(furthest[(most + 1 - d)...(most + 1 + d)])))
  }
  return nil
}

/// Walks backwards through the rounds and collects the diagonal steps.
private func backtrack(
  _ trace: [ArraySlice<Int>], _ width: Int, _ height: Int, middle: Int
) -> [(Int, Int)] {
  var pairs: [(Int, Int)] = []
  var (x, y) = (width, height)
  for d in stride(from: trace.count - 1, through: 1, by: -1) {
    let round = trace[d - 1]
    let value = { (k: Int) in round[round.startIndex + k + d - 1] }
    let k = x - y
    let isDown = k == -d || k != d && value(k - 1) < value(k + 1)
    let before = isDown ? k + 1 : k - 1
    let (startX, startY) = (value(before), value(before) - before)
    while x > startX + (isDown ? 0 : 1), y > startY + (isDown ? 1 : 0) {
      (x, y) = (x - 1, y - 1)
      pairs.append((x, y))
    }
    (x, y) = (startX, startY)
  }
  while x > 0, y > 0 {
    (x, y) = (x - 1, y - 1)
    pairs.append((x, y))
  }
  return pairs.reversed()
}

/// Pairs the unchanged values of two long sequences, quickly for any content.
///
/// Equal ends are cut off, and values that occur once in both sequences split the rest (patience
/// diff). Each part in between is matched exactly if its differences stay below a limit and the
/// effort suffices; otherwise it counts as replaced.
package func matches(_ first: [Int], _ second: [Int], effort: inout Effort) -> [(Int, Int)] {
  var pairs: [(Int, Int)] = []
  var open = [(first[...], second[...])]
  while let (a, b) = open.popLast() {
    let (start, end) = commonEnds(a, b)
    for offset in 0..<start { pairs.append((a.startIndex + offset, b.startIndex + offset)) }
    for offset in 1..<(end + 1) { pairs.append((a.endIndex - offset, b.endIndex - offset)) }
    let restA = a.dropFirst(start).dropLast(end)
    let restB = b.dropFirst(start).dropLast(end)
    if restA.isEmpty || restB.isEmpty { continue }
    // A hash table look-up takes as long as many plain steps.
    guard effort.take(30 * (restA.count + restB.count)) else { continue }
    let anchors = uniqueAnchors(restA, restB)
    if anchors.isEmpty {
      pairs += matchShared(restA, restB, &effort)
      continue
    }
    var (fromA, fromB) = (restA.startIndex, restB.startIndex)
    for (i, j) in anchors + [(restA.endIndex, restB.endIndex)] {
      open.append((restA[fromA..<i], restB[fromB..<j]))
      if i < restA.endIndex { pairs.append((i, j)) }
      (fromA, fromB) = (i + 1, j + 1)
    }
  }
  return pairs.sorted { $0.0 < $1.0 }
}

private let differenceLimit = 1_000

/// Skips values that only one side has, because they would only slow down the search.
private func matchShared(
  _ a: ArraySlice<Int>, _ b: ArraySlice<Int>, _ effort: inout Effort
) -> [(Int, Int)] {
  let shared = Set(a).intersection(b)
  let (left, right) = (
    a.indices.filter { shared.contains(a[$0]) }, b.indices.filter { shared.contains(b[$0]) }
  )
  let found = commonSubsequence(
    left.map { a[$0] }[...], right.map { b[$0] }[...], limit: differenceLimit, effort: &effort)
  return (found ?? []).map { (left[$0], right[$1]) }
}

private func commonEnds(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>) -> (start: Int, end: Int) {
  let start = zip(a, b).prefix { $0 == $1 }.count
  let end = zip(a.dropFirst(start).reversed(), b.dropFirst(start).reversed()).prefix { $0 == $1 }
    .count
  return (start, end)
}
