extension Library {
  static let webdriverIO = Library(
    layout: Layout("webdriverio"), title: "WebdriverIO",
    presets: [
      Preset(
        actual: [".tmp/actual/{dir*}/{name}.{ext}"],
        reference: ["**/__snapshots__/{dir*}/{name}.{ext}"],
        difference: [".tmp/diff/{dir*}/{name}.{ext}", ".tmp/diff/{dir*}/{name}.png"],
        proof: .comparison)
    ], axes: ["*-{browser}-{size}"])
}
