import Base
import Host
import Store

extension LibrarySearch {
  static let insta = LibrarySearch(
    .insta,
    join: { tree, cases in
      var pending = PendingSnapshots(cases: cases, parts: PartsFolder(tree.stateFolder))
      pending.join()
      return pending.cases
    })
}

/// Treats the pending snapshots of insta as `cargo insta accept` does: a picture and its header are
/// one case, the assertion's line is dropped, and the pending files are removed.
private struct PendingSnapshots {
  var cases: [SnapshotCase]
  let parts: PartsFolder

  private static let pending = ".snap.new"

  mutating func join() {
    let waiting = cases.indices.filter { cases[$0].layout == Library.insta.layout }
    guard !waiting.isEmpty else { return }
    let pictures = Dictionary(
      waiting.compactMap { index in header(ofCaseAt: index).map { (ExactName($0), index) } },
      uniquingKeysWith: { first, _ in first })
    var headers: Set<Int> = []
    for index in waiting {
      guard let actual = cases[index].actual else { continue }
      if let picture = pictures[ExactName(actual)] {
        headers.insert(index)
        take(index, asHeaderOf: picture)
      } else if let part = part(of: actual) {
        cases[index].actual = part
        remove(actual, with: index)
      }
    }
    cases = cases.indices.filter { !headers.contains($0) }.map { cases[$0] }
  }

  /// Returns the header of a snapshot that is not a text: "a.snap.new" for "a.snap.new.png", if it
  /// holds nothing but the header.
  private func header(ofCaseAt index: Int) -> String? {
    guard let actual = cases[index].actual, stem(actual).hasSuffix(Self.pending),
      let bytes = try? Disk.real.read(stem(actual)).bytes,
      SnapLines(bytes)?.areHeader == true
    else { return nil }
    return stem(actual)
  }

  /// Makes accepting a picture also write its header file.
  private mutating func take(_ header: Int, asHeaderOf picture: Int) {
    guard let path = cases[header].actual else { return }
    if let baseline = cases[header].baseline, let part = part(of: path) {
      cases[picture].followUps.insert(FollowUp(target: baseline, source: part), at: 0)
    }
    remove(path, with: picture)
  }

  private mutating func remove(_ path: String, with index: Int) {
    let root = cases[index].failures
    guard Paths.isInside(path, root) else { return }
    cases[index].followUps.append(FollowUp(target: Baseline(path: path, root: root)))
  }

  /// Returns a file with the accepted content of a pending one; nil if it cannot be stored.
  private func part(of path: String) -> String? {
    let isText = path.hasSuffix(Self.pending)
    let ending = isText ? Self.pending : ending(of: path)
    guard let name = parts.name(for: [path], ending: ending),
      let bytes = try? Disk.real.read(path).bytes
    else { return nil }
    let text = isText ? SnapLines(bytes)?.withoutNumber : nil
    return parts.path(of: name) ?? (try? parts.write(text ?? bytes, as: name))
  }
}

/// A snapshot of insta: the lines of its header, between two lines of dashes, and all others.
private struct SnapLines {
  private static let dashes = Array("---".utf8)[...]
  private static let newline = UInt8(ascii: "\n")

  private let lines: [ArraySlice<UInt8>]
  /// The index of the header's last line.
  private let end: Int

  init?(_ bytes: [UInt8]) {
    lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
    guard lines[0] == Self.dashes,
      let end = lines.dropFirst().dropLast().firstIndex(of: Self.dashes)
    else { return nil }
    self.end = end
  }

  /// True if nothing follows the header.
  var areHeader: Bool { lines[(end + 1)...].allSatisfy(\.isEmpty) }

  /// The snapshot without the assertion's line number, which changes with every edit.
  var withoutNumber: [UInt8] {
    let number = lines[..<end].firstIndex { $0.starts(with: "assertion_line:".utf8) }
    let kept = lines.indices.filter { $0 != number }.map { lines[$0] }
    return Array(kept.joined(separator: [Self.newline]))
  }
}
