import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    // A shell starts one viewer for each file and ends at once: nothing of ours waits for them.
    let script = #"for file; do "$0" "$file" </dev/null >/dev/null 2>&1 & done"#
    guard Program.ask(["/bin/sh", "-c", script, program] + files) != nil else {
      throw Failure(description: "\(program) cannot be started.")
    }
  }
}
