import Base
import Host

struct GitIndex {
  struct Entry {
    let mode: String
    let object: String
    /// The side of an unfinished merge: 2 is ours, 3 is theirs; 0 without a conflict.
    let stage: Int
    /// True if a sparse checkout leaves the file out.
    let isLeftOut: Bool
    fileprivate let stamp: Stamp?
  }

  /// The part of a file's status that git kept when the file last was the entry's object.
  struct Stamp: Equatable {
    private let numbers: [UInt32]

    init(_ status: FileStatus) {
      let (stamp, device) = (status.stamp, status.identity)
      numbers = [
        stamp.changed.seconds, stamp.changed.nanoseconds, stamp.modified.seconds,
        stamp.modified.nanoseconds, Int(truncatingIfNeeded: device.inode), Int(status.owner),
        Int(status.group), stamp.size,
      ].map { UInt32(truncatingIfNeeded: $0) }
    }

    /// - Parameter text: As `git ls-files --debug` writes it: times, device, inode, owner, group
    ///   and size, each after its name. Any other form matches no file.
    fileprivate init?(_ text: ArraySlice<UInt8>) {
      var all = text.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.prefix(9)
        .map { UInt32(String(decoding: $0, as: UTF8.self)) ?? 0 }
      guard all.count == 9 else { return nil }
      // A device may have another number after a restart.
      all.remove(at: 4)
      numbers = all
    }
  }

  private(set) var entries: [(path: ArraySlice<UInt8>, entry: Entry)] = []
  /// The entries of files without a conflict, by path.
  private(set) var files: [ExactName: Entry] = [:]
  /// The time at which the index was written, in seconds.
  private let written: Int

  /// Reads only the index; no file of the work tree is read, so no filter is run.
  init(of repository: GitRepository) throws(CatalogError) {
    written = (try? FileStatus(of: repository.folders.index))?.stamp.modified.seconds ?? 0
    let pieces = try repository.pieces(
      ["ls-files", "--stage", "-v", "-z", "--debug"], endIsOpen: true)
    for (piece, next) in zip(pieces, pieces.dropFirst()) {
      let start = Self.headingStart(piece)
      guard let tab = piece[start...].firstIndex(of: UInt8(ascii: "\t")) else { continue }
      // The `--debug` lines of an entry follow the zero byte that ends its path.
      let stamp = Stamp(next[..<Self.headingStart(next)])
      guard let entry = Self.entry(piece[start..<tab], stamp) else { continue }
      let bytes = piece[(tab + 1)...]
      entries.append((bytes, entry))
      if entry.stage == 0, let path = String(validating: bytes, as: UTF8.self) {
        files[ExactName(path)] = entry
      }
    }
  }

  /// Skips the `--debug` lines, which start with two spaces.
  private static func headingStart(_ piece: ArraySlice<UInt8>) -> Int {
    var rest = piece
    while rest.starts(with: [UInt8(ascii: " "), UInt8(ascii: " ")]) {
      rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    }
    return rest.startIndex
  }

  /// Reads `H 100644 <object> <stage>`; the letter is S for a file that a sparse checkout leaves
  /// out.
  private static func entry(_ heading: ArraySlice<UInt8>, _ stamp: Stamp?) -> Entry? {
    let words = heading.texts(between: " ")
    guard words.count == 4, let stage = Int(words[3]) else { return nil }
    return Entry(
      mode: words[1], object: words[2], stage: stage, isLeftOut: words[0].uppercased() == "S",
      stamp: stamp)
  }

  /// Returns the files of the work tree, by path, that are still these objects.
  ///
  /// `git diff-index` would run the repository's filters on each file. Here the index vouches for
  /// files that are unmodified since git last examined them, and the others are hashed, unfiltered:
  /// texts may differ in what git itself converts, such as line endings.
  func files(
    equalTo objects: [ExactName: String], in repository: GitRepository
  ) throws(CatalogError) -> Set<ExactName> {
    let names = Array(objects.keys)
    let areVouchedFor = mapOnAllCores(names.count, band: 64) { place in
      let file = Paths.join(repository.top, names[place].text)
      guard let entry = files[names[place]], entry.object == objects[names[place]],
        let status = try? Disk.real.statusOfLink(file)
      else { return false }
      return status.kind == .file && vouches(for: entry, status)
    }
    let doubtful = zip(names, areVouchedFor).filter { !$0.1 }.map(\.0)
    let hashed = try repository.blobNames(of: doubtful.map(\.text))
    return Set(names).subtracting(doubtful.filter { hashed[$0] != objects[$0] })
  }

  /// True if a file is certainly unchanged since git last found it to be the entry's object.
  ///
  /// A file that changed in the second in which the index was written, or later, may have changed
  /// without a trace.
  func vouches(for entry: Entry, _ status: FileStatus) -> Bool {
    let (modified, changed) = (status.stamp.modified.seconds, status.stamp.changed.seconds)
    return max(modified, changed) < written && entry.stamp == Stamp(status)
  }
}
