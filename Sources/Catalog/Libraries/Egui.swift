extension Library {
  static let egui = Library(
    layout: Layout("egui"), title: "egui_kittest",
    presets: [("snapshots/{dir*}/", Preset.Proof.name), ("", .companion)].map { folder, proof in
      Preset(
        actual: ["\(folder){name}.new.png"], reference: ["\(folder){name}.png"],
        difference: ["\(folder){name}.diff.png"], leftovers: ["\(folder){name}.old.png"],
        proof: proof)
    })
}
