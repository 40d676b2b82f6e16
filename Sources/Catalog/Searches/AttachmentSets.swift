import Base
import PNGCodec
import Pixels

extension LibrarySearch {
  static let attachments = LibrarySearch(
    .attachments, apart: AttachmentSets.search(AttachmentSets.init(plain:)))
}

/// Attachments without a manifest: from `swift test --attachments-path`, or exported from Xcode by
/// other programs, such as xcparse. Their reference is a copy, which identifies the baseline and is
/// never written.
extension AttachmentSets {
  static func search(
    _ read: @escaping @Sendable (ListedFolder) -> AttachmentSets?
  ) -> LibrarySearch.Search {
    { found, sources in
      sources.flatMap { source in
        source.folders.filter { !found.resolver.isTaken(folder: $0.path) }.flatMap { folder in
          read(folder).map { found.tree.sightings(of: $0, folder, source) } ?? []
        }
      }
    }
  }
}

extension Tree {
  fileprivate func sightings(
    of sets: AttachmentSets, _ folder: ListedFolder, _ source: Source
  ) -> [Sighting] {
    let failures = sets.failures.map { failure($0, in: sets, folder, source) }
    let claims = sets.all.map { Sighting.claim(Paths.join(folder.path, $0), by: .layout) }
    return failures + claims + [.folder(folder.path)]
  }

  private static let refusal =
    "Its name does not say which reference it belongs to, and no difference proves it. Give the "
    + "folder that the tests wrote to, $SNAPSHOT_ARTIFACTS."

  private func failure(
    _ failure: String, in sets: AttachmentSets, _ folder: ListedFolder, _ source: Source
  ) -> Sighting {
    let triple = sets.triple(of: failure)
    let path = { (name: String?) in name.map { Paths.join(folder.path, $0) } }
    // Each test has a folder named after its function, in a folder for its class.
    let function = folder.name.hasSuffix(")") ? String(folder.name.prefix { $0 != "(" }) : nil
    let suite = function == nil ? folder.name : Paths.name(Paths.parent(folder.path))
    var snapshot = SnapshotCase(
      suite: suite, name: function ?? stem(failure), layout: sets.layout,
      reference: path(triple?.reference), actual: path(failure),
      difference: path(triple?.difference), obstacle: triple == nil ? Self.refusal : nil,
      failures: realPath(folder.path), key: failure)
    if let triple {
      attachShown(to: &snapshot, test: function ?? "", suite: function == nil ? "" : suite, source)
      // No manifest says which test this was.
      if let copy = path(triple.reference), snapshot.isJoinedByPixels(of: copy) {
        snapshot.doubt = .pixelsAlone
      }
    }
    return .failure(Failure(snapshot, from: source, by: .layout, root: folder.path))
  }
}

/// The attachments in a folder, to be grouped by failure.
struct AttachmentSets {
  struct Triple {
    var reference: String?
    var difference: String?
  }

  let layout: Layout
  private let folder: ListedFolder
  private let files: [FileRole: [String]]

  var failures: [String] { files[.actual] ?? [] }
  private var references: [String] { files[.reference] ?? [] }
  private var differences: [String] { files[.difference] ?? [] }
  var all: [String] { files.values.flatMap(\.self) }

  /// The maximum number of failures whose attachments are decoded and compared.
  private static let limit = 40

  /// Reads reference.png, failure.png and difference.png; for more failures, the same names with a
  /// random suffix, a different one for each file.
  init?(plain folder: ListedFolder) {
    guard folder.files.spelling(of: "failure.png") != nil,
      folder.files.spelling(of: "reference.png") != nil
    else { return nil }
    self.init(folder, Library.attachments.layout) { file in
      ["reference", "failure", "difference"]
        .first { file == $0 + ".png" || file.hasPrefix($0 + "-") }.flatMap(FileRole.init(exhibit:))
    }
  }

  /// Reads files by the names that Xcode suggests, if no manifest assigns them to tests.
  init?(exported folder: ListedFolder) {
    self.init(folder, Library.xcode.layout) { file in
      ExportedName(file).flatMap { FileRole(exhibit: $0.name) }
    }
    guard !failures.isEmpty, all.count > failures.count else { return nil }
  }

  private init(_ folder: ListedFolder, _ layout: Layout, _ exhibit: (String) -> FileRole?) {
    (self.folder, self.layout) = (folder, layout)
    var files: [FileRole: [String]] = [:]
    for file in folder.files {
      if let exhibit = exhibit(file) { files[exhibit, default: []].append(file) }
    }
    self.files = files.mapValues { $0.sorted() }
  }

  /// Returns the files of a failure: the only one of each kind, the ones with its identifier, or
  /// else the only reference whose difference from the failure is drawn; nil if that is unknown.
  func triple(of failure: String) -> Triple? {
    if failures.count == 1, references.count == 1, differences.count <= 1 {
      return Triple(reference: references[0], difference: differences.first)
    }
    if let group = group(of: failure) { return group }
    guard failures.count <= Self.limit, let room = room(for: failure) else { return nil }
    defer { withExtendedLifetime(room) {} }
    return drawn(of: failure)
  }

  /// Returns the attachments of one activity, which older versions of Xcode give one identifier.
  private func group(of failure: String) -> Triple? {
    guard let uuid = ExportedName(failure)?.uuid else { return nil }
    let mates = files.mapValues { $0.filter { ExportedName($0)?.uuid == uuid } }
    guard mates[.actual]?.count == 1, mates[.reference]?.count == 1,
      mates[.difference]?.count ?? 0 <= 1
    else { return nil }
    return Triple(reference: mates[.reference]?.first, difference: mates[.difference]?.first)
  }

  /// Returns the reference and the difference that was drawn from it and the failure. If several
  /// tests changed at the same place, their differences are black in the same pixels; then the one
  /// with the closest colours is right.
  private func drawn(of failure: String) -> Triple? {
    guard let actual = image(failure) else { return nil }
    var fits: [(triple: Triple, distance: Int)] = []
    for reference in references {
      guard let expected = image(reference) else { continue }
      for difference in differences {
        guard let distance = image(difference)?.distance(fromDifferenceOf: expected, actual) else {
          continue
        }
        fits.append((Triple(reference: reference, difference: difference), distance))
      }
    }
    let least = fits.map(\.distance).min()
    let best = fits.filter { $0.distance == least }.map(\.triple)
    guard var triple = best.first, Set(best.map(\.reference)).count == 1 else { return nil }
    // Either of two identical differences may be another failure's.
    if best.count > 1 { triple.difference = nil }
    return triple
  }

  /// Reserves memory for a failure with any reference and any difference.
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
  /// Returns the distance of this picture's colours from the difference of two others, over all
  /// pixels; nil if it is not black exactly where the two are equal.
  ///
  /// The library blends in the colours of the screen, on macOS in linear light, so a right pair has
  /// a small distance too. The distance ranks pairs, but never rejects one.
  fileprivate func distance(fromDifferenceOf first: PixelImage, _ second: PixelImage) -> Int? {
    guard [first, second].allSatisfy({ $0.width == width && $0.height == height }) else {
      return nil
    }
    return withPixels { drawn in
      first.withPixels { one in
        second.withPixels { other in
          var distance = 0
          for index in drawn.indices {
            let (pixel, a, b) = (drawn[index], one[index], other[index])
            guard (pixel.x | pixel.y | pixel.z == 0) == (a == b) else { return nil }
            for channel in 0..<3 where a != b {
              let difference = abs(Int(a[channel]) - Int(b[channel]))
              distance += abs(Int(pixel[channel]) - difference)
            }
          }
          return distance
        }
      }
    }
  }
}
