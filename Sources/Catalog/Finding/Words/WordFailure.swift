import Base
import Host

/// Files whose paths differ only in the words for their roles.
struct WordGroup: Sendable {
  private var readings: [WordReading] = []
  /// True if other failures have the same reference.
  private(set) var isVariant = false

  mutating func add(_ reading: WordReading) { readings.append(reading) }

  mutating func add(sharing reference: WordReading) {
    add(reference)
    isVariant = true
  }

  /// Returns the files for one role; among several, the ones with the fewest words in their paths.
  func files(_ role: FileRole) -> [WordReading] {
    let all = readings.filter { $0.role == role }
    let least = all.map(\.mark.count).min()
    return all.filter { $0.mark.count == least }.sorted { ExactName($0.file) < ExactName($1.file) }
  }

  /// True if one of them is marked by a word that also occurs in names of other files.
  var isCommon: Bool { readings.contains(where: \.isCommon) }
}

/// A failure found by words.
struct WordFailure: Comparable, Sendable {
  /// The completeness of a failure. If two share a file, the more complete one wins.
  enum Rank: Comparable {
    /// An actual without a reference.
    case new
    /// An actual next to a file without a word.
    case loosePair
    /// A reference with an actual or a difference, both marked.
    case pair
    /// An actual and a difference next to a file without a word.
    case looseTriple
    case triple
  }

  struct Form: Hashable {
    let home: String
    let mark: WordMark
  }

  /// The folder that contains the words and the snapshots.
  let home: String
  let subject: String
  let ending: String
  let reference: String?
  /// The mark of the reference; empty for a file without a word.
  let referenceMark: WordMark
  let actual: String?
  let actualMark: WordMark
  let difference: String?
  /// True if other failures have the same reference.
  private let isVariant: Bool
  /// The reason why it is uncertain which files belong together; nil if it is certain.
  private(set) var doubt: String?

  /// - Parameters:
  ///   - isCertain: True if the user chose words, which then outweigh a file without one.
  ///   - unmarked: Returns the file that has no word in its path.
  init?(_ group: WordGroup, isCertain: Bool, unmarked: (WordReading) -> String?) {
    let references = group.files(.reference)
    let (actuals, differences) = (group.files(.actual), group.files(.difference))
    let base = references.first { $0.mark.isBase }
    guard let lead = actuals.first ?? differences.first ?? base,
      !actuals.isEmpty || !references.isEmpty
    else { return nil }
    var plain = lead.isImage ? unmarked(lead) : nil
    (home, subject, ending) = (lead.home, lead.subject, lead.ending)
    var rendered = actuals.first?.file
    actualMark = actuals.first?.mark ?? WordMark.none
    if actuals.isEmpty, let mark = references.first?.mark, mark.isInName, mark.folder == nil {
      // Next to a marked reference and a difference, the file without a word is the actual.
      (rendered, plain) = (plain, nil)
    }
    actual = rendered
    (reference, referenceMark) = (
      references.first?.file ?? plain, references.first?.mark ?? WordMark.none
    )
    difference = differences.first?.file
    isVariant = group.isVariant
    // "icon-base.png" alone, or next to a copy, is not a failure.
    if actuals.isEmpty, differences.isEmpty,
      rendered.map({ FileBytes.areEqual($0, base?.file ?? "") }) ?? true
    {
      return nil
    }
    if !lead.isImage, rank < .triple, group.isCommon { return nil }
    let isBeside = !isCertain && referenceMark.isInName && referenceMark.folder == nil
    doubt =
      Self.doubt("actual", actuals.map(\.file)) ?? Self.doubt("difference", differences.map(\.file))
      ?? Self.doubt("reference", references.map(\.file) + (isBeside ? [plain] : []))
  }

  var name: String { WordMark.name(Paths.name(subject), ending: ending) }

  var files: [String] { [reference, actual, difference].compactMap(\.self) }

  /// The files that no other failure has.
  var ownFiles: [String] { isVariant ? [actual, difference].compactMap(\.self) : files }

  /// True if reference and actual are in two trees, without a difference, and are equal.
  var isOfEqualFiles: Bool {
    guard actualMark.folder != nil, difference == nil, let reference, let actual else {
      return false
    }
    return FileBytes.areEqual(reference, actual)
  }

  var form: Form { Form(home: home, mark: actualMark) }

  var rank: Rank {
    if reference == nil { return .new }
    let isMarked = referenceMark != WordMark.none
    if actual != nil, difference != nil { return isMarked ? .triple : .looseTriple }
    return isMarked ? .pair : .loosePair
  }

  var shown: String {
    "reference \(printable(reference.map(Paths.name) ?? "")) and actual "
      + printable(actual.map(Paths.name) ?? "")
  }

  /// Says that its files can be read in another way too.
  mutating func dispute(_ other: String) {
    doubt = "It can be read in two ways: \(shown), or \(other). \(Self.advice)"
  }

  static func < (one: WordFailure, other: WordFailure) -> Bool {
    (other.rank, ExactName(one.home), ExactName(one.subject))
      < (one.rank, ExactName(other.home), ExactName(other.subject))
  }

  private static let advice = "[layout] in .snapreview.toml says which is meant."

  private static func doubt(_ part: String, _ files: [String?]) -> String? {
    let files = files.compactMap(\.self)
    guard files.count > 1 else { return nil }
    return "\(files.count) files could be the \(part): "
      + files.prefix(4).map(printable).joined(separator: ", ") + ". \(advice)"
  }
}
