import Catalog
import DiffEngine
import PNGCodec
import ReviewUI

/// A case to learn settings from.
struct LabelledCase: Sendable {
  enum Label: String, Sendable {
    /// Rendering noise, which should pass.
    case noise
    /// A change, which should fail.
    case change

    /// Reads noise or change from a decision; nil if it is neither.
    init?(_ decision: Decision?) {
      switch decision {
      case .tolerated: self = .noise
      case .rejected: self = .change
      case .accepted, nil: return nil
      }
    }
  }

  var snapshot: SnapshotCase
  var files: ShownFiles
  /// Nil where its looks are to tell, or where it is neither.
  var label: Label?
  /// The areas that the rules leave out of the comparison.
  var ignored: IgnoredAreas
}

extension LabelledCase {
  fileprivate struct NoPair: Error {}

  /// Room for a pair as the strategies decode it, each in its own way.
  fileprivate func room(forEach samples: Int) throws -> PictureRoom {
    let pair = [files.reference, files.actual].compactMap(\.self)
    guard pair.count == 2 else { throw NoPair() }
    return try PictureRoom(for: (0..<samples).flatMap { _ in pair })
  }

  fileprivate func images(_ samples: PNG.Samples) throws -> (PixelImage, PixelImage) {
    guard let reference = files.reference, let actual = files.actual else { throw NoPair() }
    return (
      try PNG.decode(contentsOf: reference, samples, threads: 1),
      try PNG.decode(contentsOf: actual, samples, threads: 1)
    )
  }

  /// - Returns: nil without two readable images.
  fileprivate func landscape(_ strategy: Strategy) -> Landscape? {
    guard let room = try? room(forEach: 1) else { return nil }
    defer { withExtendedLifetime(room) {} }
    return (try? images(strategy.samples)).map { first, second in
      Landscape(first, second, formula: strategy.formula, ignoring: ignored)
    }
  }
}

/// The pairs of labelled cases, measured for every setting.
struct DecidedPairs: Sendable {
  struct Pair: Sendable {
    var id: String
    var layout: Layout
    var label: LabelledCase.Label?
    /// The number of the commit that it comes from; nil where it is no repository's history.
    var origin: Int?
    var landscape: Landscape
    /// True for each strategy of `StrategyTrial` under which the pair fails.
    var failing: [Bool]
    /// True if it looks like nothing but rendering noise.
    var looksLikeNoise: Bool
    /// An objection to each label, where there is one.
    fileprivate var objections: [LabelledCase.Label: String]

    /// The objection to the pair's own label.
    var contradiction: String? { label.flatMap { objections[$0] } }
  }

  private(set) var noise: [Pair] = []
  private(set) var change: [Pair] = []
  /// The rest of the folder, where nothing is known to be a change: what settings forgive there is all
  /// that tells them apart.
  private(set) var others: [Landscape] = []
  /// Cases on which no setting decides.
  private(set) var unjudged = UnjudgedCases()

  /// Measures on every core; each pair is in memory only while it is measured.
  ///
  /// - Parameter judge: Labels the pairs, each in the place of its case; one without a label is left
  ///   out.
  init(
    _ cases: [LabelledCase], _ strategy: Strategy, judge: (inout [Pair?]) -> Void = { _ in }
  ) {
    let images = cases.map { $0.snapshot.content == .image }
    var measured = mapOnAllCores(cases.count) { index in
      images[index] ? Pair(cases[index], strategy) : nil
    }
    judge(&measured)
    for (pair, isImage) in zip(measured, images) {
      guard let pair else {
        if isImage { unjudged.unreadable += 1 } else { unjudged.texts += 1 }
        continue
      }
      guard pair.landscape.isSameSize else {
        unjudged.sizes += 1
        continue
      }
      switch pair.label {
      case .noise: noise.append(pair)
      case .change: change.append(pair)
      case nil: break
      }
    }
  }

  /// Measures what is neither, where it plays a part.
  mutating func add(others cases: [LabelledCase], _ strategy: Strategy) {
    guard change.isEmpty else { return }
    others = mapOnAllCores(cases.count) { index in
      cases[index].snapshot.content == .image
        ? cases[index].landscape(strategy) : nil
    }.compactMap(\.self).filter(\.isSameSize)
  }

  var all: [Pair] { noise + change }

  /// " No setting decides on 2 cases of different sizes, 1 text."; empty where every case was judged.
  var unjudgedSentence: String {
    unjudged.count > 0 ? " No setting decides on \(unjudged.words)." : ""
  }
}

extension DecidedPairs.Pair {
  /// - Returns: nil without two readable images.
  fileprivate init?(_ labelled: LabelledCase, _ strategy: Strategy) {
    guard let room = try? labelled.room(forEach: 1 + PNG.Samples.allCases.count) else { return nil }
    defer { withExtendedLifetime(room) {} }
    guard let (first, second) = try? labelled.images(strategy.samples) else { return nil }
    id = labelled.snapshot.id
    layout = labelled.snapshot.layout
    label = labelled.label
    origin = nil
    landscape = Landscape(first, second, formula: strategy.formula, ignoring: labelled.ignored)
    failing =
      landscape.isSameSize
      ? (try? StrategyTrial.failing(ignoring: labelled.ignored, labelled.images)) ?? [] : []
    let signature = ChangeSignature(first, second, ignoring: labelled.ignored)
    looksLikeNoise = signature.isNoise
    objections = [:]
    for label in [LabelledCase.Label.noise, .change] {
      objections[label] = label.contradiction(landscape, signature)
    }
  }
}

extension LabelledCase.Label {
  /// Returns the objection of the pictures to the label: a change that nobody sees, or noise in
  /// which something came or went.
  fileprivate func contradiction(_ landscape: Landscape, _ signature: ChangeSignature) -> String? {
    switch self {
    case .change:
      guard let deltaE = landscape.maxDeltaE else { return nil }
      let largest =
        landscape.comparison(Strategy(.naive).with(\.ignored, landscape.areas))?.clusters.largest
        ?? 0
      guard deltaE < 1, largest <= 8 else { return nil }
      return "ΔE \(Wording.fixed(deltaE, 2)) at the most, in clusters of up to "
        + "\(Wording.count(largest, "pixel")): nobody sees that"
    case .noise:
      let kinds = ["appeared", "vanished", "replaced"]
      let region = signature.regions.first { kinds.contains($0.kind.name) && $0.maxDeltaE > 10 }
      return region.map { "\($0.kind.words), ΔE \(Wording.trimmed($0.maxDeltaE))" }
    }
  }
}
