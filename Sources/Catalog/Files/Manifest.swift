import Base
import Essentials
import Host

/// Reads files that came with the failures.
enum Manifest {
  static func read<Content: Decodable>(_ type: Content.Type, _ path: String) -> Content? {
    guard let bytes = try? Disk.real.read(path).bytes else { return nil }
    return decode(type, bytes)
  }

  static func isBroken(_ path: String) -> Bool {
    read(AnyJSON.self, path) == nil
  }

  private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) {}
  }

  static func decode<Content: Decodable>(_ type: Content.Type, _ bytes: [UInt8]) -> Content? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try? decoder.decode(type, from: Data(bytes))
  }

  /// Returns a path as it is on this machine. For a run on another machine, the part after the name
  /// of a folder around the manifest is looked up in that folder.
  static func local(_ path: String, manifest: String, upTo top: String) -> String? {
    if FileStatus.exists(path) { return path }
    let parts = Paths.components(path)
    let folders = Paths.upwards(from: Paths.parent(manifest))
    for folder in folders.prefix(while: { Paths.isInside($0, top) && $0 != "/" }) {
      if let at = parts.lastIndex(of: Substring(Paths.name(folder))), at + 1 < parts.count {
        let candidate = Paths.join(folder, parts[(at + 1)...].joined(separator: "/"))
        if FileStatus.exists(candidate) { return candidate }
      }
    }
    return nil
  }
}
