/// Finds the word that was probably meant by a misspelt one.
package enum Spelling {
  /// Returns the candidate that is nearest to a word, or nil if none is near. Case, dashes and
  /// underscores do not matter.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let wanted = plain(word)
    let near = candidates.lazy.filter { $0 != word }
      .map { (name: $0, distance: distance(wanted, plain($0))) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance < wanted.count,
      near.distance <= max(1, near.name.count / 3)
    else { return nil }
    return near.name
  }

  /// Returns "Did you mean "naive"? " with the nearest candidate, or an empty text if none is near.
  package static func hint(_ word: String, among candidates: some Sequence<String>) -> String {
    nearest(to: word, among: candidates).map { "Did you mean \"\($0)\"? " } ?? ""
  }

  private static func plain(_ word: String) -> [Character] {
    Array(word.lowercased().filter { !"-_ ".contains($0) })
  }

  /// Returns the number of letters to change, insert, delete or swap.
  private static func distance(_ word: [Character], _ name: [Character]) -> Int {
    guard word.count <= 2 * name.count else { return .max }
    let steps = name.difference(from: word)
    return max(steps.insertions.count, steps.removals.count)
  }
}
