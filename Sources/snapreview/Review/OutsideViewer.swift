import Terminal

/// Opens files in the desktop's own viewer.
enum OutsideViewer {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  #if os(macOS)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// Starts the viewer that PATH has and does not wait for it; it gets neither our terminal nor
  /// our keys.
  static func open(_ files: [String]) throws {
    // A shell starts one viewer for each file and ends at once: nothing of ours waits for them.
    let script = #"""
      command -v "$0" >/dev/null || exit
      for file; do "$0" "$file" </dev/null >/dev/null 2>&1 & done
      """#
    guard Program.ask(["/bin/sh", "-c", script, program] + files)?.status == 0 else {
      throw Failure(
        description:
          "No image viewer found (\(program) is not in PATH). Press i for the paths of the files.")
    }
  }
}
