// For test authors: strategies by the names that their libraries give them, and a comparison.
// See docs/library.md.
import Pixels

extension Strategy {
  /// AFSnapshotTesting's `.naive`: pixels with any differing byte.
  public static func naive(threshold: Allowance = 0) -> Strategy {
    Strategy(.naive).with(\.threshold, threshold)
  }

  /// AFSnapshotTesting's `.cluster`: differing pixels in clusters of a minimum size.
  public static func cluster(threshold: Allowance = 0, clusterSize: Int = 1) -> Strategy {
    Strategy(.cluster).with(\.threshold, threshold).with(\.clusterSize, clusterSize)
  }

  /// AFSnapshotTesting's `.perceptualTolerance`: pixels that differ by more than a ΔE.
  public static func perceptual(
    threshold: Allowance = 0, deltaE: Double = 0, formula: Formula = .ciede2000
  ) -> Strategy {
    Strategy(.perceptual).with(\.threshold, threshold).with(\.deltaE, deltaE)
      .with(\.formula, formula)
  }

  /// AFSnapshotTesting's `.combined`: pixels that differ by more than a ΔE, in clusters of a
  /// minimum size.
  public static func combined(
    threshold: Allowance = 0, clusterSize: Int = 1, deltaE: Double = 0,
    formula: Formula = .ciede2000
  ) -> Strategy {
    perceptual(threshold: threshold, deltaE: deltaE, formula: formula).with(\.kind, .combined)
      .with(\.clusterSize, clusterSize)
  }

  /// swift-snapshot-testing's `.image`; an estimate below perceptual precision 1.
  public static func image(precision: Double = 1, perceptualPrecision: Double = 1) -> Strategy {
    Strategy(.pointfree).with(\.precision, precision)
      .with(\.perceptualPrecision, perceptualPrecision)
  }

  /// pixelmatch as Playwright calls it, with `maxDiffPixels` or, for a share, `maxDiffPixelRatio`.
  public static func pixelmatch(
    threshold: Double = 0.1, includeAA: Bool = false, allowing allowance: Allowance = 0
  ) -> Strategy {
    Strategy(.pixelmatch).with(\.yiqThreshold, threshold)
      .with(\.includeAntialiasing, includeAA).with(\.threshold, allowance)
  }

  /// Compares two images as the library of the strategy does.
  ///
  ///     let comparison = Strategy.combined(clusterSize: 7, deltaE: 2).compare(reference, actual)
  ///     if comparison.verdict != .match { ... }
  ///
  /// - Parameter areas: The parts of the images to ignore.
  public func compare(
    _ reference: PixelImage, _ actual: PixelImage, ignoring areas: [IgnoredAreas.Area] = []
  ) -> Comparison {
    DiffEngine.compare(reference, actual, strategy: self, ignoring: IgnoredAreas(areas)).comparison
  }
}
