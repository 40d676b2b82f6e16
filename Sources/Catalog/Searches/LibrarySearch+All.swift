extension LibrarySearch {
  /// All libraries' searches, in the order of `Library.all`.
  static let all = [
    afsnapshot, pointfree, xcode, attachments, playwright, regSuit, regCLI, backstop,
    roborazzi, insta, pytestMPL,
  ]
}
