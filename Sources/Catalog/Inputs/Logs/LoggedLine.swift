/// The files that a library names in one line of a log.
struct LoggedLine {
  let layout: Layout
  let file: String
  var reference: String?
  /// True if the library prints the line before the error and the line of the source.
  var precedesError = false
}
