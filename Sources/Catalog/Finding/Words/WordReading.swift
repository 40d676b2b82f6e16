import Base

/// One way to read a file as a part of a failure: by a word in its own name, or in the name of a
/// folder above it.
struct WordReading: Sendable {
  let file: String
  let role: FileRole
  let isCommon: Bool
  /// The folder that holds the failure's files, or the folders that words name.
  let home: String
  /// The path below `home` without the words and the ending: the same for all files of a failure.
  var subject: String
  let mark: WordMark
  /// True if another part of the path is a word too, so that this is the file's second reading: the
  /// actual of "expected" in "actual.expected.png", or the snapshot of a folder named "actual".
  var isSecond = false
  /// The text after the snapshot's name, without its dot: "png.txt" for the text about a picture
  /// "x.expected.png.txt", empty for "x.expected".
  let ending: String

  var isImage: Bool {
    let name = WordMark.name(subject, ending: ending)
    return [.image, .lossyImage].contains(FileKind(name: Paths.name(name)))
  }

  /// The reading without the last part of the subject's name; nil if it has just one.
  var withoutLastPart: WordReading? {
    let name = Paths.name(subject)
    guard let end = name.utf8.lastIndex(where: { ".-_".utf8.contains($0) }), end > name.startIndex
    else { return nil }
    let (folder, start) = (Paths.parent(subject), String(name[..<end]))
    var reading = self
    reading.subject = folder == "." ? start : Paths.join(folder, start)
    return reading
  }

  /// A key that all files of a failure share. Texts, and files that cannot be drawn, are different
  /// snapshots if their endings differ.
  var key: ExactName {
    let path = Paths.join(home, subject) + (isSecond ? "\0" : "")
    return ExactName(isImage ? path : "\(path)\0\(ending)")
  }
}

extension ListedFolder {
  func wordReadings(below trees: WordTrees, of isMeant: (String) -> Bool) -> [WordReading] {
    let (all, trees) = (trees, trees.above(self))
    var readings: [WordReading] = []
    for file in allFiles {
      let names = WordName.all(in: file)
      guard !names.isEmpty || !trees.isEmpty, isMeant(Paths.join(path, file)) else { continue }
      readings += names.map { reading(of: file, $0, isSecond: $0.mark != names[0].mark) }
      let kind = FileKind(name: file)
      let isPicture = kind != nil && kind != .text || FileKind.isUndrawn(file)
      // Any other file counts only by its own name: folders named "base" and "test" hold
      // configurations.
      for tree in trees where isPicture || tree.isOfPictures && !FileKind.isAlmostPicture(file) {
        // A difference may be next to its actual.
        if tree.role != .difference, actual(ofDifference: file) != nil,
          !all.hasReference(of: file, in: tree)
        {
          readings += names.filter { $0.word.role == .difference }
            .map { reading(of: file, tree, $0) }
          continue
        }
        readings.append(reading(of: file, tree, nil))
        readings += names.filter { $0.word.role == tree.role && $0.mark.whole == nil }
          .map { reading(of: file, tree, $0) }
      }
    }
    return readings
  }

  /// Returns the picture that a difference is named after: "a.png" for "a-diff.png". Whatever
  /// folder they are in, the latter is never an actual.
  func actual(ofDifference file: String) -> String? {
    guard FileKind(name: file) == .image else { return nil }
    return DifferenceName.rests(of: stem(file)).lazy
      .flatMap { self.files(named: $0, like: file) }.first
  }

  /// Returns the pictures of a name, and the file with another one's ending.
  func files(named bare: String, like file: String) -> [String] {
    ([ending(of: file), ".png"] + FileKind.pictureEndings.map { "." + $0 })
      .compactMap { spelling(of: bare + $0) }
  }

  private func reading(of file: String, _ name: WordName, isSecond: Bool) -> WordReading {
    let isWhole = name.mark.whole != nil
    return WordReading(
      file: Paths.join(path, file), role: name.word.role, isCommon: name.word.isCommon,
      home: isWhole ? Paths.parent(path) : path, subject: isWhole ? self.name : name.rest,
      mark: name.mark, isSecond: isSecond || isWhole && FileRole.word(folder: self.name) != nil,
      ending: name.ending)
  }

  private func reading(of file: String, _ tree: WordTree, _ name: WordName?) -> WordReading {
    var mark = name?.mark ?? WordMark.none
    mark.folder = tree.name
    let rest = name?.rest ?? stem(file)
    return WordReading(
      file: Paths.join(path, file), role: name?.word.role ?? tree.role,
      isCommon: tree.isCommon && !tree.isOfPictures, home: tree.home,
      subject: tree.rest.isEmpty ? rest : Paths.join(tree.rest, rest), mark: mark,
      isSecond: tree.isInAnother, ending: name?.ending ?? String(Base.ending(of: file).dropFirst()))
  }
}

extension WordName {
  /// Returns the files that words make parts of one failure: "x_expected.png" and "x_actual.png".
  static func parts(of folder: ListedFolder) -> Set<String> {
    let named = folder.allFiles.flatMap { file in all(in: file).map { (file, $0) } }
    let failures = Dictionary(grouping: named) { $1.rest }.values
    return Set(failures.filter { Set($0.map(\.1.word.role)).count > 1 }.joined().map(\.0))
  }
}
