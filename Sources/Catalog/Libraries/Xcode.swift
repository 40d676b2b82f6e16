extension Library {
  static let xcode = Library(
    layout: Layout("xcode"), title: "Xcode's exported attachments")
}
