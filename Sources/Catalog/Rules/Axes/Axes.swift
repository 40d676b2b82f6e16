import Base

/// The patterns and words that find the parts of a case's name, from `[axes]` in the rules or from
/// a library.
package struct Axes: Hashable, Sendable {
  struct Words: Hashable, Sendable {
    var axis: String
    var words: [String]
  }

  /// Patterns of names; the first one that fits is used.
  var patterns: [AxisPattern] = []
  /// Values to search for as words anywhere in a name.
  var words: [Words] = []

  private static let ofLibraries: [Layout: [AxisPattern]] =
    Library.byLayout.mapValues { $0.axes.compactMap { AxisPattern($0) } }

  /// Returns the axis values in a case's name, or in the folder of its failures, because two
  /// machines leave the same names.
  ///
  /// - Parameter all: The folder around all failures.
  func values(of snapshot: SnapshotCase, below all: String) -> [AxisValue] {
    func first(_ patterns: [AxisPattern]) -> [AxisValue]? {
      patterns.lazy.compactMap { pattern in
        pattern.values(in: snapshot.name) ?? pattern.values(in: snapshot.id)
          ?? snapshot.baseline.flatMap { pattern.values(in: stem(Paths.name($0.path))) }
      }.first
    }
    var values = first(patterns) ?? []
    for entry in words where !values.contains(where: { $0.axis == entry.axis }) {
      let places = [snapshot.id, Paths.below(all, snapshot.failures) ?? ""].map(nameParts)
      let word = places.lazy.compactMap { parts in
        entry.words.first { Self.holds(parts, nameParts($0)) }
      }.first
      if let word { values.append(AxisValue(axis: entry.axis, value: word)) }
    }
    return values.isEmpty ? first(Self.ofLibraries[snapshot.layout] ?? []) ?? [] : values
  }

  /// Returns the keys that fit none of the names.
  func unmatched(by names: [String]) -> [String] {
    let parts = words.isEmpty ? [] : names.map(nameParts)
    let idle = words.filter { entry in
      let wanted = entry.words.map { nameParts($0) }
      return !parts.contains { name in wanted.contains { Self.holds(name, $0) } }
    }
    let hasForm =
      patterns.isEmpty
      || names.contains { name in
        patterns.contains { $0.values(in: name) != nil }
      }
    return idle.map(\.axis) + (hasForm ? [] : ["pattern"])
  }

  private static func holds(_ parts: [String], _ wanted: [String]) -> Bool {
    !wanted.isEmpty && parts.indices.contains { parts[$0...].starts(with: wanted) }
  }
}
