import Catalog
import DiffEngine
import Host

/// The command that was perhaps meant, where the first word is neither a command nor a path.
enum CommandHint {
  /// - Returns: A sentence; nil where no command is spelt nearly so.
  static func sentence(for arguments: [String]) -> String? {
    let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
    guard let word, (try? FileStatus(of: word)) == nil else { return nil }
    let near = Snapreview.commandNames.map { (name: $0, distance: distance(word, $0)) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance > 0, near.distance <= max(1, near.name.count / 3) else {
      return nil
    }
    return "Did you mean: snapreview \(near.name)?"
  }

  /// Returns the number of letters to change, add, leave out, or move.
  private static func distance(_ word: String, _ name: String) -> Int {
    guard word.count <= 2 * name.count else { return .max }
    let steps = Array(name).difference(from: Array(word))
    return max(steps.insertions.count, steps.removals.count)
  }
}
