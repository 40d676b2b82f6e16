import Base
import DiffEngine

extension Library {
  static let playwright = Library(
    layout: Layout("playwright"), title: "Playwright",
    presets: [
      Preset(
        actual: ["{name}-actual.{ext}"], reference: ["**/{name}.{ext}"],
        kept: ["**/{spec}-snapshots/{dir*}/{name}.{ext}", "**/__{kind}__/{dir*}/{name}.{ext}"],
        difference: ["{name}-diff.png"], copy: ["{name}-expected.{ext}"], join: .bytes,
        isMeant: PlaywrightNames.point, proof: .companion, results: "test-results")
    ],
    strategy: Strategy(.pixelmatch).with(\.yiqThreshold, 0.2), kinds: [.pixelmatch, .ssim],
    homes: ["**/*-snapshots/**"], axes: ["*-{browser}-{platform=linux|darwin|win32}"],
    outputs: ["test-results", "playwright-report", "blob-report"])
}

private enum PlaywrightNames {
  /// True if a failure's names point to a baseline: its folder contains the test file's name and
  /// ends with the project's.
  @Sendable static func point(
    to baseline: String, _ place: String, _ gaps: Template.Gaps
  ) -> Bool? {
    let bare = stem(Paths.name(baseline))
    guard let name = gaps["name"], bare.hasPrefix(name) else { return false }
    let test = Paths.name(place)
    let spec = Paths.name(Paths.parent(baseline)).split(separator: ".").first ?? ""
    let variant = bare.dropFirst(name.count).split(separator: "-")
    return test.contains(spec) && (variant.count < 2 || test.hasSuffix("-" + variant[0]))
  }
}
