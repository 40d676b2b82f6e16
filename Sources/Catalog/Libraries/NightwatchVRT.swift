extension Library {
  static let nightwatchVRT = Library(
    layout: Layout("nightwatch-vrt"), title: "nightwatch-vrt",
    presets: [.trees("vrt/", reference: "baseline", actual: "latest", difference: "diff")])
}
