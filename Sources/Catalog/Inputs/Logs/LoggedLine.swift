/// The files that a library names in one line of a log.
struct LoggedLine {
  let layout: Layout
  let file: String
  var reference: String?
  /// True if the library prints this line before the error and its place in the source.
  var precedesError = false
}
