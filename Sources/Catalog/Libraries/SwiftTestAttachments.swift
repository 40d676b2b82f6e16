import Base
import PNGCodec
import Pixels

extension Library {
  static let attachments = Library(
    layout: Layout("attachments"), title: "attachments of swift test",
    searches: [.remainder: each { $0.findAttachments(in: $1) }])
}

/// `swift test --attachments-path`: reference.png, failure.png and difference.png in one folder,
/// and for more failures the same names with something random behind them, each file its own.
extension Finder {
  fileprivate mutating func findAttachments(in source: Source) {
    for folder in source.folders
    where folder.files.spelling(of: "failure.png") != nil
      && folder.files.spelling(of: "reference.png") != nil && !taken.contains(folder.path)
    {
      let sets = AttachmentSets(folder)
      for failure in sets.failures {
        add(failure, sets.triple(of: failure, others: Self.refusal), folder, source)
      }
      for file in sets.references { claimed.insert(Paths.join(folder.path, file)) }
      taken.insert(folder.path)
    }
  }

  private static let refusal =
    "Its name does not say to which reference it belongs, and no difference proves it. Give the "
    + "folder that the tests wrote to, $SNAPSHOT_ARTIFACTS."

  private mutating func add(
    _ failure: String, _ triple: AttachmentSets.Triple, _ folder: ListedFolder, _ source: Source
  ) {
    let path = { (name: String?) in name.map { Paths.join(folder.path, $0) } }
    var snapshot = SnapshotCase(
      id: "", suite: folder.name, name: stem(failure), layout: Library.attachments.layout,
      reference: path(triple.reference), actual: path(failure),
      difference: path(triple.difference), obstacle: triple.obstacle,
      failures: realPath(folder.path), key: SnapshotCase.key(Library.attachments.layout, failure))
    if triple.obstacle == nil { attachShown(to: &snapshot, test: "", suite: "", source) }
    hintRoot(folder.path)
    add(snapshot, from: source)
  }
}

/// The attachments of a folder, to be matched with those that belong together.
private struct AttachmentSets {
  struct Triple {
    var reference: String?
    var difference: String?
    var obstacle: String?
  }

  private let folder: ListedFolder
  let failures: [String]
  let references: [String]
  private let differences: [String]

  /// The most failures whose attachments are decoded and compared.
  private static let limit = 40

  init(_ folder: ListedFolder) {
    self.folder = folder
    let names = { (kind: String) in
      folder.files.filter { $0 == kind + ".png" || $0.hasPrefix(kind + "-") }.sorted()
    }
    (failures, references, differences) = (
      names("failure"), names("reference"), names("difference")
    )
  }

  /// Returns the files of a failure: one of each kind, or of several the one reference whose
  /// difference from the failure is drawn.
  func triple(of failure: String, others refusal: String) -> Triple {
    if failures.count == 1, references.count == 1, differences.count <= 1 {
      return Triple(reference: references[0], difference: differences.first)
    }
    guard failures.count <= Self.limit, let room = room(for: failure) else {
      return Triple(obstacle: refusal)
    }
    defer { withExtendedLifetime(room) {} }
    guard let actual = image(failure) else { return Triple(obstacle: refusal) }
    let proven = references.flatMap { reference -> [Triple] in
      guard let expected = image(reference), expected.width == actual.width,
        expected.height == actual.height
      else { return [] }
      return differences.filter { image($0)?.isDifference(of: expected, actual) == true }
        .map { Triple(reference: reference, difference: $0) }
    }
    let only = Set(proven.compactMap(\.reference)).count == 1 ? proven.first : nil
    return only ?? Triple(obstacle: refusal)
  }

  /// Makes room for a failure beside any reference and any difference.
  private func room(for failure: String) -> PictureRoom? {
    let largest = [references, differences].compactMap { names in
      names.map { Paths.join(folder.path, $0) }.max { PNG.memory($0) < PNG.memory($1) }
    }
    return try? PictureRoom(for: [Paths.join(folder.path, failure)] + largest)
  }

  private func image(_ name: String) -> PixelImage? {
    try? PNG.decode(contentsOf: Paths.join(folder.path, name))
  }
}

extension PixelImage {
  /// True if this is black just where two others are equal.
  fileprivate func isDifference(of first: PixelImage, _ second: PixelImage) -> Bool {
    guard width == first.width, height == first.height else { return false }
    return withPixels { drawn in
      first.withPixels { one in
        second.withPixels { other in
          drawn.indices.allSatisfy {
            (drawn[$0].x | drawn[$0].y | drawn[$0].z == 0) == (one[$0] == other[$0])
          }
        }
      }
    }
  }
}
