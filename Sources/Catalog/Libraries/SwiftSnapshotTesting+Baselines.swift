import Base
import Host

extension BaselineSearch {
  /// The reference that a log names, where the library itself would look for it and it may be
  /// written.
  func logged(_ reference: String, testFile: String, in homes: [String]) -> BaselineAnswer {
    let given = Paths.parent(reference)
    guard let real = try? Paths.real(given),
      let home = homes.first(where: { Paths.isInside(real, $0) }),
      let folder = folder(Paths.isInside(given, home) ? given : real)
    else { return .none }
    let isFlat = folder.name.hasPrefix(ReferenceFolders.pointfreePrefix)
    let candidate = Candidate(folder: folder, root: home, isFlat: isFlat)
    let isPrescribed =
      isFlat
      || folder.name == testFile && candidate.parentName.hasPrefix(ReferenceFolders.pointfreePrefix)
    let file = Paths.name(reference)
    guard isPrescribed, folder.spelling(of: file) != nil else { return .none }
    return answer(settled([candidate]), file: file, exists: true)
  }
}
