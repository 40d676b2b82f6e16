extension Library {
  /// pytest-pyvista: `from_cache` holds a copy of the baseline.
  static let pytestPyVista = Library(
    layout: Layout("pytest-pyvista"), title: "pytest-pyvista",
    presets: ["errors", "warnings"].map { kind in
      Preset(
        actual: ["\(kind)/from_test/{dir*}/{name}.{ext}"],
        reference: ["**/plot_image_cache/{dir*}/{name}.{ext}"],
        copy: ["\(kind)/from_cache/{dir*}/{name}.{ext}"], join: .pixels, proof: .name)
    }, homes: ["**/plot_image_cache/**"])
}
