// swift-tools-version: 6.1
import Foundation
import PackageDescription

/// The harness reaches the same internals as the tests, so it belongs to the same package as far
/// as `package` access goes: that is named after the folder above.
let owner = URL(fileURLWithPath: Context.packageDirectory).deletingLastPathComponent()
let packageName = String(
  owner.lastPathComponent.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
)

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "snapreview", path: "..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "CFuzzer",
        .product(name: "Base", package: "snapreview"),
        .product(name: "Host", package: "snapreview"),
        .product(name: "Pixels", package: "snapreview"),
        .product(name: "PNGCodec", package: "snapreview"),
        .product(name: "Changes", package: "snapreview"),
        .product(name: "DiffEngine", package: "snapreview"),
        .product(name: "Store", package: "snapreview"),
        .product(name: "Catalog", package: "snapreview"),
        .product(name: "Review", package: "snapreview"),
        .product(name: "ReviewUI", package: "snapreview"),
        .product(name: "Terminal", package: "snapreview"),
        .product(name: "TestSupport", package: "snapreview"),
      ],
      packageAccess: false,
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .unsafeFlags(["-package-name", packageName]),
      ]),
  ]
)
