import Foundation

/// A folder of its own for one test, removed with its owner.
package final class TestFolder: Sendable {
  /// Links resolved: results name files by their real paths.
  package let path: String
  /// Holds nothing but the folder and what a test puts beside it.
  package let top: String

  /// Makes a folder so deep that a search for baselines around it never meets another test's.
  package init() {
    let base = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
    top = base + "/snapreview-" + UUID().uuidString
    path = top + "/a/b/c/d"
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// One for all tests of this process, removed at its end.
  package static let ofProcess: TestFolder = {
    atexit { try? FileManager.default.removeItem(atPath: TestFolder.ofProcess.top) }
    return TestFolder()
  }()

  deinit { try? FileManager.default.removeItem(atPath: top) }

  /// The path of something in the folder; "" is the folder itself.
  package subscript(_ name: String) -> String { name.isEmpty ? path : path + "/" + name }

  /// Writes a file and the folders above it, and returns its path.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) -> String {
    let parent = (self[name] as NSString).deletingLastPathComponent
    try! FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    fill(name, bytes)
    return self[name]
  }

  @discardableResult
  package func write(_ name: String, _ text: String) -> String { write(name, Array(text.utf8)) }

  /// Writes a file into a folder that is there. Foundation's own way waits for the disk each time.
  package func fill(_ name: String, _ bytes: [UInt8]) {
    let file = fopen(self[name], "w")!
    precondition(fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0)
  }

  package func folder(_ name: String) {
    try! FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: true)
  }

  package func link(_ name: String, to target: String) {
    try! FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
  }

  /// Returns the content of a file; nil if it cannot be read.
  package func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: self[name]).map(Array.init)
  }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self[name]) }

  package func remove(_ name: String) { try! FileManager.default.removeItem(atPath: self[name]) }
}

/// Returns what the error says that `body` throws; nil where it throws none.
package func complaint<Value>(_ body: () throws -> Value) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return "\(error)"
  }
}
