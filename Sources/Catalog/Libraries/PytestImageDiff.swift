extension Library {
  static let pytestImageDiff = Library(
    layout: Layout("pytest-image-diff"), title: "pytest-image-diff",
    presets: [
      Preset(
        actual: [".tests/image_diff/{dir*}/{name}--screenshot.png"],
        reference: ["image_diff_reference/{dir*}/{name}--reference.png"],
        difference: [".tests/image_diff/{dir*}/{name}--diff.png"],
        copy: [".tests/image_diff/{dir*}/{name}--reference.png"], proof: .name)
    ], homes: ["**/image_diff_reference/**"])
}
