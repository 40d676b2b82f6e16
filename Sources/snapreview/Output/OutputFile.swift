import Catalog

/// Writes results to files.
enum OutputFile {
  /// Writes the whole file or nothing; a pipe or device gets the bytes directly.
  ///
  /// - Parameter inputs: Files that must not be overwritten, whatever path or link leads to them.
  static func write(_ bytes: [UInt8], to path: String, sparing inputs: [String] = []) throws {
    try write([bytes], to: path, sparing: inputs)
  }

  /// As above of bytes that come in pieces.
  static func write(
    _ pieces: [[UInt8]], to path: String, sparing inputs: [String] = []
  ) throws {
    let disk = Disk.real
    // Behind a link, so that the link stays one.
    let target = Paths.realAsFarAsItExists(path)
    let old = try? FileStatus(of: target)
    if let old, inputs.contains(where: { (try? FileStatus(of: $0))?.identity == old.identity }) {
      throw CommandFailure(
        .wrongUse,
        "\(printable(path)): is one of the compared files and would be lost. "
          + "Name another file.")
    }
    do throws(SystemError) {
      if old?.kind == .other {
        try disk.send(pieces, to: target)
      } else {
        try replace(target, by: pieces, like: old, on: disk)
      }
    } catch {
      throw CommandFailure(
        .fileTrouble, "\(printable(path)): cannot be written: \(error). Nothing was written.")
    }
  }

  private static func replace(
    _ path: String, by pieces: [[UInt8]], like old: FileStatus?, on disk: Disk
  ) throws(SystemError) {
    let temporary = path + ".snapreview-\(UInt32.random(in: 0 ... .max))"
    do throws(SystemError) {
      try disk.create(temporary, pieces: pieces, like: old, isVital: false)
      try disk.rename(temporary, to: path)
    } catch {
      try? disk.remove(temporary)
      throw error
    }
  }
}
