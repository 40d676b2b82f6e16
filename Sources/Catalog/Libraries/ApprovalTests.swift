extension Library {
  static let approvalTests = Library(
    layout: Layout("approvaltests"), title: "ApprovalTests",
    presets: [
      Preset(
        actual: ["{name}.received.{ext}"], reference: ["{name}.approved.{ext}"], proof: .companion,
        companionMark: "approved")
    ])
}
