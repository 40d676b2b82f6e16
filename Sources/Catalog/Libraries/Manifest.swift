import Base
import Essentials
import Host

/// Reads files that came with the failures.
enum Manifest {
  /// A manifest as JSON; nil where it is something else.
  static func read<Content: Decodable>(_ type: Content.Type, _ path: String) -> Content? {
    guard let bytes = try? Disk.real.read(path).bytes else { return nil }
    return decode(type, bytes)
  }

  /// True if a file is no JSON at all, of whatever shape.
  static func isBroken(_ path: String) -> Bool {
    read(AnyJSON.self, path) == nil
  }

  private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) {}
  }

  static func decode<Content: Decodable>(_ type: Content.Type, _ bytes: [UInt8]) -> Content? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }

  /// Returns a path as it is here: for a run on another machine, its part below a folder that has
  /// the name of one around the manifest.
  static func local(_ path: String, manifest: String, upTo top: String) -> String? {
    if FileStatus.exists(path) { return path }
    let parts = Paths.components(path)
    var folder = Paths.parent(manifest)
    while Paths.isInside(folder, top), folder != "/" {
      if let at = parts.lastIndex(of: Substring(Paths.name(folder))), at + 1 < parts.count {
        let candidate = Paths.join(folder, parts[(at + 1)...].joined(separator: "/"))
        if FileStatus.exists(candidate) { return candidate }
      }
      folder = Paths.parent(folder)
    }
    return nil
  }
}
