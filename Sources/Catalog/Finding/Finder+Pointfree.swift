/// swift-snapshot-testing: `<artifacts>/<TestFile>/<test>.<id>.<ending>`.
extension Finder {
  mutating func findPointfree(in source: Source) {
    for folder in source.folders where mayHoldArtifacts(folder.path, source) {
      let place = realPath(folder.path)
      let artifacts = Paths.parent(folder.path)
      let testFile = TestFile(
        name: folder.name, artifacts: artifacts, failures: Paths.parent(place),
        key: SnapshotCase.key(.pointfree, Paths.name(place)),
        find: baselines.pointfree(testFile: folder.name, artifacts: artifacts, in: source))
      for file in folder.files {
        let path = Paths.join(folder.path, file)
        if !claimed.contains(path), source.wants([path]) {
          addPointfree(file: file, path: path, testFile, source)
        }
      }
    }
  }

  /// What the artifacts of one test file have in common.
  private struct TestFile {
    let name: String
    let artifacts: String
    let failures: String
    let key: String
    let find: (String) -> BaselineAnswer
  }

  /// References are never failures: not by their folders' names, nor where the user named them.
  /// Neither are pictures of differences; but this library writes none, should its layout be asked
  /// for.
  private func mayHoldArtifacts(_ path: String, _ source: Source) -> Bool {
    if ReferenceTree.isReference(path) || taken.contains(path) { return false }
    if !pictures.canHoldActuals(path, openedAs: source.top, byName: !isForced) { return false }
    return !references.contains {
      Paths.isInside(path, $0) && Paths.isInside($0, source.top) && $0 != source.top
    }
  }

  private mutating func addPointfree(
    file: String, path: String, _ testFile: TestFile, _ source: Source
  ) {
    let kind = FileKind(name: file)
    var snapshot = SnapshotCase(
      id: "", suite: testFile.name, name: kind == .image ? stem(file) : file, layout: .pointfree,
      content: kind == .text ? .text : .image, actual: path, failures: testFile.failures,
      key: testFile.key + "/" + SnapshotCase.escaped(file))
    switch testFile.find(file) {
    case .found(let baseline, let exists):
      guard exists || Self.hasShape(file) else { return }
      snapshot.baseline = baseline
      snapshot.reference = exists ? baseline.path : nil
      if !exists { snapshot.remarks.append(Self.newBaselineRemark) }
    case .ambiguous(let paths): snapshot.obstacle = Self.ambiguity(paths)
    case .behindLink(let reference, let link, let root):
      snapshot.reference = reference
      snapshot.obstacle = Self.refusal(of: link, root)
    case .none:
      if Self.hasShape(file) { unproven.append((snapshot, source)) }
      return
    }
    hintRoot(testFile.artifacts)
    add(snapshot, from: source)
  }

  /// Lists failures without a reference where something else says that they are failures: one
  /// beside them has its reference, the layout was asked for, or there is nothing else to show.
  mutating func addUnproven() {
    let proven = Set(cases.lazy.filter { $0.layout == .pointfree }.compactMap(\.artifacts))
    let fruitful = fruitful
    for (var snapshot, source) in unproven {
      guard let artifacts = snapshot.artifacts, let actual = snapshot.actual,
        isForced || proven.contains(artifacts)
          || !fruitful.contains(source.place.path) && snapshot.name.hasPrefix("test")
            && !referenceBases.contains(artifacts)
      else { continue }
      snapshot.obstacle =
        "No baseline found: no __Snapshots__/\(printable(snapshot.suite))/"
        + "\(printable(Paths.name(actual))) \(home(of: snapshot, source)). "
        + "Give --references DIR."
      hintRoot(artifacts)
      add(snapshot, from: source)
    }
  }

  /// "test.name.png": the library allows just one dot before the ending.
  private static func hasShape(_ file: String) -> Bool {
    let parts = stem(file).split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && !file.hasSuffix(".snap")
      && !PictureFolders.isDifference(file: file)
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0 == "-" || $0 == "_" || $0.isLetter || $0.isNumber }
      }
  }
}

extension SnapshotCase {
  /// The folder that holds the test files' folders of artifacts.
  fileprivate var artifacts: String? { actual.map { Paths.parent(Paths.parent($0)) } }
}
