// swift-tools-version: 6.1
import Foundation
import PackageDescription

/// The benchmarks reach the same internals as the tests, so they belong to the same package as far
/// as `package` access goes: that is named after the folder above.
let owner = URL(fileURLWithPath: Context.packageDirectory).deletingLastPathComponent()
let packageName = String(
  owner.lastPathComponent.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
)

#if os(macOS)
  /// Homebrew's, as snapreview itself has it, which also says where the library is; `make bench` names it.
  let homebrew = Context.environment["HOMEBREW_PREFIX"] ?? ""
  let headers: [CSetting] = [.unsafeFlags(["-I\(homebrew)/opt/ncurses/include"])]
  let curses: [LinkerSetting] = [.linkedLibrary("ncursesw")]
#else
  let headers: [CSetting] = []
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
        .product(name: "Changes", package: "snapreview"),
        .product(name: "DiffEngine", package: "snapreview"),
        .product(name: "Pixels", package: "snapreview"),
        .product(name: "PNGCodec", package: "snapreview"),
        .product(name: "CKernels", package: "snapreview"),
        .product(name: "Catalog", package: "snapreview"),
        .product(name: "Review", package: "snapreview"),
        .product(name: "ReviewUI", package: "snapreview"),
        .product(name: "Terminal", package: "snapreview"),
        .product(name: "Base", package: "snapreview"),
        .product(name: "TestSupport", package: "snapreview"),
      ],
      packageAccess: false,
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .unsafeFlags(["-package-name", packageName]),
      ]),
    // The other files there are programs of their own, which the scripts compile.
    .target(
      name: "Floor", path: "Floor", sources: ["ncurses.c", "pseudo_terminal.c"],
      publicHeadersPath: "include", cSettings: headers, linkerSettings: curses),
  ]
)
