import Base
import Catalog
import Foundation
import Host
import PNGCodec
import Pixels
import Store

/// One failure with its baseline, and a file beside them that nobody may touch.
final class FuzzFolder: Sendable {
  let failures: String
  let cases: [SnapshotCase]
  let root: String
  let state: UserFolder
  private let author: Author
  private let images: (reference: [UInt8], actual: [UInt8])

  /// The store lies in the failures, so that all is in one folder.
  var home: StoreHome { StoreHome(folder: failures, place: failures + "/.snapreview") }
  private var journal: String { failures + "/.snapreview/journal.jsonl" }
  /// The only folder that a journal, though under this user's code, may have written to.
  var references: String { root + "/ReferenceImages_64" }
  private var baseline: String { references + "/Class/name.png" }
  private var canary: String { root + "/canary" }

  init() {
    root =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      + "/snapreview-fuzz-\(getpid())"
    failures = root + "/FailureDiffs"
    state = UserFolder(path: root + "-state")
    try! state.make()
    author = try! state.settledAuthor(on: .real)
    let image = { (shade: UInt8) in
      try! PNG.encode(PixelImage(width: 1, height: 1, pixels: [Pixel(repeating: shade)]))
    }
    images = (image(1), image(2))
    for folder in [
      "FailureDiffs/Class", "FailureDiffs/.snapreview/store", "ReferenceImages_64/Class",
    ] {
      try! FileManager.default.createDirectory(
        atPath: root + "/" + folder, withIntermediateDirectories: true)
    }
    Self.write(images.reference, failures + "/Class/reference_name.png")
    Self.write(images.actual, failures + "/Class/failed_name.png")
    Self.write(images.reference, root + "/ReferenceImages_64/Class/name.png")
    var found = try! Catalog(paths: [failures]).cases
    for index in found.indices { found[index].home = failures }
    cases = found
    promise(cases.count == 1 && cases[0].baseline != nil, "the case is found")
  }

  func prepare(journal bytes: [UInt8]) {
    Self.write(images.reference, baseline)
    Self.write(Array("canary".utf8), canary)
    Self.write(bytes.split(separator: UInt8(ascii: "\n")).flatMap(sealed), journal)
  }

  /// An entry as if this user had written it; what is no entry stays as it is.
  private func sealed(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let entry = try? JSONDecoder().decode(JournalEntry.self, from: Data(line))
    let sealed = try? entry.map { try JournalLine.bytes($0, by: author) }
    return sealed ?? line + [UInt8(ascii: "\n")]
  }

  var isUntouched: Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root))?.sorted()
    return names == ["FailureDiffs", "ReferenceImages_64", "canary"]
      && FileManager.default.contents(atPath: canary) == Data("canary".utf8)
  }

  /// An undone first acceptance takes it away.
  var isBaselineWhole: Bool {
    guard let bytes = FileManager.default.contents(atPath: baseline) else { return true }
    return [images.reference, images.actual].contains(Array(bytes))
  }

  /// The journals of real sessions.
  func seeds() -> [[UInt8]] {
    let acts: [(ReviewStore, SnapshotCase, Fingerprint) throws -> Void] = [
      { try $0.record(.accepted, for: $1, shown: $2) },
      { try $0.record(.rejected, for: $1, shown: $2, note: "a bug") },
      {
        try $0.record(.accepted, for: $1, shown: $2)
        _ = try $0.undo()
      },
      {
        try $0.record(.accepted, for: $1, shown: $2)
        _ = try $0.undo()
        _ = try $0.redo()
      },
      {
        try $0.record(.tolerated, for: $1, shown: $2)
        try $0.record(.accepted, for: $1, shown: $2, batch: "b")
      },
    ]
    return acts.map { act in
      prepare(journal: [])
      let store = try! ReviewStore(
        homes: [home], writableRoots: [references], stateFolder: state)
      try! act(store, cases[0], Fingerprint(of: cases[0]))
      store.close()
      return Array(FileManager.default.contents(atPath: journal) ?? Data())
    }
  }

  /// Writes in place, since Foundation's own way takes many times as long.
  private static func write(_ bytes: [UInt8], _ path: String) {
    guard let file = fopen(path, "w") else { fatalError("\(path) cannot be written") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
