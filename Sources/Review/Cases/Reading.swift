import Base
import Catalog
import Changes
import DiffEngine
import Pixels

/// One of the two images of a case.
package enum Side: String, Sendable, Codable {
  case reference, actual

  package var other: Side { self == .reference ? .actual : .reference }
}

package struct ImageFacts: Sendable, Codable {
  package var reference: PixelSize
  package var actual: PixelSize
  /// The hashes of the files as they were read; nil if no decision will be based on this reading.
  package var fingerprint: Fingerprint?
  /// The outcome; nil while only the sizes are known, which is enough to show the images.
  package var compared: PairOutcome?
  /// The landscape of a mask, which is as quick to make as its outcome; a pair's landscape comes
  /// later.
  package var landscape: Landscape?
  /// The difference mask of a case whose actual is only known outside its mismatches; otherwise
  /// nil.
  package var mask: MaskFacts?
  /// A sentence that says why the actual does not belong to the difference next to it; nil if it
  /// does.
  package var misfit: String?
  /// True if the library has reported that the test failed.
  package var saysFailed: Bool

  package init(
    reference: PixelSize, actual: PixelSize, fingerprint: Fingerprint?,
    compared: PairOutcome? = nil, landscape: Landscape? = nil, mask: MaskFacts? = nil,
    misfit: String? = nil, saysFailed: Bool = false
  ) {
    self.compared = compared
    (self.misfit, self.saysFailed) = (misfit, saysFailed)
    (self.reference, self.actual, self.fingerprint) = (reference, actual, fingerprint)
    (self.landscape, self.mask) = (landscape, mask)
  }

  /// True if both are known to have the same pixels.
  package var areEqual: Bool {
    reference == actual && compared?.differing == 0 && compared?.hidden == nil
  }

  /// True if more than the sizes is known.
  package var isCompared: Bool { compared != nil || landscape != nil }
}

package struct PairOutcome: Sendable, Codable {
  package var strategy = Strategy(.naive)
  package var areas = IgnoredAreas()
  package var comparison: Comparison
  /// The number of differing pixels, regardless of settings; nil if it is not needed.
  package var differing: Int?
  /// The number of pixels that differ only in the low bytes of 16-bit samples, which this strategy
  /// does not see; nil if there are none.
  package var hidden: Int?

  /// The settings are part of the question that a kept outcome answers.
  private enum CodingKeys: CodingKey { case comparison, differing, hidden }

  package init(
    _ strategy: Strategy, ignoring areas: IgnoredAreas = IgnoredAreas(), _ comparison: Comparison,
    differing: Int?
  ) {
    (self.strategy, self.areas) = (strategy, areas)
    (self.comparison, self.differing) = (comparison, differing)
  }
}

/// The facts from the library's difference file when it is all that exists of the actual.
package struct MaskFacts: Sendable, Codable {
  /// Says how the unknown parts of the actual are drawn.
  package static let drawing = "striped where it is not known"

  package var change: MaskChange?
  /// A sentence that says which pixels the image cannot decide.
  package var undecided: String?

  package init(change: MaskChange?, undecided: String? = nil) {
    (self.change, self.undecided) = (change, undecided)
  }
}

package struct TextFacts: Sendable, Codable {
  package var difference: TextDifference
  package var fingerprint: Fingerprint?

  package init(difference: TextDifference, fingerprint: Fingerprint?) {
    self.difference = difference
    self.fingerprint = fingerprint
  }
}

/// A case that can show only one side, perhaps with a difference file.
package struct OneSidedFacts: Sendable, Codable {
  package var side: Side
  package var size: PixelSize?
  package var text: String?
  package var fingerprint: Fingerprint?
  /// The reason why only one side can be shown, if the case itself does not give one.
  package var reason: String?
  /// True if the difference is left from an earlier run, which is not a failure.
  package var isStale = false

  package init(
    side: Side, size: PixelSize?, text: String? = nil, fingerprint: Fingerprint?,
    reason: String? = nil, isStale: Bool = false
  ) {
    (self.reason, self.isStale) = (reason, isStale)
    (self.side, self.size, self.text, self.fingerprint) = (side, size, text, fingerprint)
  }
}

/// The result of reading a case; indirect, because items are copied by the thousand.
package indirect enum Reading: Sendable, Codable {
  case pending
  case images(ImageFacts)
  case texts(TextFacts)
  case oneSided(OneSidedFacts)
  /// A sentence that names the file and what is wrong with it.
  case failed(String)

  /// True if the reading describes images.
  package var isOfImages: Bool {
    switch self {
    case .images, .oneSided: true
    case .pending, .texts, .failed: false
    }
  }
}

extension Reading {
  /// Returns the reading with the settings of its comparison, which are not kept.
  func under(_ strategy: Strategy, _ areas: IgnoredAreas) -> Reading {
    guard case .images(var facts) = self else { return self }
    facts.compared?.strategy = strategy
    facts.compared?.areas = areas
    return .images(facts)
  }

  /// The difference mask of a case whose actual is only known outside its mismatches.
  package var mask: MaskFacts? { if case .images(let facts) = self { facts.mask } else { nil } }

  /// A sentence that says why the actual does not belong to the difference next to it. Bulk accepts
  /// skip such cases.
  package var misfit: String? { if case .images(let facts) = self { facts.misfit } else { nil } }

  /// A sentence about changes that the strategy does not see; nil if it sees all.
  package var hiddenSentence: String? {
    guard case .images(let facts) = self, let outcome = facts.compared, let count = outcome.hidden
    else { return nil }
    return
      "\(Wording.count(count, "pixel")) \(count == 1 ? "differs" : "differ") in the low byte of 16 "
      + "bits alone, which \(outcome.strategy.kind.rawValue) does not see."
  }

  /// True if the difference is left from an earlier run, which is not a failure.
  package var isStale: Bool { if case .oneSided(let facts) = self { facts.isStale } else { false } }

  /// The outcome: of images under the settings of their comparison, of texts in lines. nil until it
  /// is known.
  package var comparison: Comparison? {
    switch self {
    case .pending: return nil
    case .images(let facts): return facts.compared?.comparison
    case .texts(let facts):
      let changed = facts.difference.changedLines
      let verdict = changed == 0 ? Verdict.match : .mismatch
      // Files that cannot be shown have no counts.
      guard facts.difference.sizes == nil else { return Comparison(verdict: verdict) }
      return Comparison(verdict: verdict, mismatched: changed, total: facts.difference.totalLines)
    case .oneSided(let facts) where facts.isStale: return Comparison(verdict: .match)
    case .oneSided, .failed: return Comparison(verdict: .unreadable)
    }
  }

  /// True if the library has reported that the test failed although its default settings let the
  /// case pass.
  ///
  /// - Parameters:
  ///   - verdict: The verdict of these settings.
  ///   - differing: The number of differing pixels; nil if it is unknown.
  package func isStricter(
    _ layout: Layout, _ strategy: Strategy, _ areas: IgnoredAreas,
    _ verdict: @autoclosure () -> Verdict?, differing: Int?
  ) -> Bool {
    guard case .images(let facts) = self, facts.saysFailed, facts.misfit == nil else {
      return false
    }
    return strategy == layout.strategy && areas == IgnoredAreas()
      && differing.map { $0 > 0 } == true && verdict() == .match
  }

  /// Returns the change between the files; nil if nothing changed or it is unknown.
  ///
  /// - Parameter signature: The signature of a pair of images.
  package func change(_ signature: ChangeSignature?) -> CaseChange? {
    switch self {
    case .images(let facts):
      facts.mask.map { $0.change.map(CaseChange.mask) } ?? .image(of: signature)
    case .texts(let facts): .text(of: facts.difference)
    case .pending, .oneSided, .failed: nil
    }
  }
}
