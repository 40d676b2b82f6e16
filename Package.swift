// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Every Swift target: Swift 6 language mode, no implicit existentials.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Every target that is shipped: where memory is not checked the word is `unsafe`.
let shipped: [SwiftSetting] = strict + [.strictMemorySafety()]

/// Targets that loop over pixels: without the optimiser such a loop is some fifty times slower.
/// As one module, as inlining across files is most of what the optimiser brings here.
let fast: [SwiftSetting] = [
  .unsafeFlags(
    ["-O", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"],
    .when(configuration: .debug))
]
let fastC: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// Commands and the event loop: nobody would notice the optimiser, which took two thirds of the time
/// that they need to compile. Without it the compiler emits the module in a job of its own, for which
/// nothing waits here, and which takes a third of the other's time again.
let plain: [SwiftSetting] = [
  .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
]

/// What finds cases. Its loops are over names, which are in Base; the optimiser would take a quarter of
/// a whole build, and saves half a second of two on 10,000 cases. What is installed or shipped has it.
let finding: [SwiftSetting] = Context.environment["SNAPREVIEW_DIST"] == nil ? plain : []

/// Tests: most of them run once for each time that they are compiled.
let tests: [SwiftSetting] = strict + plain

/// The screen compiles in four fifths of the time where the optimiser copies less code into its
/// callers; a key to its frame takes 5 % longer.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// On Linux the program can carry the Swift runtime and the system libraries in itself: it then
/// starts in a third of the time and needs no toolchain. The variable names the toolchain's
/// folder of static libraries. Only the link differs.
let staticLibraries = Context.environment["SNAPREVIEW_STATIC"]

/// FoundationEssentials goes first: of what it has in common with Foundation, the linker then
/// takes its copy, and the rest of Foundation, with its 30 MB of Unicode tables, stays out.
/// No names are exported, tables for unwinding are left out, and the C++ library, which the Swift
/// runtime needs, comes from the folder that the Makefile fills.
///
/// The program reads files from strangers: it is position independent, and what the loader has
/// filled in is read-only from then on. It has no build ID, which the linker makes from debug
/// information with the paths of this checkout.
let staticRuntime: [LinkerSetting] = [
  .unsafeFlags(
    [
      "\(staticLibraries ?? "")/libFoundationEssentials.a", "-static-stdlib", "-use-ld=lld",
      "-Xclang-linker", "-pie", "-Xclang-linker", "-static-libgcc", "-Xlinker",
      "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker",
      "now", "-Xlinker", "-T", "-Xlinker",
      "\(Context.packageDirectory)/scripts/discarded-sections.ld", "-Xlinker",
      "--no-eh-frame-hdr", "-Xlinker", "--build-id=none", "-L",
      "\(Context.packageDirectory)/.build/archives",
      "-l_FoundationCShims", "-l_FoundationCollections",
      "-lswiftSynchronization",
    ], .when(platforms: [.linux]))
]

/// A library of the system; its archive where there is one in `archiveFolders`.
func system(_ name: String) -> LinkerSetting {
  let archives = archiveFolders.map { "\($0)/lib\(name).a" }
  if let archive = archives.first(where: FileManager.default.fileExists) {
    return .unsafeFlags([archive])
  }
  return .linkedLibrary(name)
}

/// The one place that names Homebrew's folder; `brew shellenv` sets the variable.
#if arch(arm64)
  let homebrew = Context.environment["HOMEBREW_PREFIX"] ?? "/opt/homebrew"
#else
  let homebrew = Context.environment["HOMEBREW_PREFIX"] ?? "/usr/local"
#endif
let prefixes: [CSetting] = [.define("SNAP_HOMEBREW", to: "\"\(homebrew)\"")]

#if os(macOS)
  /// Apple has no libpng, libdeflate or lcms2, and its ncurses knows no 24-bit colour. By path and
  /// not as system library targets: Homebrew keeps ncurses apart from the rest, and SwiftPM warns
  /// of the flags in its pkg-config file. Archives, so that the program runs on a Mac without
  /// Homebrew, and after an upgrade of it.
  let brewed = ["libpng", "libdeflate", "little-cms2", "libarchive", "ncurses"].map {
    "\(homebrew)/opt/\($0)"
  }
  let archiveFolders = brewed.map { "\($0)/lib" }
  let headers: [CSetting] = [.unsafeFlags(brewed.map { "-I\($0)/include" })]
  let folders: [LinkerSetting] = [.unsafeFlags(archiveFolders.map { "-L\($0)" })]
  let curses = [system("ncursesw")]
  let colours = [system("lcms2")]
  /// CryptoKit has SHA-256 and SHA-1.
  let hashing: [Target] = []
#else
  /// All is where the compiler looks. System library targets would put their shared libraries
  /// before the archives of the static program.
  let archiveFolders =
    staticLibraries == nil
    ? []
    : ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
  let headers: [CSetting] = []
  let folders: [LinkerSetting] = []
  let curses = [system("ncursesw"), system("tinfo")]
  /// Loaded on demand; see CSystem.h.
  let colours: [LinkerSetting] = []
  let hashing: [Target] = [.target(name: "CLibmd", linkerSettings: [system("md")])]
#endif

/// Tests reach internals through `package` access.
let package = Package(
  name: "snapreview",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "snapreview", targets: ["snapreview"]),
    // For tests of one's own; see docs/library.md.
    .library(name: "DiffEngine", targets: ["DiffEngine", "PNGCodec", "Pixels"]),
    // For Benchmarks/ and Fuzzing/, which are packages of their own.
    .library(name: "Pixels", targets: ["Pixels"]),
    .library(name: "PNGCodec", targets: ["PNGCodec"]),
    .library(name: "Store", targets: ["Store"]),
    .library(name: "CKernels", targets: ["CKernels"]),
    .library(name: "Changes", targets: ["Changes"]),
    .library(name: "Catalog", targets: ["Catalog"]),
    .library(name: "Review", targets: ["Review"]),
    .library(name: "ReviewUI", targets: ["ReviewUI"]),
    .library(name: "Terminal", targets: ["Terminal"]),
    .library(name: "Base", targets: ["Base"]),
    .library(name: "Host", targets: ["Host"]),
    .library(name: "TestSupport", targets: ["TestSupport"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .target(name: "CNcurses", cSettings: headers, linkerSettings: folders + curses),
    // Libraries of the system that are loaded on demand; how the process starts and ends.
    .target(name: "CSystem", cSettings: prefixes),
    .target(
      name: "CPNG", dependencies: ["CSystem"], cSettings: headers + prefixes + fastC,
      linkerSettings: folders + ["png", "z", "deflate"].map(system) + colours),
    .target(name: "CArchive", dependencies: ["CSystem"], cSettings: headers),
    .target(name: "CKernels", cSettings: fastC),
    // The C library under one name, whatever the platform calls it.
    .target(name: "Libc", swiftSettings: shipped),
    // As much of Foundation as starts quickly, where there is such a part.
    .target(name: "Essentials", swiftSettings: shipped),
    // What all share, with locks and cores: values, words, what names say; no disk, no program.
    .target(
      name: "Base", dependencies: ["CSystem", "Libc", "Essentials"], swiftSettings: shipped + fast),
    // The machine: disk, environment, the one way to start a program.
    .target(
      name: "Host", dependencies: ["Base", "CSystem", "Libc"], swiftSettings: shipped + fast),
    // An image in memory.
    .target(name: "Pixels", dependencies: ["Base", "Libc"], swiftSettings: shipped + fast),
    .target(
      name: "PNGCodec", dependencies: ["CPNG", "Pixels", "Host", "Base", "Libc"],
      swiftSettings: shipped + fast),
    // It knows pixels and no files.
    .target(
      name: "DiffEngine", dependencies: ["Pixels", "CKernels", "Base", "Libc", "Essentials"],
      swiftSettings: shipped + fast),
    // What happened to a case, above the engine: regions, kinds and causes.
    .target(
      name: "Changes",
      dependencies: ["DiffEngine", "Pixels", "CKernels", "Base", "Libc", "Essentials"],
      swiftSettings: shipped + fast),
    // Decisions and the baselines that they write; it cannot see what finds cases.
    .target(
      name: "Store",
      dependencies: ["Host", "Base", "Essentials", "Libc"]
        + hashing.map { .target(name: $0.name) },
      swiftSettings: shipped),
    .target(name: "Settings", swiftSettings: shipped),
    .target(
      name: "Catalog",
      dependencies: [
        "DiffEngine", "PNGCodec", "Pixels", "Settings", "Store", "CArchive", "CSystem", "Host",
        "Base",
        "Libc",
        "Essentials",
      ],
      swiftSettings: shipped + finding),
    // What the screen and the commands share: a case read and measured, counts, causes.
    .target(
      name: "Review",
      dependencies: [
        "Catalog", "Store", "Changes", "DiffEngine", "PNGCodec", "Pixels", "Host", "Base",
        "Essentials",
      ],
      swiftSettings: shipped),
    // It names no disk, no program, no store and no PNG file: scripts/check-walls.
    .target(
      name: "ReviewUI",
      dependencies: ["Review", "Catalog", "Changes", "DiffEngine", "Pixels", "Base"],
      swiftSettings: shipped + small),
    .target(
      name: "Terminal",
      dependencies: [
        "CNcurses", "CSystem", "ReviewUI", "Catalog", "DiffEngine", "Pixels", "Settings", "Host",
        "Base", "Libc", "Essentials",
      ],
      // A link to themes/.
      resources: [.embedInCode("Theme/BuiltIn")], swiftSettings: shipped),
    .target(
      name: "Demo",
      dependencies: [
        "Catalog", "DiffEngine", "PNGCodec", "Pixels", "Store", "Host", "Base", "Libc",
      ],
      swiftSettings: shipped + fast),
    .executableTarget(
      name: "snapreview",
      dependencies: [
        "Terminal", "Demo", "ReviewUI", "Review", "Catalog", "Settings", "Store", "Changes",
        "DiffEngine", "PNGCodec", "Pixels", "Host", "Base", "Libc", "Essentials",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // Output/Texts holds links to files of the project.
      resources: [.embedInCode("Output/Page"), .embedInCode("Output/Texts")],
      swiftSettings: shipped + plain,
      linkerSettings: staticLibraries == nil ? [] : staticRuntime),
    .target(
      name: "TestSupport", dependencies: ["PNGCodec", "Pixels", "Libc"], path: "Tests/TestSupport",
      swiftSettings: strict + fast),
    .testTarget(
      name: "PNGCodecTests",
      dependencies: ["CPNG", "PNGCodec", "Pixels", "Host", "Base", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "DiffEngineTests",
      dependencies: [
        "Changes", "DiffEngine", "PNGCodec", "Pixels", "CKernels", "Base", "Libc", "TestSupport",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "SettingsTests", dependencies: ["Settings", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "CatalogTests",
      dependencies: [
        "Catalog", "Settings", "Store", "DiffEngine", "PNGCodec", "Pixels", "Host", "Base", "Libc",
        "TestSupport",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "ReviewTests",
      dependencies: [
        "Review", "Catalog", "Changes", "DiffEngine", "Pixels", "Base", "TestSupport",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "ReviewModelTests",
      dependencies: [
        "ReviewUI", "Review", "Catalog", "Changes", "DiffEngine", "Pixels", "Base", "TestSupport",
      ],
      exclude: ["Frames"], swiftSettings: tests),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "Terminal", "ReviewUI", "Settings", "DiffEngine", "PNGCodec", "Pixels", "Host", "Base",
        "TestSupport",
      ],
      swiftSettings: tests),
    .executableTarget(
      name: "TerminalFixture", dependencies: ["Terminal", "ReviewUI", "DiffEngine", "Base"],
      path: "Tests/TerminalFixture", swiftSettings: tests),
    .testTarget(
      name: "SnapreviewTests",
      dependencies: [
        "snapreview", "TerminalFixture", "Terminal", "Demo", "ReviewUI", "Review", "Catalog",
        "Store",
        "Settings", "Changes", "DiffEngine", "PNGCodec", "Pixels", "Host", "Base", "Libc",
        "TestSupport",
      ],
      swiftSettings: tests),
  ] + hashing
)
