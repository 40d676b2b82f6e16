extension Preset {
  /// Every library whose files a pattern describes; the three that need more have finders.
  static let all: [Preset] = web + reports + cypress + android + devices + marked

  private static let web: [Preset] =
    [
      Preset(
        layout: Layout("playwright"), title: "Playwright",
        actual: ["{name}-actual.{ext}"], reference: ["**/{name}.{ext}"],
        kept: ["**/{spec}-snapshots/{dir*}/{name}.{ext}", "**/__{kind}__/{dir*}/{name}.{ext}"],
        difference: ["{name}-diff.png"], copy: ["{name}-expected.{ext}"], join: .bytes,
        proof: .companion, results: "test-results"),
      jest("jest-image-snapshot", "__diff_output__/{dir*}/{name}-diff.png", "{dir*}/{name}.png"),
      Preset(
        layout: Layout("reg-suit"), title: "reg-suit",
        actual: [".reg/actual/{dir*}/{name}.{ext}"],
        reference: [".reg/expected/{dir*}/{name}.{ext}"],
        difference: [".reg/diff/{dir*}/{name}.png", ".reg/diff/{dir*}/{name}.webp"],
        proof: .comparison,
        remark: "reg-suit fetches .reg/expected anew in every run: what is accepted here will be "
          + "lost. Publish the actuals to keep them."),
      trees(
        "reg-cli", "", "expected", "actual", "diff", beside: ["expected", "diff"],
        kept: ["expected", "baseline", "baselines", "golden", "reference", "references"]),
      trees("loki", ".loki/", "reference", "current", "difference", title: "Loki"),
      trees("lost-pixel", ".lostpixel/", "baseline", "current", "difference", title: "Lost Pixel"),
      Preset(
        layout: Layout("webdriverio"), title: "WebdriverIO",
        actual: [".tmp/actual/{dir*}/{name}.png"],
        reference: ["**/__snapshots__/{dir*}/{name}.png"],
        difference: [".tmp/diff/{dir*}/{name}.png"], proof: .comparison),
      Preset(
        layout: Layout("backstop"), title: "BackstopJS",
        actual: ["bitmaps_test/{stamp}/{name}.{ext}"],
        reference: ["bitmaps_reference/{name}.{ext}"],
        difference: ["bitmaps_test/{stamp}/failed_diff_{name}.{ext}"], proof: .difference,
        newest: "stamp"),
    ]
    + [".vitest-attachments", ".vitest/attachments"].map { folder in
      let name = { (mark: String) in
        Template("\(folder)/{dir*}/{file}/{name}-\(mark)-{browser}-{platform}.{ext}")
      }
      return Preset(
        layout: Layout("vitest"), title: "Vitest",
        // Without a baseline the run in CI calls what it rendered the reference.
        actual: [name("actual"), name("reference")],
        reference: ["{dir*}/__screenshots__/{file}/{name}-{browser}-{platform}.{ext}"],
        difference: [name("diff")], copy: [name("reference")])
    }

  /// Libraries whose reports keep a picture for each try.
  private static let reports: [Preset] = [
    Preset(
      layout: Layout("creevey"), title: "Creevey",
      actual: ["report/{dir*}/{name}-actual-{try}.png"], reference: ["images/{dir*}/{name}.png"],
      difference: ["report/{dir*}/{name}-diff-{try}.png"],
      copy: ["report/{dir*}/{name}-expect-{try}.png"], proof: .companion, newest: "try"),
    Preset(
      layout: Layout("testplane"), title: "testplane",
      actual: ["images/{test}/{state}/{name}~current_{time}_{try}.png"],
      reference: ["**/screens/{test}/{name}/{state}.png"],
      difference: ["images/{test}/{state}/{name}~diff_{time}_{try}.png"],
      copy: ["images/{test}/{state}/{name}~ref_{time}_{try}.png"], proof: .companion,
      newest: "try"),
  ]

  /// A folder for each device, as GO-JEK's article has them. It does not say what the trees are called:
  /// they are known by the words for what they hold or, where the user names the references, by the
  /// devices alone.
  private static let devices: [Preset] = {
    let (layout, title) = (Layout("gojek"), "GO-JEK's device folders")
    let path = "{width}+{height}+{os}/{file}/{name}.png"
    let named = [
      ("reference", "actual", "difference"), ("Reference", "Actual", "Difference"),
    ].map { reference, actual, difference in
      Preset(
        layout: layout, title: title, actual: [Template("\(actual)/\(path)")],
        reference: [Template("\(reference)/\(path)")],
        difference: [Template("\(difference)/\(path)")], proof: .comparison,
        beside: [reference, difference])
    }
    return named + [
      Preset(
        layout: layout, title: title, actual: [Template(path)],
        reference: [Template("**/\(path)")], proof: .comparison, needsReferences: true)
    ]
  }()

  private static let cypress: [Preset] =
    [
      jest(
        "cypress-image-snapshot", "__diff_output__/{dir*}/{name}.diff.png",
        "{dir*}/{name}.snap.png"),
      trees(
        "cypress-image-diff", "cypress-image-diff-screenshots/", "baseline", "comparison", "diff"),
      Preset(
        layout: Layout("frsource"), title: "@frsource/cypress-plugin-visual-regression-diff",
        actual: ["{name}.actual.png"], reference: ["{name}.png"], difference: ["{name}.diff.png"],
        proof: .companion),
    ]
    + [("cypress/snapshots/actual", Proof.comparison), ("cypress/screenshots", .difference)]
    .flatMap { folder, proof in
      [
        visualRegression(folder, proof, ("", "", ""), leftovers: ["actual", "diff", "base"]),
        // Before version 4.
        visualRegression(folder, .companion, ("-actual", "-base", "-diff"), leftovers: []),
      ]
    }

  private static func visualRegression(
    _ folder: String, _ proof: Proof, _ marks: (actual: String, base: String, diff: String),
    leftovers: [String]
  ) -> Preset {
    Preset(
      layout: Layout("cypress-visual-regression"), title: "cypress-visual-regression",
      actual: [Template("\(folder)/{dir*}/{name}\(marks.actual).png")],
      reference: [Template("cypress/snapshots/base/{dir*}/{name}\(marks.base).png")],
      difference: [Template("cypress/snapshots/diff/{dir*}/{name}\(marks.diff).png")],
      leftovers: ["{name} (failed).png", "{name} (attempt {try}).png"]
        + leftovers.map { Template("{name}-\($0).png") },
      proof: proof, saysMore: true)
  }

  private static let android: [Preset] =
    [
      Preset(
        layout: Layout("roborazzi"), title: "Roborazzi", actual: ["{name}_actual.{ext}"],
        reference: ["{name}.{ext}", "**/{name}.{ext}"],
        kept: [
          "**/src/{set}/screenshots/{dir*}/{name}.{ext}",
          "**/src/{set}/snapshots/{dir*}/{name}.{ext}", "**/src/screenshots/{dir*}/{name}.{ext}",
          "**/build/outputs/roborazzi/{dir*}/{name}.{ext}",
        ], difference: ["{name}_compare.{ext}"],
        proof: .companion, companionMark: ""),
      Preset(
        layout: Layout("dropshots"), title: "Dropshots",
        actual: ["build/test-results/dropshots/{variant}/reference/{dir*}/{name}.png"],
        reference: ["src/androidTest/screenshots/{dir*}/{name}.png"],
        difference: ["build/test-results/dropshots/{variant}/diff/{dir*}/{name}.png"],
        proof: .comparison),
      Preset(
        layout: Layout("shot"), title: "Shot",
        actual: ["build/reports/shot/{dir*}/verification/images/{name}.png"],
        reference: ["screenshots/{dir*}/{name}.png"],
        difference: ["build/reports/shot/{dir*}/verification/images/diff_{name}.png"],
        proof: .comparison),
    ]
    + ["build/paparazzi/failures/{variant}", "build/paparazzi/failures", "out/failures"].map {
      folder in
      Preset(
        layout: Layout("paparazzi"), title: "Paparazzi",
        actual: [Template("\(folder)/{name}.png")],
        reference: [
          "src/test/snapshots/images/{name}.png", "src/{set}/snapshots/images/{name}.png",
        ], difference: [Template("\(folder)/delta-{name}.png")],
        strip: [Template("\(folder)/delta-{name}.png")],
        proof: folder.hasPrefix("out") ? .difference : .name)
    }
    + ["{type}", "{type}/{flavor}"].map { variant in
      let place = "build/outputs/screenshotTest-results/preview/\(variant)"
      let set = variant == "{type}" ? "{Type}" : "{Flavor}{Type}"
      return Preset(
        layout: Layout("compose-preview"), title: "Compose Preview Screenshot Testing",
        actual: [Template("\(place)/rendered/{dir*}/{name}.png")],
        reference: [
          Template("src/screenshotTest\(set)/reference/{dir*}/{name}.png"),
          "src/{type}/screenshotTest/reference/{dir*}/{name}.png",
        ], difference: [Template("\(place)/diffs/{dir*}/{name}.png")], proof: .comparison)
    }

  private static let marked: [Preset] = [
    Preset(
      layout: Layout("flutter"), title: "Flutter",
      actual: ["failures/{name}_testImage.png"], reference: ["{under*}/{name}.png"],
      difference: ["failures/{name}_isolatedDiff.png", "failures/{name}_maskedDiff.png"],
      copy: ["failures/{name}_masterImage.png"], join: .pixels, proof: .companion),
    Preset(
      layout: Layout("insta"), title: "insta", actual: ["{name}.snap.new"],
      reference: ["{name}.snap"], pending: "INSTA_PENDING_DIR"),
    Preset(
      layout: Layout("insta"), title: "insta", actual: ["{name}.snap.new.{ext}"],
      reference: ["{name}.snap.{ext}"], pending: "INSTA_PENDING_DIR"),
    Preset(
      layout: Layout("egui"), title: "egui_kittest",
      actual: ["snapshots/{dir*}/{name}.new.png"], reference: ["snapshots/{dir*}/{name}.png"],
      difference: ["snapshots/{dir*}/{name}.diff.png"]),
    Preset(
      layout: Layout("egui"), title: "egui_kittest", actual: ["{name}.new.png"],
      reference: ["{name}.png"], difference: ["{name}.diff.png"], proof: .companion),
    Preset(
      layout: Layout("verify"), title: "Verify", actual: ["{name}.received.{ext}"],
      reference: ["{name}.verified.{ext}"], proof: .companion, companionMark: "verified",
      saysMore: true),
    Preset(
      layout: Layout("verify"), title: "Verify",
      actual: ["{name}.received/{dir*}/{file}.{ext}"],
      reference: ["{name}.verified/{dir*}/{file}.{ext}"]),
    Preset(
      layout: Layout("approvaltests"), title: "ApprovalTests", actual: ["{name}.received.{ext}"],
      reference: ["{name}.approved.{ext}"], proof: .companion, companionMark: "approved"),
  ]

  /// Three folders side by side, which hold the same names.
  private static func trees(
    _ name: String, _ home: String, _ reference: String, _ actual: String, _ difference: String,
    title: String? = nil, beside: [String] = [], kept: [String] = []
  ) -> Preset {
    let path = { (folder: String) in Template("\(home)\(folder)/{dir*}/{name}.{ext}") }
    return Preset(
      layout: Layout(name), title: title ?? name, actual: [path(actual)],
      reference: [path(reference)], kept: kept.map { Template("**/\($0)/{dir*}/{name}.{ext}") },
      difference: [
        path(difference), Template("\(home)\(difference)/{dir*}/{name}.png"),
        Template("\(home)\(difference)/{dir*}/{name}.webp"),
      ], proof: .comparison, beside: beside)
  }

  /// What jest-image-snapshot and its kin draw: one picture of all three.
  private static func jest(_ name: String, _ strip: String, _ reference: String) -> Preset {
    Preset(
      layout: Layout(name), title: name,
      actual: ["__received_output__/{dir*}/{name}-received.png"],
      reference: [Template(reference)], difference: [Template(strip)], strip: [Template(strip)],
      proof: .difference)
  }
}
