extension Library {
  static let attachments = Library(
    layout: Layout("attachments"), title: "attachments of swift test")
}
