extension Library {
  static let composePreview = Library(
    layout: Layout("compose-preview"), title: "Compose Preview Screenshot Testing",
    presets: [("{type}", "{Type}"), ("{type}/{flavor}", "{Flavor}{Type}")].map { variant, set in
      let place = "build/outputs/screenshotTest-results/preview/\(variant)"
      return Preset(
        actual: ["\(place)/rendered/{dir*}/{name}.png"],
        reference: [
          "src/screenshotTest\(set)/reference/{dir*}/{name}.png",
          "src/{type}/screenshotTest/reference/{dir*}/{name}.png",
        ], difference: ["\(place)/diffs/{dir*}/{name}.png"], proof: .comparison)
    })
}
