/// Splits a name where a word begins: at a capital after a lowercase letter, at the last of several
/// capitals, and after a space or non-letter: "MDC|Tab|Bar|View|Snapshot|Tests". A single lowercase
/// letter belongs to the capital after it: "dark.|iPhone".
func nameWords(_ name: String) -> [Substring] {
  let letters = Array(name)
  var words: [Substring] = []
  var start = name.startIndex
  for (place, index) in name.indices.enumerated() where place > 0 {
    let (before, own) = (letters[place - 1], letters[place])
    let isLast = place + 1 < letters.count && before.isUppercase && letters[place + 1].isLowercase
    let isSingle = before.isLowercase && name.index(after: start) == index
    let isCapital = own.isUppercase && (!before.isUppercase && !isSingle || isLast)
    let isFirst = own.isLetter != before.isLetter && !own.isNumber && !before.isNumber
    if isCapital || isFirst && !own.isPunctuation || before == " " {
      words.append(name[start..<index])
      start = index
    }
  }
  return words + (name.isEmpty ? [] : [name[start...]])
}

/// Removes the words that all names begin or end with; a single name is unchanged.
func withoutSharedWords(_ names: [String]) -> [String] {
  let all = names.map(nameWords)
  guard all.count > 1, let first = all.first else { return names }
  var (start, end) = (first.count, first.count)
  for words in all {
    start = min(start, zip(first, words).prefix { $0 == $1 }.count, words.count - 1)
    end = min(end, zip(first.reversed(), words.reversed()).prefix { $0 == $1 }.count)
  }
  return all.map { words in
    let last = max(words.count - end, start + 1)
    return words[max(start, 0)..<last].joined().trimmed
  }
}

/// Returns a suite's name without words at its ends that only say that it contains tests.
func withoutTestWords(_ name: String) -> String {
  let empty: Set = ["snapshot", "snapshots", "test", "tests", "spec"]
  func isEmpty(_ word: Substring) -> Bool { empty.contains(String(word).trimmed.lowercased()) }
  let words = nameWords(name).drop(while: isEmpty)
  let kept = words.reversed().drop(while: isEmpty).reversed().joined().trimmed
  return kept.isEmpty ? name : kept
}

func wholeWords(_ name: String, width: Int) -> String {
  guard displayWidth(of: name) > width else { return name }
  var words = nameWords(name)
  while words.count > 1, displayWidth(of: words.joined()) >= width { words.removeLast() }
  if words.count == 1 { return cutInTheMiddle(name, width: width) }
  return words.joined().trimmedAtTheEnd + "…"
}

/// Returns the words that all names begin with; empty if there are none.
func sharedWords(_ names: [String]) -> String {
  let all = names.map(nameWords)
  guard let first = all.first else { return "" }
  let count = all.reduce(first.count) { min($0, zip(first, $1).prefix { $0 == $1 }.count) }
  return first.prefix(count).joined().trimmed
}

extension String {
  /// The name without punctuation and spaces at either end.
  fileprivate var trimmed: String { String(drop(while: \.isMark)).trimmedAtTheEnd }

  fileprivate var trimmedAtTheEnd: String {
    String(String(reversed()).drop(while: \.isMark).reversed())
  }
}

extension Character {
  fileprivate var isMark: Bool { !isLetter && !isNumber }
}
