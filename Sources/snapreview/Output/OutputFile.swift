import Catalog

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A result that the user wants in a file.
enum OutputFile {
  /// Writes whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandFailure(
        .fileTrouble,
        "\(printable(path)): cannot be written: \(FileTrouble.reason(error)). Nothing was written.")
    }
  }
}
