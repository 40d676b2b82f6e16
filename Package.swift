// swift-tools-version: 6.1
import PackageDescription

/// Every Swift target: Swift 6 language mode, no implicit existentials.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

/// On Linux the program can carry the Swift runtime in itself: it then starts in a third of
/// the time and needs no toolchain. Only the link differs, so that tests, which cannot be
/// linked so, share every object with it.
let linksStatically = Context.environment["SNAPREVIEW_STATIC"] == "1"
let staticRuntime: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-use-ld=lld", "-lFoundationInternationalization", "-lCoreFoundation",
      "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections",
      "-lswiftSynchronization", "-lstdc++",
    ], .when(platforms: [.linux]))
]

/// Debug builds of pixel loops are some fifty times slower, so tests are built with
/// `-c release` (see the Makefile); they reach internals through `package` access.
let package = Package(
  name: "snapreview",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "snapreview", targets: ["snapreview"]),
    .library(name: "DiffEngine", targets: ["DiffEngine"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    .target(
      name: "CNcurses",
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("tinfo", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    .target(
      name: "CPNG",
      linkerSettings: [
        .linkedLibrary("png"), .linkedLibrary("z"), .linkedLibrary("deflate"),
        .linkedLibrary("lcms2"),
      ]),
    .target(name: "CKernels"),
    .target(name: "DiffEngine", dependencies: ["CPNG", "CKernels"], swiftSettings: strict),
    .target(
      name: "Catalog",
      dependencies: [
        "DiffEngine",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: strict),
    .target(name: "ReviewUI", dependencies: ["Catalog", "DiffEngine"], swiftSettings: strict),
    .target(
      name: "Terminal",
      dependencies: [
        "CNcurses", "Catalog", "ReviewUI", .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "snapreview",
      dependencies: [
        "Terminal", "ReviewUI", "Catalog", "DiffEngine",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict,
      linkerSettings: linksStatically ? staticRuntime : []),
    .testTarget(name: "DiffEngineTests", dependencies: ["DiffEngine"], swiftSettings: strict),
    .testTarget(
      name: "CatalogTests", dependencies: ["Catalog", "DiffEngine"], swiftSettings: strict),
    .testTarget(
      name: "ReviewModelTests", dependencies: ["ReviewUI", "Catalog", "DiffEngine"],
      exclude: ["Frames"], swiftSettings: strict),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "ReviewUI"], swiftSettings: strict),
    .executableTarget(
      name: "TerminalFixture", dependencies: ["Terminal", "ReviewUI"],
      path: "Tests/TerminalFixture", swiftSettings: strict),
    .testTarget(
      name: "SnapreviewTests",
      dependencies: ["snapreview", "TerminalFixture", "ReviewUI", "Catalog", "DiffEngine"],
      swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)
