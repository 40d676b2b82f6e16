import Catalog

/// The values of all axes in a folder, which tell whether a change occurs for one value only.
package struct AxisCensus: Sendable {
  private var values: [String: Set<String>] = [:]
  /// The names of the axes, in order of first appearance.
  private var names: [String] = []

  package init(_ cases: some Sequence<SnapshotCase> = []) {
    for snapshot in cases { add(snapshot) }
  }

  package mutating func add(_ snapshot: SnapshotCase) {
    for value in snapshot.axes {
      if values[value.axis] == nil { names.append(value.axis) }
      values[value.axis, default: []].insert(value.value)
    }
  }

  /// The axes that have more than one value and therefore distinguish cases.
  package var axes: [String] { names.filter { values[$0]!.count > 1 } }

  /// True if a filter's word names an existing value.
  package func holds(_ word: some StringProtocol) -> Bool {
    values.contains { axis, values in
      values.contains { AxisValue(axis: axis, value: $0).isMeant(by: word) }
    }
  }

  /// Returns the values that several cases share, for axes that have other values in the folder.
  package func only(_ cases: [[AxisValue]]) -> [AxisValue] {
    guard cases.count > 1 else { return [] }
    return cases[0].filter { value in
      axes.contains(value.axis) && cases.allSatisfy { $0.contains(value) }
    }
  }
}

extension [AxisValue] {
  /// Returns the title of cases with one change, such as "text black → white, only in dark"; `self`
  /// holds the values that the cases share.
  package func title(of change: String) -> String {
    isEmpty ? change : "\(change), only in " + map(\.value).joined(separator: ", ")
  }
}
