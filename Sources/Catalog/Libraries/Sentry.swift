import DiffEngine

extension Library {
  /// `sentry-cli snapshots diff`: the folder of downloaded references, and masks of the changes.
  static let sentry = Library(
    layout: Layout("sentry"), title: "Sentry's snapshots diff",
    presets: [("snapshots-base", "snapshots"), ("base-snapshots", "head-snapshots")].flatMap {
      base, head in
      ["png", "jpg", "jpeg"].map { ending in
        Preset(
          actual: ["\(head)/{dir*}/{name}.\(ending)"],
          reference: ["\(base)/{dir*}/{name}.\(ending)"],
          difference: ["diff-output/{dir*}/{name}.png"], proof: .comparison, beside: [base])
      }
    }, strategy: Strategy(.odiff),
    remark:
      "sentry-cli downloads the references again: what is accepted here will be lost. Upload the "
      + "snapshots to keep them.")
}
