import Base
import Catalog
import Changes
import DiffEngine
import Pixels
import Review

extension ReviewState {
  /// Returns words that say where some cases of one cause are: their suites if the review has
  /// several, otherwise the beginning of their names.
  func place(of cases: [Int]) -> String {
    let names = items.names
    let words =
      names.suites.count > 1
      ? names.suiteWords(cases) : sharedWords(cases.map { names.short[$0] })
    return printable(words.isEmpty ? names.short[cases[0]] : words)
  }

  func causeCount(of cases: [Int]) -> Int { Set(cases.map(grouping.causeNumber)).count }

  /// Returns how many causes and cases are alike, and how many stand out; longest wording first.
  func familyExtents(of index: Int, count: Int) -> [String] {
    guard let decision = selectedDecision, let family = grouping.family(ofItem: index) else {
      return []
    }
    let cases = Array(overview.list.cases[decision.cases])
    let extent =
      "\(Wording.count(causeCount(of: cases), "cause")) in \(Wording.count(count, "case"))"
    let standing = grouping.worstFirst(cases, inFamily: family).standingOut
    let look = standing == 1 ? "1 stands out" : "\(Wording.grouped(standing)) stand out"
    return (standing > 0 && standing < count ? ["\(extent); \(look)"] : []) + [extent]
  }

  /// Returns what happened to a case, in its own words and numbers, or its state if unknown.
  func ownSentence(of index: Int) -> String {
    let item = items[index]
    if let text = causeText(index) { return text }
    switch item.reading {
    case .pending: return "measuring …"
    case .failed(let reason): return printable(reason)
    case .oneSided(let facts) where facts.isStale: return printable(item.snapshot.obstacle ?? "")
    case .oneSided(let facts):
      // The pane has the whole reason, which is the same for all cases that lack this side.
      let size = facts.size.map { Wording.size($0.width, $0.height) + ", " } ?? ""
      return size + "no \(facts.side.other.rawValue)"
    case .images, .texts: break
    }
    guard item.isMeasured else { return "measuring …" }
    let count = mismatchCount(item)
    return grouping.areFound || count.isEmpty ? "" : count + " px differ"
  }

  /// Returns the number of places of the case on screen that lie in some regions, as "3 places, ";
  /// empty for one, or if there are too many to tell.
  func placesWords(in regions: [ChangeRegion]) -> String {
    guard case .image(let signature) = current?.change?.ofFiles,
      signature.change.regions.count == signature.change.regionCount
    else { return "" }
    let count = signature.change.regions.count { place in
      place.kind != .noise
        && regions.contains { $0.box.contains(PixelBox(centreOf: place.box)) }
    }
    return count > 1 ? "\(Wording.grouped(count)) places, " : ""
  }

  /// Returns the number shown after a case: its mismatches.
  func mismatchCount(_ item: ReviewItem) -> String {
    guard let comparison = comparison(of: item) else { return "" }
    switch comparison.verdict {
    case .match, .mismatch:
      return comparison.mismatched == 0 ? "" : Wording.grouped(comparison.mismatched)
    case .sizeMismatch: return "size"
    case .unreadable: return ""
    }
  }
}

extension PixelBox {
  fileprivate init(centreOf box: PixelBox) {
    self.init(x: box.x + box.width / 2, y: box.y + box.height / 2, width: 1, height: 1)
  }
}
