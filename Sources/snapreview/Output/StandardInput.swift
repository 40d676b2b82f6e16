import Base
import Catalog
import Essentials
import Host

/// `-` on the command line: a file that comes from standard input.
enum StandardInput {
  static let name = Catalog.standardInput

  /// Passes `body` the path of a named file; standard input is stored in a temporary file until
  /// `body` returns.
  static func withFile<Result>(_ path: String, _ body: (String) throws -> Result) throws -> Result {
    guard path == name else { return try body(path) }
    let named = Environment.value("TMPDIR") ?? ""
    let folder = named.hasPrefix("/") ? named : "/tmp"
    let kept = Paths.join(folder, "snapreview-\(UUID().uuidString).png")
    defer { try? Disk.real.removeIfThere(kept) }
    var fault = "No place to keep standard input."
    do throws(SystemError) {
      try Disk.real.create(kept) { () throws(SystemError) in
        fault = "Standard input cannot be read."
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = try Disk.real.readNext(of: .standardInput, into: &block, from: 0)
        fault = "Standard input cannot be kept: the disk is full?"
        return count > 0 ? Array(block.prefix(count)) : nil
      }
    } catch {
      throw CommandFailure(.fileTrouble, fault)
    }
    return try body(kept)
  }
}
