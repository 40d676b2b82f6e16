extension Library {
  static let webdriverIO = Library(
    layout: Layout("webdriverio"), title: "WebdriverIO",
    presets: [
      Preset(
        actual: [".tmp/actual/{dir*}/{name}.png"],
        reference: ["**/__snapshots__/{dir*}/{name}.png"],
        difference: [".tmp/diff/{dir*}/{name}.png"], proof: .comparison)
    ], axes: ["*-{browser}-{size}"])
}
