import Foundation

/// Opens files in the desktop's own viewer.
enum OutsideViewer {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  #if os(macOS)
    private static let candidates = ["/usr/bin/open"]
  #else
    private static let candidates = ["/usr/bin/xdg-open", "/usr/local/bin/xdg-open"]
  #endif

  /// Starts the viewer and does not wait for it; it gets neither our terminal nor our keys.
  static func open(_ files: [String]) throws {
    guard let program = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw Failure(
        description: "No viewer found (\(candidates.joined(separator: ", "))). "
          + "The files are listed under i.")
    }
    for file in files {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = [file]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }
  }
}
