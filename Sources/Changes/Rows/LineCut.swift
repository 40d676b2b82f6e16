/// Returns the number of lines to pair with their counterparts counted from the start; the others
/// are paired counting from the end. Among equally good cuts it is the last, because content after
/// a change is more likely new than content before it.
///
/// - Parameters:
///   - fromStart: The difference of every line from its counterpart, both counted from the start.
///   - fromEnd: The same counted from the end, in the same order.
/// - Returns: A number from 0 through the number of lines.
func bestCut(fromStart: [Int], fromEnd: [Int]) -> Int {
  var sum = fromEnd.reduce(0, +)
  var best = (cut: 0, sum: sum)
  for (index, (start, end)) in zip(fromStart, fromEnd).enumerated() {
    sum += start - end
    if sum <= best.sum { best = (index + 1, sum) }
  }
  return best.cut
}
