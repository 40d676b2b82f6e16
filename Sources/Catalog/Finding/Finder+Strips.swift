import Base
import DiffEngine
import PNGCodec
import Pixels

/// Handles strips, which show reference, difference and actual in one picture, for libraries that
/// write no file for the actual.
extension Finder {
  /// Writes the part of each strip that shows the actual to its own file, on all cores.
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
