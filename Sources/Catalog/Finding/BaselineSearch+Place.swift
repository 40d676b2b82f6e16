extension BaselineSearch {
  /// Where the baselines of one folder's failures are, as far as it is looked into: by one thread.
  final class Place {
    let answer: (_ file: String) -> BaselineAnswer
    /// The one folder of those that are asked first, so that a file by the same name in it is the
    /// answer; nil where there are several, or a link leads to it.
    private(set) lazy var usual = tiers.lazy.map(\.folders).first { !$0.isEmpty }
      .flatMap { $0.count == 1 && !$0[0].isLinked ? $0[0] : nil }
    /// Whether there is no folder that could hold one.
    private(set) lazy var isEmpty =
      tiers.allSatisfy(\.folders.isEmpty) && trees.allSatisfy { $0().isEmpty }
    private let tiers: [Tier]
    private let trees: [() -> ReferenceTree]

    init(
      _ tiers: [Tier], _ trees: [() -> ReferenceTree], answer: @escaping (String) -> BaselineAnswer
    ) {
      (self.tiers, self.trees, self.answer) = (tiers, trees, answer)
    }

    /// The numbers' folders, where that of the baselines is known.
    func folders(run: ListedFolder) -> CaseFolders? {
      usual.map {
        CaseFolders(run: run, differences: run, baselines: $0.folder, baselineRoot: $0.home)
      }
    }
  }

  /// Folders that are looked up when the first file asks for them, by one thread.
  final class Tier {
    private(set) lazy var folders = find()
    private let find: () -> [Candidate.Settled]

    init(_ find: @escaping () -> [Candidate.Settled]) { self.find = find }
  }
}
