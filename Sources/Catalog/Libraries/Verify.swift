extension Library {
  static let verify = Library(
    layout: Layout("verify"), title: "Verify",
    presets: [
      Preset(
        actual: ["{name}.received.{ext}"], reference: ["{name}.verified.{ext}"], proof: .companion,
        companionMark: "verified", saysMore: true),
      Preset(
        actual: ["{name}.received/{dir*}/{file}.{ext}"],
        reference: ["{name}.verified/{dir*}/{file}.{ext}"]),
    ])
}
