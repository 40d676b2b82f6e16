extension Library {
  /// testthat, with vdiffr for its plots: pictures and texts of any type.
  static let testthat = Library(
    layout: Layout("testthat"), title: "testthat",
    presets: [
      Preset(
        actual: ["_snaps/{dir*}/{name}.new.{ext}"], reference: ["_snaps/{dir*}/{name}.{ext}"],
        proof: .companion)
    ], homes: ["**/testthat/_snaps/**"])
}
