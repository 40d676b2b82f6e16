// swift-tools-version: 6.1
import PackageDescription

#if os(macOS)
  let curses: [LinkerSetting] = [.linkedLibrary("ncurses")]
#else
  let curses: [LinkerSetting] = [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]
#endif

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "snapreview", path: "..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Floor",
        .product(name: "DiffEngine", package: "snapreview"),
        .product(name: "PNGCodec", package: "snapreview"),
        .product(name: "CKernels", package: "snapreview"),
        .product(name: "Catalog", package: "snapreview"),
        .product(name: "ReviewUI", package: "snapreview"),
        .product(name: "Terminal", package: "snapreview"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]),
    // The other files there are programs of their own, which the scripts compile.
    .target(
      name: "Floor", path: "Floor", sources: ["ncurses.c", "pseudo_terminal.c"],
      publicHeadersPath: "include", linkerSettings: curses),
  ]
)
