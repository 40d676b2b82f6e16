import Base

extension Paths {
  /// Returns the path with every link resolved; throws if it does not exist.
  package static func real(_ path: String) throws(SystemError) -> String {
    try Disk.real.realPath(path)
  }

  /// Returns the absolute path. Links are resolved in the part that exists; the rest is unchanged.
  package static func realAsFarAsItExists(_ path: String, on disk: Disk = .real) -> String {
    let whole = resolve(path, from: (try? disk.workingFolder()) ?? "/")
    var missing: [String] = []
    var existing = whole
    while existing != "/" {
      if let real = try? disk.realPath(existing) { return missing.reversed().reduce(real, join) }
      missing.append(name(existing))
      existing = parent(existing)
    }
    return whole
  }

  package static var workingFolder: String { (try? Disk.real.workingFolder()) ?? "/" }

  /// The user's home folder with links resolved; nil if there is none.
  package static var home: String? {
    Environment.value("HOME").flatMap { try? real($0) }
  }
}
