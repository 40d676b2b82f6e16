extension Library {
  static let cypressImageSnapshot = Library(
    layout: Layout("cypress-image-snapshot"), title: "cypress-image-snapshot",
    presets: [
      .jest(strip: "__diff_output__/{dir*}/{name}.diff.png", reference: "{dir*}/{name}.snap.png")
    ], strategy: .jest, homes: ["**/cypress/snapshots/**"])
}
