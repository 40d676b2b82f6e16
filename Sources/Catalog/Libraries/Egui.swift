extension Library {
  static let egui = Library(
    layout: Layout("egui"), title: "egui_kittest",
    presets: [
      Preset(
        actual: ["snapshots/{dir*}/{name}.new.png"], reference: ["snapshots/{dir*}/{name}.png"],
        difference: ["snapshots/{dir*}/{name}.diff.png"],
        leftovers: ["snapshots/{dir*}/{name}.old.png"]),
      Preset(
        actual: ["{name}.new.png"], reference: ["{name}.png"], difference: ["{name}.diff.png"],
        leftovers: ["{name}.old.png"], proof: .companion),
    ])
}
