import Base
import Host

enum OutputFile {
  /// Writes the whole file or nothing; a pipe or device gets the bytes directly, and `-` means
  /// standard output.
  ///
  /// - Parameter inputs: Files that must not be overwritten, by any path or link.
  static func write(_ bytes: [UInt8], to path: String, sparing inputs: [String] = []) throws {
    guard path != StandardInput.name else { return Console.write(bytes) }
    let disk = Disk.real
    // Writes to the target of a link, so that the link remains.
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
        try disk.send(bytes, to: target)
      } else {
        let temporary = target + ".snapreview-\(UInt32.random(in: 0 ... .max))"
        try disk.replace(target, by: bytes, through: temporary, like: old, isVital: false)
      }
    } catch {
      throw CommandFailure(
        .fileTrouble, "\(printable(path)): cannot be written: \(error). Nothing was written.")
    }
  }
}
