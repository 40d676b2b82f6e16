/// Paths as plain strings, as the file system takes them and the journal stores them.
package enum Paths {
  /// The last component, or the whole path if it has no slash.
  package static func name(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The folder that holds `path`; "/" holds itself.
  package static func parent(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns a path and all folders above it, the nearest first.
  package static func upwards(from path: String) -> some Sequence<String> {
    sequence(first: path) { $0 == "/" || $0 == "." ? nil : parent($0) }
  }

  package static func join(_ folder: String, _ name: String) -> String {
    var path = ""
    // Exactly what is needed, because a folder of failures has hundreds of thousands of paths.
    path.reserveCapacity(folder.utf8.count + 1 + name.utf8.count)
    path += folder
    if folder.utf8.last != UInt8(ascii: "/") { path += "/" }
    path += name
    return path
  }

  /// True if `path` is `folder` or lies below it. Both must be absolute, with links resolved.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    // By bytes, because names with different bytes can be equal as characters.
    guard path.utf8.starts(with: folder.utf8) else { return false }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/") || folder == "/"
  }

  package static func components(_ path: String) -> [Substring] {
    // By bytes, because finding character boundaries takes ten times as long.
    path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
  }

  package static func hasComponent(of path: String, beginningWith start: String) -> Bool {
    var rest = path.utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: start.utf8) { return true }
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return false }
      rest = rest[path.utf8.index(after: slash)...]
    }
    return false
  }

  /// The path below `folder`, without a leading slash; nil if it is not below it.
  package static func below(_ folder: String, _ path: String) -> String? {
    guard isInside(path, folder) else { return nil }
    let rest = path.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1)
    return rest.isEmpty ? nil : String(Substring(rest))
  }

  /// The deepest folder that is, or contains, each of the given ones.
  package static func common(_ folders: Set<String>) -> String {
    var common = folders.first ?? "/"
    while !folders.allSatisfy({ isInside($0, common) }) { common = parent(common) }
    return common
  }

  /// The relative path from a folder to a path, with `..` for each step up.
  package static func relative(_ path: String, from folder: String) -> String {
    let there = components(path)
    let here = components(folder)
    let shared = zip(there, here).prefix { $0 == $1 }.count
    let climb = Array(repeating: "..", count: here.count - shared)
    return (climb + there[shared...].map(String.init)).joined(separator: "/")
  }

  /// Returns the items whose paths share the most trailing components with another path.
  package static func closest<Item>(
    _ items: [Item], to path: String, _ pathOf: (Item) -> String
  ) -> [Item] {
    guard items.count > 1 else { return items }
    let parts = components(path).reversed()
    let shared = items.map { item in
      zip(components(pathOf(item)).reversed(), parts).prefix { $0 == $1 }.count
    }
    let most = shared.max()
    return zip(items, shared).filter { $0.1 == most }.map(\.0)
  }

  /// Undoes `relative`; returns an absolute path without `.` and `..`.
  package static func resolve(_ path: String, from folder: String) -> String {
    let whole = path.hasPrefix("/") ? path : join(folder, path)
    var kept: [Substring] = []
    for part in components(whole) where part != "." {
      if part == ".." { _ = kept.popLast() } else { kept.append(part) }
    }
    return "/" + kept.joined(separator: "/")
  }
}

/// Returns the last extension of a file's name with its dot: ".png" of "a/b.c.png", or "".
package func ending(of path: String) -> String {
  let name = Paths.name(path)
  return String(name.dropFirst(stem(name).count))
}

/// A file name without its last extension: "a.b" of "a.b.png".
package func stem(_ name: String) -> String {
  guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
    return name
  }
  return String(name[..<dot])
}
