import Base
import Terminal

/// Opens files in the desktop's own viewer.
enum OutsideViewer {
  #if os(macOS)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// Starts the viewer that PATH has and does not wait for it; it gets neither our terminal nor
  /// our keys.
  ///
  /// - Returns: A sentence on the result.
  static func open(_ files: [String]) -> String {
    // A shell starts one viewer for each file and ends at once: nothing of ours waits for them.
    let script = #"""
      command -v "$0" >/dev/null || exit
      for file; do "$0" "$file" </dev/null >/dev/null 2>&1 & done
      """#
    guard Program.ask(["/bin/sh", "-c", script, program] + files)?.status == 0 else {
      return
        "No image viewer found (\(program) is not in PATH). Press i for the paths of the files."
    }
    return "Opened \(Wording.count(files.count, "file")) in another program."
  }
}
