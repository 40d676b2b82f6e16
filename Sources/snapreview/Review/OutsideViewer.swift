import Base
import Terminal

/// Opens files in the desktop's own viewer.
enum OutsideViewer {
  #if os(macOS)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// The time, in milliseconds, within which a viewer that cannot show a file reports an error; one
  /// that is still running shows it.
  private static let patience = 3_000

  /// Starts the viewer found in PATH once for each file and waits a moment for an error. The viewer
  /// gets neither our terminal nor our keys.
  ///
  /// - Returns: A sentence about the result.
  static func open(_ files: [String]) -> String {
    // A shell starts the viewers and exits at once, so that no process of ours waits for them. They
    // print their exit statuses for as long as we listen.
    let script = #"""
      command -v "$0" >/dev/null || { echo none; exit; }
      for file; do { "$0" "$file" </dev/null >/dev/null 2>&1; echo $?; } & done
      """#
    let lines = Program.output(of: ["/bin/sh", "-c", script, program] + files, within: patience)
      .split(separator: "\n")
    guard lines.first != "none" else {
      return
        "No image viewer found (\(program) is not in PATH). Press i for the paths of the files."
    }
    let failures = lines.filter { $0 != "0" }
    guard let first = failures.first else {
      return "Opened \(Wording.count(files.count, "file")) in another program."
    }
    return "\(program) opened \(files.count - failures.count) of "
      + "\(Wording.count(files.count, "file")): it ended with status \(first). "
      + "Press i for the paths of the files."
  }
}
