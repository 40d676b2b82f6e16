extension Library {
  static let lostPixel = Library(
    layout: Layout("lost-pixel"), title: "Lost Pixel",
    presets: [
      .trees(".lostpixel/", reference: "baseline", actual: "current", difference: "difference")
    ])
}
