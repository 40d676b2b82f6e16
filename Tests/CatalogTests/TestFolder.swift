import Catalog
import Foundation

/// A folder of its own for each test, removed with it.
final class TestFolder: Sendable {
  let path: String
  private let top: String

  /// So deep that a search for baselines around it never meets the folder of another test.
  init() {
    let base = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
    top = base + "/snapreview-tests/" + UUID().uuidString
    path = top + "/a/b/c/d"
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: top) }

  subscript(_ name: String) -> String { path + "/" + name }

  /// Where this test's user keeps the secret: beside the folder, not in it.
  var stateFolder: StateFolder { StateFolder(path: top + "/state") }

  /// The store of a failures' root, for which the whole folder may be written to.
  func store(
    _ root: String = "", writable: [String]? = nil, readOnly: Bool = false,
    disk: Disk = quickDisk(), state: StateFolder? = nil
  ) throws(StoreError) -> ReviewStore {
    try ReviewStore(
      roots: [root.isEmpty ? path : self[root]], writableRoots: writable ?? [path],
      readOnly: readOnly, disk: disk, stateFolder: state ?? stateFolder)
  }

  /// Writes a file and the folders above it, and returns its path.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) -> String {
    let parent = (self[name] as NSString).deletingLastPathComponent
    try! FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    fill(name, bytes)
    return self[name]
  }

  /// Writes a file into a folder that is there. Foundation's own way waits for the disk each time.
  func fill(_ name: String, _ bytes: [UInt8]) {
    let file = fopen(self[name], "w")!
    precondition(fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0)
  }

  @discardableResult
  func write(_ name: String, text: String) -> String { write(name, Array(text.utf8)) }

  /// Writes something that begins as a PNG does: nothing here decodes it.
  @discardableResult
  func png(_ name: String, _ content: String = "pixels") -> String { write(name, fakePNG(content)) }

  func folder(_ name: String) {
    try! FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: true)
  }

  func link(_ name: String, to target: String) {
    try! FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
  }

  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: self[name]).map(Array.init)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self[name]) }

  func remove(_ name: String) { try! FileManager.default.removeItem(atPath: self[name]) }

  /// Sets a file's modification time, in seconds after a fixed day.
  func age(_ name: String, _ seconds: Double) {
    let date = Date(timeIntervalSince1970: 1_700_000_000 + seconds)
    try! FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: self[name])
  }

  /// Every file below the folder but the store's, with what it holds.
  func everything() -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: path)! {
      guard !name.split(separator: "/").contains(".snapreview"), let bytes = bytes(name) else {
        continue
      }
      result[name] = bytes
    }
    return result
  }

  func names(in folder: String) -> Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: self[folder])) ?? [])
  }
}

func fakePNG(_ content: String) -> [UInt8] {
  [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(content.utf8)
}

/// The catalogue of some folders.
func catalog(
  _ paths: String..., references: [String] = [], actuals: [String] = [], layouts: [Layout] = []
) throws -> Catalog {
  try Catalog(
    paths: paths,
    options: CatalogOptions(layouts: layouts, references: references, actuals: actuals))
}
