import Foundation

/// All that lies below a folder, to be compared and put back.
package struct Tree: Hashable, Sendable {
  package enum Node: Hashable, Sendable {
    case folder
    case file([UInt8])
    case link(String)
    case other
  }

  /// The nodes by their paths below the folder.
  package var nodes: [String: Node] = [:]

  package init() {}

  package init(of root: String) { take(root, "") }

  private mutating func take(_ folder: String, _ prefix: String) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      guard name != "." && name != ".." else { continue }
      let node = Self.node(folder + "/" + name)
      nodes[prefix + name] = node
      if node == .folder { take(folder + "/" + name, prefix + name + "/") }
    }
  }

  private static func node(_ path: String) -> Node {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .other }
    switch UInt32(status.st_mode) & UInt32(S_IFMT) {
    case UInt32(S_IFREG): return .file(bytes(of: path) ?? [])
    case UInt32(S_IFDIR): return .folder
    case UInt32(S_IFLNK):
      return .link((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "")
    default: return .other
    }
  }

  /// Returns the content of a file; nil if it cannot be read.
  package static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    let count = bytes.count
    return fread(&bytes, 1, count, file) == count ? bytes : nil
  }

  /// Makes a folder hold this and nothing else. What is there already is left alone.
  package func restore(at root: String) {
    let now = Tree(of: root).nodes
    for (path, node) in now.sorted(by: { $0.key > $1.key }) where nodes[path] != node {
      precondition(Foundation.remove(root + "/" + path) == 0, path)
    }
    for (path, node) in nodes.sorted(by: { $0.key < $1.key }) where now[path] != node {
      Self.make(node, root + "/" + path)
    }
  }

  private static func make(_ node: Node, _ path: String) {
    switch node {
    case .folder: precondition(mkdir(path, 0o700) == 0, path)
    case .file(let bytes):
      let file = fopen(path, "w")!
      precondition(fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0)
      // The author's key is only taken where nobody else could have read it.
      chmod(path, 0o600)
    case .link(let target): precondition(symlink(target, path) == 0, path)
    case .other: preconditionFailure("\(path) cannot be put back")
    }
  }

  /// The nodes below one folder, by their whole paths.
  package func below(_ folder: String) -> [String: Node] {
    nodes.filter { $0.key.hasPrefix(folder + "/") }
  }
}
