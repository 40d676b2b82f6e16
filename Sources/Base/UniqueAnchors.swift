/// Returns the positions of values that occur exactly once in each of two sequences: the largest
/// set that is in the same order in both.
@inlinable
package func uniqueAnchors<Value: Hashable>(
  _ first: ArraySlice<Value>, _ second: ArraySlice<Value>
) -> [(before: Int, after: Int)] {
  let (inFirst, inSecond) = (uniquePlaces(first), uniquePlaces(second))
  let pairs = inFirst.compactMap { value, place in inSecond[value].map { (place, $0) } }
    .sorted { $0.0 < $1.0 }
  // Patience sorting: piles[n] ends the best run of n + 1 pairs so far.
  var piles: [Int] = []
  var previous = [Int?](repeating: nil, count: pairs.count)
  for (index, pair) in pairs.enumerated() {
    let pile = piles.partitioningIndex { pairs[$0].1 >= pair.1 }
    previous[index] = pile > 0 ? piles[pile - 1] : nil
    if pile < piles.count { piles[pile] = index } else { piles.append(index) }
  }
  var run: [(before: Int, after: Int)] = []
  var next = piles.last
  while let index = next {
    run.append(pairs[index])
    next = previous[index]
  }
  return run.reversed()
}

@inlinable
func uniquePlaces<Value: Hashable>(_ values: ArraySlice<Value>) -> [Value: Int] {
  var places: [Value: Int] = [:]
  for index in values.indices {
    // -1 marks values that occurred twice.
    places[values[index]] = places[values[index]] == nil ? index : -1
  }
  return places.filter { $0.value >= 0 }
}
