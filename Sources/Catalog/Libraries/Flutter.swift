extension Library {
  static let flutter = Library(
    layout: Layout("flutter"), title: "Flutter",
    presets: [
      Preset(
        actual: ["failures/{name}_testImage.png"], reference: ["{under*}/{name}.png"],
        difference: ["failures/{name}_isolatedDiff.png", "failures/{name}_maskedDiff.png"],
        copy: ["failures/{name}_masterImage.png"], join: .pixels, proof: .companion,
        ownsFolder: true)
    ])
}
