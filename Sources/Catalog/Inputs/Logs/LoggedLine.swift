/// The files that one line of a log names, as a library prints it.
struct LoggedLine {
  let layout: Layout
  let file: String
  var reference: String?
  /// True if the library prints it before the error and the line of the source.
  var precedesError = false
}
