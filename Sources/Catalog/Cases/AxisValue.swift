/// One part of a case's name, such as theme and dark.
package struct AxisValue: Hashable, Sendable {
  package var axis: String
  package var value: String

  package init(axis: String, value: String) { (self.axis, self.value) = (axis, value) }

  /// The text to type in a filter, such as "theme:dark".
  package var text: String { "\(axis):\(value)" }

  /// True if a filter's word denotes this value, ignoring case.
  package func isMeant(by word: some StringProtocol) -> Bool {
    text.lowercased() == word.lowercased()
  }

  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
