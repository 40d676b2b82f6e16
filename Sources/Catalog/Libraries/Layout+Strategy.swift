import Base
import DiffEngine

/// A line to write in a test, or the reason why there is none.
package enum TestLine: Hashable, Sendable {
  case line(String)
  /// `own` are the strategies that the library's tests support.
  case none(reason: String, own: [Strategy.Kind] = [])

  package var line: String? { if case .line(let line) = self { line } else { nil } }

  /// The line, or the reason why there is none.
  package var words: String {
    switch self {
    case .line(let line): line
    case .none(let reason, let own):
      own.isEmpty
        ? reason : "\(reason); use \(own.map { "\"\($0.rawValue)\"" }.joined(separator: " or "))"
    }
  }
}

extension Layout {
  /// Returns the line that makes the library's own test compare by a strategy.
  package func testLine(_ strategy: Strategy) -> TestLine {
    if let kinds = library?.testKinds, !kinds.contains(strategy.kind) {
      return .none(reason: "\(title) has no \"\(strategy.kind.rawValue)\" strategy", own: kinds)
    }
    return strategy.testLine.map(TestLine.line)
      ?? .none(reason: "no line of \(strategy.kind.rawValue) has these settings")
  }

  /// The strategy that the library uses unless its test sets another; `naive` for libraries that
  /// compare exactly, or whose tests always set one.
  package var strategy: Strategy { library?.strategy ?? Strategy(.naive) }

  /// Returns the settings to try for the library's tests: only of the strategy in force if that is
  /// not the library's own, else of all strategies that its tests support.
  ///
  /// - Returns: Empty if any library may have made the files, and no other strategy was chosen.
  package func grids(_ inForce: Strategy) -> [SettingsGrid] {
    let kinds = library?.testKinds ?? []
    guard inForce.kind == strategy.kind else {
      return [SettingsGrid(inForce, isWritten: kinds.contains(inForce.kind))]
    }
    return kinds.map { kind in
      SettingsGrid(
        kind == inForce.kind ? inForce : Strategy(kind).with(\.formula, inForce.formula),
        isWritten: true)
    }
  }

  /// The explanation for a case that passes by its library's defaults, although the library itself
  /// reported a failure.
  package var stricterSentence: String {
    "\(title) itself says that this failed, but it passes by its defaults "
      + "(\(strategy.summary.split(separator: " ").joined(separator: " "))): the test is stricter. "
      + "Give the test's settings by flags or as a rule."
  }
}

extension SnapshotCase {
  /// The layout of the library that made the case; for a case from git, it follows from the path.
  package var testLayout: Layout {
    guard layout == .git else { return layout }
    let path = String(key.dropFirst(layout.rawValue.count + 1))
    return Self.homes.first { $0.globs.contains { $0.matches(path) } }?.layout ?? layout
  }

  private static let homes = Library.all.map { library in
    (layout: library.layout, globs: library.homes.map { Glob($0) })
  }
}
