extension Library {
  static let loki = Library(
    layout: Layout("loki"), title: "Loki",
    presets: [
      .trees(".loki/", reference: "reference", actual: "current", difference: "difference")
    ], axes: ["{browser=chrome|ios|android}_{device}_*"])
}
