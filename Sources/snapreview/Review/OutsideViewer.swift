#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
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
    try start(program, files)
  }

  /// A shell starts one viewer for each file and ends at once: nothing of ours waits for them.
  private static func start(_ program: String, _ files: [String]) throws {
    let script = #"for file; do "$0" "$file" </dev/null >/dev/null 2>&1 & done"#
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var child = pid_t()
    let failure = withCStrings(["sh", "-c", script, program] + files) { words in
      withCStrings(variables) { posix_spawn(&child, "/bin/sh", nil, nil, words, $0) }
    }
    guard failure == 0 else {
      throw Failure(
        description: "\(program) cannot be started: \(String(cString: strerror(failure)))")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
