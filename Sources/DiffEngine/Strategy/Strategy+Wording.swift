extension Strategy {
  /// The kind with the parameters that count: "combined  ΔE 2.0  cluster 7  threshold 0".
  public var summary: String {
    ([kind.rawValue] + kind.parameters.compactMap { $0.entry.phrase(self) })
      .joined(separator: "  ")
  }

  /// Returns the summary, with what is ignored: "naive  threshold 0  1 area ignored".
  package func summary(ignoring areas: IgnoredAreas) -> String {
    [summary, areas.words].compactMap(\.self).joined(separator: "  ")
  }

  /// The unit in which mismatches are counted: pixels for most kinds, else bytes, or levels of the
  /// channels.
  package enum Unit: String, Sendable {
    case pixels, bytes, levels

    /// The abbreviation after a number: "px".
    package var short: String { self == .pixels ? "px" : rawValue }
  }
}

/// The arguments of a line for a test, without those that are left out.
func arguments(_ parts: String?...) -> String { parts.compactMap(\.self).joined(separator: ", ") }
