/// Two files: a reference and its actual, as `ksdiff A B` takes them.
extension Finder {
  /// The one case of two plain files; nil where anything else was given.
  mutating func pair(
    _ places: [Place]
  ) throws(CatalogError) -> (snapshot: SnapshotCase, root: String)? {
    guard places.count == 2, places.allSatisfy({ $0.kind != .folder }) else {
      guard layouts != [.pair] else {
        throw CatalogError(.wrongUse, "--layout pair takes two files: a reference and its actual.")
      }
      return nil
    }
    for place in places where place.kind == .other {
      throw CatalogError(.wrongUse, "\(place.shown): not a plain file.")
    }
    let (reference, actual) = (places[0].path, places[1].path)
    let content = try contents(of: places)
    let root = Paths.parent(actual)
    var snapshot = SnapshotCase(
      id: "", suite: Paths.name(root), name: Paths.name(actual), layout: .pair,
      content: content, reference: reference, actual: actual,
      baseline: Baseline(path: reference, root: Paths.parent(reference)), failures: root,
      // The same actual beside another reference is another case.
      key: SnapshotCase.key(
        .pair, "\(Paths.name(actual))//\(Paths.relative(reference, from: root))"))
    if FileKind(name: Paths.name(actual)) == .image { snapshot.name = stem(snapshot.name) }
    if let library = libraryCase(reference: reference, actual: actual) {
      snapshot = library
    } else {
      writableRoots.insert(Paths.parent(reference))
    }
    var cases = [snapshot]
    CaseChecks(actuals: []).finish(&cases, root: root)
    return (cases[0], root)
  }

  /// A pair whose names are iOSSnapshotTestCase's has its baseline elsewhere: the library prints
  /// such a command, and accepting must not stop at its copy of the reference.
  private mutating func libraryCase(reference: String, actual: String) -> SnapshotCase? {
    guard layouts.contains(.uber), Paths.parent(reference) == Paths.parent(actual),
      Paths.name(reference).hasPrefix("reference_"), Paths.name(actual).hasPrefix("failed_"),
      let place = try? Place(actual), let source = try? Source(place)
    else { return nil }
    findUber(in: source)
    return cases.first { $0.reference == reference && $0.baseline != nil }
  }

  private func contents(of places: [Place]) throws(CatalogError) -> SnapshotCase.Content {
    var kinds: [SnapshotCase.Content] = []
    for place in places {
      let head: [UInt8]
      do throws(SystemError) {
        head = try FileHead.read(place.path, count: 4096)
      } catch {
        throw CatalogError(.unreadable, "\(place.shown): cannot be read (\(error)).")
      }
      let isText =
        switch FileKind(name: Paths.name(place.path)) {
        case .text: true
        case .image, .lossyImage: false
        case nil: FileHead.looksLikeText(head) && !FileHead.isPointer(head)
        }
      kinds.append(isText ? .text : .image)
    }
    guard kinds[0] == kinds[1] else {
      throw CatalogError(
        .wrongUse,
        "\(places[0].shown) and \(places[1].shown): one is an image and the other a text. "
          + "Give two of a kind.")
    }
    return kinds[0]
  }
}
