/// The first of some wordings that fits, from the longest to the shortest; the last where none does.
func fitting(_ wordings: [String], width: Int) -> String {
  wordings.first { displayWidth(of: $0) <= width } ?? wordings.last ?? ""
}

/// What the longest of some texts takes.
func columns(of texts: [String]) -> Int { texts.map { displayWidth(of: $0) }.max() ?? 0 }

/// Shortens a name to its beginning and its end: names of snapshots differ at their ends.
func cutInTheMiddle(_ text: String, width: Int) -> String {
  guard displayWidth(of: text) > width, width > 4 else { return text }
  let tail = (width - 1) * 3 / 5
  let end = prefix(of: text.reversed(), width: tail).reversed()
  return String(prefix(of: text, width: width - 1 - tail)) + "…" + String(end)
}

/// Shortens names that stand below each other so that no two of them look alike: what is cut off is
/// what they share.
func cutApart(_ names: [String], width: Int) -> [String] {
  var cuts = names.map { cutInTheMiddle($0, width: width) }
  guard width > 8 else { return cuts }
  var alike = Dictionary(grouping: names.indices, by: { cuts[$0] }).values.filter { $0.count > 1 }
  // Each round tells apart those that differ behind what the round before has shown.
  var rounds = 0
  while let places = alike.popLast(), rounds < 2 * names.count {
    rounds += 1
    let first = Array(names[places[0]])
    let shared = places.dropFirst().reduce(first.count) { shared, place in
      min(shared, zip(first, names[place]).prefix { $0 == $1 }.count)
    }
    guard places.contains(where: { names[$0].count > shared }) else { continue }
    for place in places { cuts[place] = cut(names[place], around: shared, width: width) }
    alike += Dictionary(grouping: places, by: { cuts[$0] }).values
      .filter { $0.count > 1 && $0.count < places.count }
  }
  return cuts
}

/// The part of a name that a place is in, with its beginning where there is room for it.
private func cut(_ name: String, around place: Int, width: Int) -> String {
  let characters = Array(name)
  guard displayWidth(of: name) > width else { return name }
  let head = width / 4
  let begin = String(prefix(of: characters, width: head)) + "…"
  let room = width - displayWidth(of: begin)
  // As much before the place as the rest of the name leaves room for.
  let start = min(max(min(place - 3, characters.count - room), head), characters.count)
  let rest = String(characters[start...])
  guard displayWidth(of: rest) > room else { return begin + rest }
  return begin + String(prefix(of: rest, width: room - 1)) + "…"
}

/// As many characters as fit.
func prefix(of characters: some Sequence<Character>, width: Int) -> [Character] {
  var room = width
  return Array(
    characters.prefix { character in
      room -= displayWidth(of: character)
      return room >= 0
    })
}

/// Breaks a text at spaces so that each line fits; a longer word is broken where it must be, at a
/// slash if it has one.
func wrapped(_ text: String, width: Int) -> [String] {
  guard width > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    var word = String(word)
    if !line.isEmpty, displayWidth(of: line) + 1 + displayWidth(of: word) > width {
      lines.append(line)
      line = ""
    }
    while displayWidth(of: word) > width {
      let head = brokenOff(word, width: width)
      lines.append(head)
      word.removeFirst(head.count)
    }
    line += line.isEmpty ? word : " " + word
  }
  return line.isEmpty ? lines : lines + [line]
}

/// The part of a word that is too long for a line which stays in that line; never empty.
private func brokenOff(_ word: String, width: Int) -> String {
  let most = prefix(of: word, width: width)
  guard !most.isEmpty else { return String(word.prefix(1)) }
  guard let slash = most.lastIndex(of: "/"), slash > most.count / 3 else { return String(most) }
  return String(most[...slash])
}
