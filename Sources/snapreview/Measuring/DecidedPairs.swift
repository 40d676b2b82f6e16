import Base
import Catalog
import Changes
import DiffEngine
import Host
import PNGCodec
import Review

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
  /// The label; nil if it has yet to be derived from the images, or if the case has none.
  var label: Label?
  /// The areas that the rules exclude from the comparison.
  var ignored: IgnoredAreas

  /// The two most different renderings of the same test by two runs, which are proven noise.
  var betweenRuns: LabelledCase? {
    guard let other = snapshot.runs?.unlike, let actual = snapshot.actual,
      label == nil || other != files.reference
    else { return nil }
    var noise = self
    noise.files = ShownFiles(reference: other, actual: actual)
    noise.label = .noise
    return noise
  }
}

struct DecidedPairs {
  struct Pair: Sendable {
    var id: String
    /// The layout of the library that wrote the pair.
    var layout: Layout
    var label: LabelledCase.Label?
    /// The number of the commit that the pair comes from; nil outside a repository's history.
    var origin: Int?
    let looksLikeNoise: Bool
    /// True if it may be rendering noise: most of its pixels are noise, or lie at edges that were
    /// redrawn in about the same place.
    let mayBeNoise: Bool
    /// True if it looks like noise, and some pixels became brighter and others darker, at least one
    /// in a hundred each: a shade that was changed on purpose goes in one direction, however faint
    /// it is.
    let isNoiseBothWays: Bool
    /// The largest ΔE; nil if the two images have the same pixels.
    let maxDeltaE: Double?
    fileprivate let isSameSize: Bool
    fileprivate let files: ShownFiles
    fileprivate let ignored: IgnoredAreas
    /// The objection to each label, if there is one.
    fileprivate let objections: [LabelledCase.Label: String]
    /// The mismatches under the settings to try.
    fileprivate(set) var counts: PairCounts?

    var contradiction: String? { label.flatMap { objections[$0] } }
  }

  private(set) var noise: [Pair] = []
  private(set) var change: [Pair] = []
  /// The rest of the folder, if no pair is labelled as a change; settings are then compared by what
  /// they tolerate there.
  private(set) var others: [Pair] = []
  /// Cases that no setting can affect.
  private(set) var unjudged = UnjudgedCases()

  init() {}

  init(_ cases: [LabelledCase], _ formula: Strategy.Formula) {
    let isLearnt = { (snapshot: LabelledCase) in snapshot.label != nil }
    add(Self.pairs(cases.filter(isLearnt), formula))
    if change.isEmpty { add(Self.pairs(cases.filter { !isLearnt($0) }, formula), areOthers: true) }
  }

  /// A pair for learning, or the reason why no setting can affect the case.
  enum Look: Sendable {
    case pair(Pair)
    case text, unreadable
  }

  /// Examines cases on all cores; each is in memory only while it is examined.
  static func pairs(_ cases: [LabelledCase], _ formula: Strategy.Formula) -> [Look] {
    mapOnAllCores(cases.count) { index in
      guard cases[index].snapshot.content == .image else { return .text }
      return Pair(cases[index], formula).map(Look.pair) ?? .unreadable
    }
  }

  /// - Parameter areOthers: True for cases without a label.
  mutating func add(_ looks: [Look], areOthers: Bool = false) {
    for look in looks {
      switch look {
      case .pair(let pair) where !pair.isSameSize: if !areOthers { unjudged.sizes += 1 }
      case .pair(let pair) where areOthers: others.append(pair)
      case .pair(let pair) where pair.label == .noise: noise.append(pair)
      case .pair(let pair) where pair.label == .change: change.append(pair)
      case .pair: break
      case .text: if !areOthers { unjudged.texts += 1 }
      case .unreadable: if !areOthers { unjudged.unreadable += 1 }
      }
    }
  }

  /// Counts the mismatches of the pairs for the settings of some grids.
  ///
  /// - Parameter seconds: The time limit for each kind, after which, or after Ctrl-C, only as many
  ///   pairs are counted as a claim needs; nil for none.
  mutating func count(_ grids: [SettingsGrid], for seconds: Int?) {
    let progress = Progress(of: noise.count + change.count + others.count)
    defer { progress.clear() }
    func counted(_ pairs: [Pair]) -> [Pair] {
      let start = ContinuousClock.now
      return mapOnAllCores(pairs.count) { index -> Pair? in
        defer { progress.advance() }
        let isLate =
          Interrupt.wasPressed
          || seconds.map { start.duration(to: .now) > .seconds($0) } ?? false
        guard !isLate || index < HeldOutRounds.fewest else { return nil }
        var pair = pairs[index]
        pair.counts = PairCounts(of: pair.files, ignoring: pair.ignored, grids)
        return pair.counts == nil ? nil : pair
      }.compactMap(\.self)
    }
    (noise, change, others) = (counted(noise), counted(change), counted(others))
  }

  var all: [Pair] { noise + change }

  /// The layout of all pairs; the layout for two files if they come from several libraries.
  var layout: Layout {
    let layouts = Set(all.map(\.layout))
    return layouts.count == 1 ? layouts.first! : .pair
  }

  /// " No setting decides on 2 cases of different sizes, 1 text."; empty if every case was judged.
  var unjudgedSentence: String {
    unjudged.count > 0 ? " No setting decides on \(unjudged.words)." : ""
  }
}

extension DecidedPairs.Pair {
  /// - Returns: nil without two readable images.
  fileprivate init?(_ labelled: LabelledCase, _ formula: Strategy.Formula) {
    files = labelled.files
    guard let reference = files.reference, let actual = files.actual,
      let room = try? PictureRoom(for: [reference, actual])
    else { return nil }
    defer { withExtendedLifetime(room) {} }
    guard let (first, second) = try? PNG.decodeInTurn(reference, actual) else { return nil }
    (id, layout) = (labelled.snapshot.id, labelled.snapshot.testLayout)
    (label, ignored) = (labelled.label, labelled.ignored)
    let landscape = Landscape(first, second, formula: formula, ignoring: ignored)
    let signature = ChangeSignature(first, second, ignoring: ignored)
    isSameSize = landscape.isSameSize
    maxDeltaE = landscape.differing > 0 ? landscape.maxDeltaE : nil
    looksLikeNoise = signature.isNoise
    mayBeNoise = signature.isNoise || signature.isMostlyRedrawn
    isNoiseBothWays =
      signature.isNoise && Self.goesBothWays(Overlay(first, second, ignoring: ignored))
    var objections: [LabelledCase.Label: String] = [:]
    for label in [LabelledCase.Label.noise, .change] {
      objections[label] = label.contradiction(landscape, signature)
    }
    self.objections = objections
  }

  private static func goesBothWays(_ overlay: Overlay) -> Bool {
    let mask = overlay.byteMask()
    var brighter = 0
    overlay.forEachChange(in: mask) { before, after in
      if after.sum > before.sum { brighter += 1 }
    }
    return 100 * min(brighter, mask.count - brighter) >= mask.count
  }
}

extension ChangeSignature {
  /// True if at least half of the changed pixels are noise, or lie at edges that were redrawn in
  /// about the same place.
  fileprivate var isMostlyRedrawn: Bool {
    let redrawn = regions.filter { [.noise, .nudged, .redrawn].contains($0.kind.name) }
    let pixels = { (regions: [KindRegion]) in regions.reduce(0) { $0 + $1.pixels } }
    return !redrawn.isEmpty && 2 * pixels(redrawn) >= pixels(regions)
  }
}

extension Tuning {
  /// Fits settings to the pairs.
  ///
  /// - Parameters:
  ///   - own: The settings to choose from.
  ///   - beside: The settings to compare the chosen ones with.
  /// - Returns: nil if there is no known noise.
  init?(_ pairs: DecidedPairs, _ own: [SettingsGrid], beside: [SettingsGrid]) {
    let examples = { (pairs: [DecidedPairs.Pair]) in
      pairs.map { Tuning.Pair($0.counts!, origin: $0.origin) }
    }
    guard !pairs.noise.isEmpty else { return nil }
    self.init(
      own, beside: beside, noise: examples(pairs.noise), change: examples(pairs.change),
      others: pairs.others.map { $0.counts! })
  }
}

extension LabelledCase.Label {
  /// Returns the images' objection to the label: a change that is invisible, or noise in which
  /// something appeared or vanished.
  fileprivate func contradiction(_ landscape: Landscape, _ signature: ChangeSignature) -> String? {
    switch self {
    case .change:
      guard let deltaE = landscape.maxDeltaE else { return nil }
      let largest = landscape.comparison(Strategy(.naive))?.clusters.largest ?? 0
      guard deltaE < 1, largest <= 8 else { return nil }
      return "ΔE \(Wording.fixed(deltaE, 2)) at the most, in clusters of up to "
        + "\(Wording.count(largest, "pixel")): nobody sees that"
    case .noise:
      let kinds: [ChangeKind.Name] = [.appeared, .vanished, .replaced]
      let region = signature.regions.first { kinds.contains($0.kind.name) && $0.maxDeltaE > 10 }
      return region.map { "\($0.kind.words), ΔE \(Wording.trimmed($0.maxDeltaE))" }
    }
  }
}
