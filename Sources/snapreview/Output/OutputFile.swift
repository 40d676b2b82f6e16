import Catalog
import Foundation

/// A result that the user wants in a file.
enum OutputFile {
  /// Writes whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      let reason = (error as NSError).localizedDescription
      throw CommandFailure(
        .fileTrouble, "Cannot write \(printable(path)): \(printable(reason)) Nothing was written.")
    }
  }
}
