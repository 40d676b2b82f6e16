import Base
import DiffEngine
import PNGCodec
import Pixels

/// Strips: reference, difference and actual in one picture, where the library keeps no file of the
/// actual.
extension Finder {
  /// Makes the parts of the strips that show the actuals files of their own, on all cores.
  ///
  /// - Parameter chosen: The cases of strips, by their places.
  mutating func takeApart(_ chosen: [Int]) {
    guard !chosen.isEmpty else { return }
    let parts = PartsFolder(tree.stateFolder)
    parts.tidy()
    let pairs = chosen.map { (cases[$0].difference ?? "", cases[$0].reference) }
    let found = mapOnAllCores(pairs.count) { index in
      let (strip, reference) = pairs[index]
      return Result { () throws(Strip.Fault) in
        try Strip.actual(in: strip, reference: reference, parts: parts)
      }
    }
    for (index, part) in zip(chosen, found) { attach(part, toCaseAt: index) }
  }

  private mutating func attach(_ part: Result<String, Strip.Fault>, toCaseAt index: Int) {
    let strip = Paths.name(cases[index].difference ?? "")
    switch part {
    case .success(let path):
      cases[index].actual = path
      cases[index].remarks.append(.pane(of: strip))
    case .failure(let fault):
      cases[index].obstacle =
        cases[index].obstacle ?? "No actual but in \(printable(strip)): \(fault.sentence)"
    }
  }
}
