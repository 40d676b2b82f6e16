import Catalog

/// The command that was perhaps meant, where the first word is neither a command nor a path.
enum CommandHint {
  /// - Returns: A sentence; nil where no command is spelt nearly so.
  static func sentence(for arguments: [String]) -> String? {
    let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
    guard let word, (try? FileStatus(of: word)) == nil else { return nil }
    let near = Snapreview.commandNames.map {
      (name: $0, distance: distance(Array(word), Array($0)))
    }
    .min { $0.distance < $1.distance }
    guard let near, near.distance > 0, near.distance <= max(1, near.name.count / 3) else {
      return nil
    }
    return "Did you mean: snapreview \(near.name)?"
  }

  /// Returns the number of letters to change, add, leave out, or swap with the next.
  private static func distance(_ word: [Character], _ name: [Character]) -> Int {
    guard word.count <= 2 * name.count else { return .max }
    var rows = [Array(0...name.count)]
    for (i, letter) in word.enumerated() {
      var row = [i + 1]
      for (j, other) in name.enumerated() {
        var best = min(rows[i][j] + (letter == other ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == name[j - 1], word[i - 1] == other {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[word.count][name.count]
  }
}
