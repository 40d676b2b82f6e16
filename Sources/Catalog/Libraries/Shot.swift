extension Library {
  static let shot = Library(
    layout: Layout("shot"), title: "Shot",
    presets: [
      Preset(
        actual: ["build/reports/shot/{dir*}/verification/images/{name}.png"],
        reference: ["screenshots/{dir*}/{name}.png"],
        difference: ["build/reports/shot/{dir*}/verification/images/diff_{name}.png"],
        copy: ["build/reports/shot/{dir*}/verification/images/recorded/{name}.png"],
        proof: .comparison)
    ])
}
