import Base
import Host

/// Two files: a reference and its actual, in the order of `ksdiff A B`. As in git, `/dev/null`
/// stands for a missing file.
extension SnapshotCase {
  /// True if the names of two files say that the first is the actual, or the second the reference.
  package var looksSwapped: Bool {
    guard layout == .pair, let reference, let actual else { return false }
    let roles = { (path: String) in Set(WordName.all(in: Paths.name(path)).map(\.word.role)) }
    let (first, second) = (roles(reference), roles(actual))
    return first == [.actual] && !second.contains(.actual)
      || second == [.reference] && !first.contains(.reference)
  }
}

extension Tree {
  /// A case of two plain files.
  struct Pair {
    var snapshot: SnapshotCase
    /// The folders below which the decision may write.
    var writableRoots: [String] = []
    var root: String { snapshot.failures }
  }

  /// Returns the case of two plain files; nil if anything else was given.
  func pair(_ places: [GivenPath], merged: String?) throws(CatalogError) -> Pair? {
    guard places.count == 2, places.allSatisfy({ $0.kind != .folder }) else {
      guard merged == nil else { throw .wrongUse("--merged goes with two files: ours and theirs.") }
      guard layouts != [.pair] || places.count == 2 && places.allSatisfy({ $0.kind == .folder })
      else {
        throw .wrongUse("--layout pair takes two files or two folders: a reference and its actual.")
      }
      return nil
    }
    let given = places.filter { !$0.isAbsent }
    for place in given where place.kind == .other {
      throw .wrongUse("\(place.shown): not a plain file.")
    }
    guard let last = given.last else {
      throw .wrongUse("Both files are /dev/null: there is nothing to compare.")
    }
    let content = try contents(of: given)
    var pair = pair(places[0], places[1], content, named: last.path)
    if let merged { try merge(into: merged, &pair) }
    var cases = [pair.snapshot]
    // A link may lead anywhere, because the user named it.
    CaseChecks(actuals: ["/"]).finish(&cases, root: pair.root)
    pair.snapshot = cases[0]
    return pair
  }

  /// Finds the case of two files named as by a library that keeps its baselines elsewhere.
  /// iOSSnapshotTestCase prints such a command; accepting must replace the baseline, not its copy.
  private func libraryCase(reference: String, actual: String) -> Pair? {
    let copies = index.entries(file: Paths.name(reference)).filter { $0.role == .part }
    guard !copies.isEmpty, let place = try? GivenPath(actual), let source = try? Source(place)
    else { return nil }
    var finder = Finder(self)
    finder.take(presetSightings(in: source, Resolver()))
    let own = finder.cases.first {
      $0.reference == reference && $0.actual == actual && $0.baseline != nil
    }
    return own.map { Pair(snapshot: $0, writableRoots: finder.writableRoots.sorted()) }
  }

  private func pair(
    _ first: GivenPath, _ second: GivenPath, _ content: SnapshotCase.Content, named path: String
  ) -> Pair {
    let reference = first.isAbsent ? nil : first.path
    let actual = second.isAbsent ? nil : second.path
    if let reference, let actual, let library = libraryCase(reference: reference, actual: actual) {
      return library
    }
    let (root, name) = (Paths.parent(path), Paths.name(path))
    var snapshot = SnapshotCase(
      suite: Paths.name(root), name: SnapshotCase.name(ofFile: name), layout: .pair,
      content: content, reference: reference, actual: actual, failures: root,
      // The same actual with another reference is another case.
      key: "\(name)//\(Paths.relative(first.path, from: root))")
    if let reference {
      snapshot.baseline = Baseline(path: reference, root: Paths.parent(reference))
      snapshot.isDeletion = actual == nil
    } else {
      snapshot.obstacle = GitCopy.absence
    }
    if GitCopy.holds(first.path) { snapshot.obstacle = GitCopy.obstacle }
    return Pair(snapshot: snapshot, writableRoots: reference.map { [Paths.parent($0)] } ?? [])
  }

  /// Turns the pair into the two sides of a merge whose result goes to another file.
  private func merge(into merged: String, _ pair: inout Pair) throws(CatalogError) {
    let place = try GivenPath(merged)
    guard place.kind == .file else { throw .wrongUse("--merged \(place.shown): not a plain file.") }
    let folder = Paths.parent(place.path)
    // Not next to the two files, which git removes.
    let root = writeScope.repository(around: folder) ?? folder
    var snapshot = pair.snapshot
    snapshot.baseline = Baseline(path: place.path, root: root)
    snapshot.failures = root
    snapshot.key = SnapshotCase.key(.pair, Paths.relative(place.path, from: root))
    snapshot.name = SnapshotCase.name(ofFile: Paths.name(place.path))
    snapshot.suite = Paths.name(folder)
    snapshot.id = Paths.join(snapshot.suite, snapshot.name)
    snapshot.writing = .either
    snapshot.remarks.append(.conflict(isOfGit: false))
    snapshot.isDeletion = false
    snapshot.obstacle = nil
    pair = Pair(snapshot: snapshot, writableRoots: [root])
  }

  private func contents(of places: [GivenPath]) throws(CatalogError) -> SnapshotCase.Content {
    let kinds = try places.map { (place) throws(CatalogError) -> SnapshotCase.Content in
      let head = try CatalogError.reading(place.shown) { () throws(SystemError) in
        try FileHead.read(place.path, count: 4096)
      }
      let isPointer = FileHead.isPointer(head)
      return isPointer ? .image : .init(fileNamed: Paths.name(place.path), at: [place.path])
    }
    let kind = SnapshotCase.Content(ofPair: kinds[0], kinds.last ?? kinds[0])
    guard kind != .image || !kinds.contains(.text) else {
      throw .wrongUse(
        "\(places[0].shown) and \(places[1].shown): one is an image and the other a text. "
          + "Give two of a kind.")
    }
    return kind
  }
}
