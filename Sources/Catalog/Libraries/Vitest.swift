import DiffEngine

extension Library {
  static let vitest = Library(
    layout: Layout("vitest"), title: "Vitest",
    presets: [".vitest-attachments", ".vitest/attachments"].map { folder in
      let name = { (mark: String) -> Template in
        "\(folder)/{dir*}/{file}/{name}-\(mark)-{browser}-{platform}.{ext}"
      }
      return Preset(
        // Without a baseline, a run in CI names its own rendering "reference".
        actual: [name("actual"), name("reference")],
        reference: ["{dir*}/__screenshots__/{file}/{name}-{browser}-{platform}.{ext}"],
        difference: [name("diff")], copy: [name("reference")])
    }, strategy: Strategy(.pixelmatch).with(\.checkerboard, true),
    homes: ["**/__screenshots__/**"], axes: ["*-{browser}-{platform=linux|darwin|win32}"])
}
