extension Array {
  /// Returns the first index whose element satisfies `isAfter`, in an array in which all such
  /// elements come last.
  @inlinable
  package func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
