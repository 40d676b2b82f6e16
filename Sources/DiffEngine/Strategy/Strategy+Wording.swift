extension Strategy {
  /// The kind with the parameters that it uses: "combined  ΔE 2.0  cluster 7  threshold 0".
  public var summary: String {
    ([kind.rawValue] + kind.parameters.compactMap { $0.entry.phrase(self) })
      .joined(separator: "  ")
  }

  /// Returns the summary, including what is ignored: "naive  threshold 0  1 area ignored".
  package func summary(ignoring areas: IgnoredAreas) -> String {
    [summary, areas.words].compactMap(\.self).joined(separator: "  ")
  }

  /// The unit of mismatches: pixels for most kinds, bytes or channel levels for others.
  package enum Unit: String, Sendable {
    case pixels, bytes, levels

    /// The unit after a number: "px".
    package var short: String { self == .pixels ? "px" : rawValue }
  }
}

/// Joins the arguments of a line of test code, without those that are nil.
func arguments(_ parts: String?...) -> String { parts.compactMap(\.self).joined(separator: ", ") }
