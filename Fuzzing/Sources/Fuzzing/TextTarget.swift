import Base

/// Two texts, either side of the first zero: both can be read back from their difference.
struct TextTarget: Target {
  let name = "text"

  func seeds() -> [[UInt8]] {
    [
      "a\nb\nc\n\0a\nc\nd\n", "a\nb\n\0a\nb", "one two\n\0one 2\n", "\0\n", "x\r\ny\0x\ny",
      "<UILabel; frame = (0 0; 100 20)>\n\0<UILabel; frame = (0 8; 100 24)>\n", "é\n\0e\u{301}\n",
    ].map { Array($0.utf8) }
  }

  func check(_ bytes: UnsafeRawBufferPointer) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = { (index: Int) in
      index < parts.count ? String(decoding: parts[index], as: UTF8.self) : ""
    }
    let (reference, actual) = (text(0), text(1))
    let difference = TextDifference(reference: reference, actual: actual)
    let isSame = Array(reference.utf8) == Array(actual.utf8)
    promise(difference.isEmpty == isSame, "equal texts, and only they, have no difference")
    let changed = difference.lines.count { $0.kind != .same }
    let counted = (changed + 1) / 2...changed
    promise(counted.contains(difference.changedLines), "changed lines are counted, pairs once")
    promise(readBack(difference, without: .added) == lines(reference), "the reference's lines")
    promise(readBack(difference, without: .removed) == lines(actual), "the actual's lines")
  }

  private func readBack(
    _ difference: TextDifference, without other: TextDifference.Line.Change
  ) -> [[UInt8]] {
    let note = Array((" " + TextDifference.noNewline).utf8)
    return difference.lines.filter { $0.kind != other }.map { line in
      let bytes = Array(line.text.utf8)
      let isCut = line.kind != .same && line.pieces.last?.text.utf8.elementsEqual(note) == true
      return isCut ? bytes.dropLast(note.count) : bytes
    }
  }

  private func lines(_ text: String) -> [[UInt8]] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Array.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
