import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// Archives of failures, also from strangers.
struct ArchiveTests {
  typealias Entry = ArchiveWriter.Entry
  private let folder = TestFolder()

  /// One failure of iOSSnapshotTestCase, and whatever comes with it.
  private static func failure(and others: [Entry] = []) -> [Entry] {
    [
      Entry("run/", .folder),
      Entry("run/FailureDiffs/AppTests/reference_a@2x.png", .file(fakePNG("old"))),
      Entry("run/FailureDiffs/AppTests/failed_a@2x.png", .file(fakePNG("new"))),
    ] + others
  }

  private func open(_ name: String, _ bytes: [UInt8], references: [String] = []) throws -> Catalog {
    folder.write(name, bytes)
    return try Catalog(paths: [folder[name]], options: folder.options(references: references))
  }

  private func refusal(_ name: String, _ bytes: [UInt8]) -> String {
    complaint { try open(name, bytes) } ?? "opened"
  }

  private var unpacked: [String] {
    FileManager.default.enumerator(atPath: folder.stateFolder.path + "/open")?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".png") } ?? []
  }

  private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    folder.write("plain", bytes)
    return try shell("gzip < '\(folder["plain"])'")
  }

  private func shell(_ script: String) throws -> [UInt8] {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(bytes)
  }

  @Test func `a zip, a tar and a tar in gzip open like the folder that they hold`() throws {
    let tar = ArchiveWriter.tar(Self.failure())
    for (name, bytes) in [
      ("a.zip", ArchiveWriter.zip(Self.failure())), ("a.tar", tar), ("a.tar.gz", try gzip(tar)),
      ("A.TGZ", try gzip(tar)),
    ] {
      let catalog = try open(name, bytes)
      let snapshot = try #require(catalog.cases.first, "\(name)")
      #expect(snapshot.id == "AppTests/a@2x")
      #expect(FileManager.default.contents(atPath: snapshot.actual!) == Data(fakePNG("new")))
      #expect(snapshot.actual!.hasPrefix(folder.stateFolder.path + "/open/"))
      #expect(snapshot.failures.hasPrefix(folder.stateFolder.path + "/archives/"))
      #expect(catalog.writableRoots.isEmpty)
    }
  }

  private static let xz =
    """
    /Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4Cf/AKNdADkdSfwMYQxNaoaVXW1ZsufJQPpwzK1ZoWXXCMzi\
    EiCAd41dXtqFneUVruh7b1TBDNHXFar6ORZxwagFqg9xCxiWytg539YMAjPa1czqqgxMCVoTa9ecGVFq\
    ZYKH4rwQ9tCjHq3TphbJr9GT9QoWaq4qh5isHjyythLNub+ibByM6UanNviKbFsPi3p0VlsCfYMt/QMK\
    VPyvI2cil09+rGHLSAAAABCFu/P1ksptAAG/AYBQAABGxEyUscRn+wIAAAAABFla
    """
  private static let zstd =
    """
    KLUv/QRoNQQAEkYWGoBvA3NN1KQysxFl15LsTjTTohGSCsasplYpmdcYYZScslRZgAAETONs3M0/r4tx\
    D3zIJ19zs/GaIZTNU7WEViAT8qj6O/V397r+WJu4Syml+GMVNRdXsQ8QIHArrTv9rwfy1bF2lQ4nCAAp\
    YRbgAWwbT01z6gDJgwQMcHBQgJUn1gOy8Rbi
    """

  @Test(arguments: [("a.tar.xz", xz), ("a.tzst", zstd)])
  func `tars in xz and zstd open likewise`(_ name: String, _ packed: String) throws {
    let catalog = try open(name, Array(try #require(Data(base64Encoded: packed))))
    #expect(catalog.cases.map(\.id) == ["AppTests/a@2x"])
  }

  @Test func `archives in an archive and in a folder open as what they hold`() throws {
    let shard = ArchiveWriter.zip(Self.failure())
    let tar = ArchiveWriter.tar([Entry("deep/inner.zip", .file(shard))])
    let wrapped = ArchiveWriter.zip([Entry("outer.tar", .file(tar))])
    let catalog = try open("run/wrapped.zip", wrapped)
    #expect(catalog.cases.map(\.id) == ["AppTests/a@2x"])
    // The fourth one down stays packed.
    let fourth = ArchiveWriter.zip([Entry("wrapped.zip", .file(wrapped))])
    #expect(refusal("fourth.zip", fourth).contains("no "))
    let unpacked = try Catalog(paths: [folder["run"]], options: folder.options())
    #expect(unpacked.cases == catalog.cases)
  }

  @Test func `an archive beside pictures is opened where it holds snapshots, else named`() throws {
    let shard = ArchiveWriter.zip([
      Entry("FailureDiffs/AppTests/reference_b@2x.png", .file(fakePNG("old"))),
      Entry("FailureDiffs/AppTests/failed_b@2x.png", .file(fakePNG("new"))),
    ])
    let whole = ArchiveWriter.zip(Self.failure(and: [Entry("shard-2.zip", .file(shard))]))
    #expect(
      try open("whole.zip", whole).cases.map(\.id).sorted() == ["AppTests/a@2x", "AppTests/b@2x"])
    let cut = ArchiveWriter.zip(
      Self.failure(and: [Entry("shard-2.zip", .file(Array(shard.prefix(24))))]))
    let catalog = try open("cut.zip", cut)
    #expect(catalog.cases.map(\.id) == ["AppTests/a@2x"])
    #expect(
      catalog.skipped.map(\.sentence).joined().contains("shard-2.zip: this archive cannot be read"))
  }

  @Test func `an archive beside pictures of a kind that is not read is named`() throws {
    for name in ["shard.7z", "shard.tar.bz2"] {
      let whole = ArchiveWriter.zip(Self.failure(and: [Entry(name, .file([1, 2, 3]))]))
      let catalog = try open("whole.zip", whole)
      #expect(catalog.cases.map(\.id) == ["AppTests/a@2x"])
      #expect(catalog.skipped.map { Paths.name($0.path) } == ["whole.zip, \(name)"])
    }
  }

  @Test(arguments: ["outputs", "outputs.bin", "shard.zip.1", "artifact.x"])
  func `an archive by any other name is known by its first bytes`(_ name: String) throws {
    let entries = Self.failure()
    let packed = [
      ArchiveWriter.zip(entries), ArchiveWriter.tar(entries), try gzip(ArchiveWriter.tar(entries)),
    ]
    for bytes in packed {
      #expect(try open(name, bytes).cases.map(\.id) == ["AppTests/a@2x"])
      #expect(try open("run/" + name, bytes).cases.count == 1)
      folder.write("run/other.txt", "text")
      let opened = try Catalog(paths: [folder["run"]], options: folder.options())
      #expect(opened.cases.map(\.id) == ["AppTests/a@2x"])
    }
    // Of a kind that is not read, and a program's package.
    folder.uber("run/FailureDiffs")
    folder.write("run/" + name, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])
    folder.write("run/app.apk", ArchiveWriter.zip([Entry("res/icon.png", .file(fakePNG("i")))]))
    let named = try Catalog(paths: [folder["run"]], options: folder.options())
    #expect(named.skipped.map { Paths.name($0.path) } == [name])
  }

  @Test func `a case at an archive's root is called by the archive`() throws {
    let pair = ["x.expected.png": "old", "x.actual.png": "new"].map { name, text in
      Entry(name, .file(fakePNG(text)))
    }
    #expect(try open("shots.zip", ArchiveWriter.zip(pair)).cases.map(\.id) == ["shots/x"])
  }

  @Test func `traces beside pictures stay packed, and a link to an archive is not followed`() throws
  {
    let trace = ArchiveWriter.zip([
      Entry("0-trace.trace", .file(Array("{}".utf8))),
      Entry("FailureDiffs/AppTests/failed_frame@2x.png", .file(fakePNG("new"))),
    ])
    let report = ArchiveWriter.zip(Self.failure(and: [Entry("run/trace.zip", .file(trace))]))
    #expect(try open("report.zip", report).cases.map(\.id) == ["AppTests/a@2x"])
    // A report of another kind is no picture.
    let shard = ArchiveWriter.zip([
      Entry("results.json", .file(Array("{}".utf8))), Entry("shard.zip", .file(report)),
    ])
    #expect(try open("shard.zip", shard).cases.map(\.id) == ["AppTests/a@2x"])
    folder.folder("links")
    folder.link("links/run.zip", to: folder["report.zip"])
    #expect(throws: CatalogError.self) {
      try Catalog(paths: [folder["links"]], options: folder.options())
    }
  }

  @Test func `the entries of inner archives count together`() throws {
    // Names of folders cost nothing to unpack.
    let half = ArchiveWriter.zip((0..<100_001).map { Entry("\($0)/", .folder) })
    let text = refusal(
      "many.zip", ArchiveWriter.zip(["a.zip", "b.zip"].map { Entry($0, .file(half)) }))
    #expect(text.contains("it holds more than 200,000 entries"), "\(text)")
  }

  @Test func `what an inner archive unpacks to counts for the outer one`() throws {
    let size = 90 << 20
    folder.write(
      "head", ArchiveWriter.tarHeader("FailureDiffs/A/failed_a@2x.png", type: "0", size: size))
    let inner = try shell(
      "(cat '\(folder["head"])'; head -c \(size + 1024) /dev/zero) | gzip -1 | gzip -1")
    let text = refusal("bomb.zip", ArchiveWriter.zip([Entry("a.tar.gz", .file(inner))]))
    #expect(text.contains("more than"), "\(text)")
    #expect(unpacked.isEmpty)
  }

  @Test func `names beyond ASCII are read in any locale`() throws {
    let entries = ["reference", "failed"].map {
      Entry("run/FailureDiffs/AppTests/\($0)_café@2x.png", .file(fakePNG($0)))
    }
    let pax = entries.flatMap(ArchiveWriter.pax) + [UInt8](repeating: 0, count: 1024)
    for (name, bytes) in [
      ("a.zip", ArchiveWriter.zip(entries)), ("a.tar", ArchiveWriter.tar(entries)),
      ("pax.tar", pax),
    ] {
      let catalog = try open(name, bytes)
      #expect(catalog.cases.map(\.id) == ["AppTests/café@2x"], "\(name)")
      #expect(catalog.skipped.isEmpty, "\(name)")
    }
  }

  @Test func `a name that cannot be had is said, also when the archive is read again`() throws {
    let others = ["é", "ü"].map {
      Entry("run/FailureDiffs/AppTests/failed_\($0)@2x.png", .file(fakePNG("x")))
    }
    let zip = ArchiveWriter.zip(Self.failure(and: others)) { name in
      name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
    for _ in 0..<2 {
      let catalog = try open("a.zip", zip)
      // Depending on its version libarchive gives a name or none; either way each entry is counted.
      #expect(catalog.cases.count + catalog.skipped.count >= 3)
    }
  }

  @Test func `accepting needs --references, and writes there`() throws {
    let zip = ArchiveWriter.zip(
      Self.failure(and: [Entry("run/ReferenceImages_64/AppTests/a@2x.png", .file(fakePNG("old")))]))
    let without = try #require(try open("a.zip", zip).cases.first)
    #expect(without.obstacle?.contains("accepting it needs --references DIR") == true)
    #expect(without.baseline == nil)
    folder.png("Project/ReferenceImages_64/AppTests/a@2x.png", "old")
    let catalog = try open("a.zip", zip, references: [folder["Project"]])
    let snapshot = try #require(catalog.cases.first)
    let store = try ReviewStore(catalog, stateFolder: folder.stateFolder)
    try store.accept(snapshot)
    #expect(folder.bytes("Project/ReferenceImages_64/AppTests/a@2x.png") == fakePNG("new"))
    store.close()
    // The same bytes under another name are the same archive.
    let again = try open("b.zip", zip, references: [folder["Project"]])
    let fresh = try ReviewStore(again, stateFolder: folder.stateFolder)
    #expect(fresh.decisions(for: again.cases).values.map(\.decision) == [.accepted])
    _ = try fresh.undo()
    #expect(folder.bytes("Project/ReferenceImages_64/AppTests/a@2x.png") == fakePNG("old"))
  }

  static let attacks: [(Entry, String)] = [
    (Entry("../out.png", .file(fakePNG("x"))), "leads out of it"),
    (Entry("run/../../out.png", .file(fakePNG("x"))), "leads out of it"),
    (Entry("/tmp/out.png", .file(fakePNG("x"))), "leads out of it"),
    (Entry("run/link", .link(to: "/etc")), "link that leads out of it, to /etc"),
    (Entry("run/link", .link(to: "../../etc")), "link that leads out of it, to ../../etc"),
    (Entry("run/link", .link(to: "a/../../../b")), "link that leads out of it"),
    (Entry("run/hard.png", .hardLink(to: "/etc/passwd")), "link that leads out of it"),
    (Entry("run/hard.png", .hardLink(to: "../x.png")), "link that leads out of it"),
    (Entry("run/device.png", .device), "a device, a pipe or a socket"),
    (Entry("run/pipe.png", .pipe), "a device, a pipe or a socket"),
    (
      Entry("run/FailureDiffs/AppTests/failed_a@2x.png", .file(fakePNG("second"))),
      "two files by the name"
    ),
    (Entry(String(repeating: "d/", count: 40) + "x.png", .file([])), "opened"),
  ]

  @Test(arguments: attacks.indices)
  func `an entry that would reach elsewhere makes the archive refused`(_ index: Int) throws {
    let (entry, words) = Self.attacks[index]
    let before = Tree(of: folder.top).nodes.keys.filter { !$0.hasPrefix("state") }
    let tar = refusal("a.tar", ArchiveWriter.tar(Self.failure(and: [entry])))
    #expect(tar.contains(words), "tar: \(tar)")
    if case .hardLink = entry.kind {
    } else {
      let zip = refusal("a.zip", ArchiveWriter.zip(Self.failure(and: [entry])))
      // libarchive takes what is neither file, folder nor link in a zip for a file.
      #expect(zip.contains(words) || words.contains("device"), "zip: \(zip)")
    }
    let after = Tree(of: folder.top).nodes.keys.filter { !$0.hasPrefix("state") }
    #expect(Set(after).subtracting(before).isSubset(of: ["a/b/c/d/a.tar", "a/b/c/d/a.zip"]))
    #expect(words == "opened" || unpacked.allSatisfy { !$0.hasSuffix("out.png") })
  }

  @Test func `links within it are left out, and so is what is hidden or no snapshot`() throws {
    let others = [
      Entry("run/FailureDiffs/AppTests/failed_b@2x.png", .link(to: "failed_a@2x.png")),
      Entry("run/FailureDiffs/.snapreview/journal.jsonl", .file(Array("{}".utf8))),
      Entry("run/.git/config", .file(Array("[core]".utf8))),
      Entry(".snapreview.toml", .file(Array("[default]\nthreshold = 1000\n".utf8))),
      Entry("run/trace.bin", .file([1, 2, 3])),
    ]
    let catalog = try open("a.tar", ArchiveWriter.tar(Self.failure(and: others)))
    #expect(catalog.cases.map(\.name) == ["a@2x"])
    let all = FileManager.default.enumerator(atPath: folder.stateFolder.path + "/open")!
      .compactMap { $0 as? String }
    #expect(!all.contains { $0.contains("/.") || $0.contains("failed_b") })
  }

  @Test(arguments: ["node_modules/p", "run/node_modules", ".build/artifacts", "run/.hidden"])
  func `pictures in a folder that is not read are counted, whatever else is there`(
    _ place: String
  ) throws {
    let entries = ["expected", "actual"].map {
      Entry("\(place)/x_\($0).png", .file(fakePNG($0)))
    }
    let own = place.hasPrefix("run/") ? place : String(place.prefix { $0 != "/" })
    let said = "a.zip, \(own): 2 pictures in a folder that is not searched."
    let catalog = try open("a.zip", ArchiveWriter.zip(Self.failure(and: entries)))
    #expect(catalog.cases.count == 1 && catalog.skipped.count == 1)
    #expect(catalog.skipped.first?.sentence.contains(said) == true, "\(catalog.skipped)")
    let alone = #expect(throws: CatalogError.self) {
      try open("a.zip", ArchiveWriter.zip(entries))
    }
    #expect(alone?.skipped.count == 1)
  }

  @Test func `a link among an archive's failures to a folder that shows nothing is told`() throws {
    let others = [
      Entry("rest/Picture 1.png", .file(fakePNG("other"))),
      Entry("run/FailureDiffs/linked", .link(to: "../../rest")),
      Entry("rest/linked", .link(to: "../run")),
    ]
    for bytes in [
      ArchiveWriter.tar(Self.failure(and: others)), ArchiveWriter.zip(Self.failure(and: others)),
    ] {
      let catalog = try open("a.tar", bytes)
      #expect(catalog.cases.map(\.name) == ["a@2x"])
      #expect(catalog.skipped.map { $0.path.hasSuffix("run/FailureDiffs/linked") } == [true])
    }
  }

  /// Also what is no snapshot, and so skipped.
  @Test(arguments: ["run/FailureDiffs/A/failed_a@2x.png", "run/film.bin"])
  func `what unpacks to far more than its size is refused by its limit`(_ name: String) throws {
    let size = 200 << 20
    folder.write("head", ArchiveWriter.tarHeader(name, type: "0", size: size))
    let bomb = try shell("(cat '\(folder["head"])'; head -c \(size + 1024) /dev/zero) | gzip -1")
    #expect(bomb.count < 1 << 20)
    let text = refusal("bomb.tar.gz", bomb)
    #expect(text.contains("the limit for an archive of its size (100 times that"), "\(text)")
    #expect(unpacked.isEmpty)
  }

  @Test func `a broken or truncated archive is refused, whatever is broken`() throws {
    let zip = ArchiveWriter.zip(Self.failure())
    let tar = ArchiveWriter.tar(Self.failure())
    let gzip = try gzip(tar)
    #expect(refusal("empty.zip", []).contains("cannot be read"))
    #expect(refusal("text.zip", Array("no archive".utf8)).contains("cannot be read"))
    for (name, bytes) in [("a.zip", zip), ("a.tar", tar), ("a.tar.gz", gzip)] {
      for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 60)) {
        let text = refusal(name, Array(bytes.prefix(count)))
        #expect(text == "opened" || text.contains(name), "\(name), \(count) bytes: \(text)")
      }
    }
    // Between two entries, a tar looks complete but for the empty blocks at its end.
    for end in stride(from: 512, through: tar.count - 1_024, by: 512) {
      #expect(refusal("a.tar", Array(tar.prefix(end))).contains("cannot be read"), "\(end)")
    }
    var random = SplitMix(seed: 13)
    for turn in 0..<200 {
      var broken = [zip, tar, gzip][turn % 3]
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        broken[Int.random(in: broken.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      _ = refusal(["a.zip", "a.tar", "a.tar.gz"][turn % 3], broken)
    }
  }

  @Test func `files of an archive in memory are read as far as they are sound`() throws {
    let names = ["a.json", "b.json", "c.txt", "d.json"]
    let long = Entry("long.json", .file([UInt8](repeating: 1, count: 1000)))
    let zip = ArchiveWriter.zip(names.map { Entry($0, .file(Array("\($0) says".utf8))) } + [long])
    func read(_ zip: [UInt8], limit: Int = 999) -> [String] {
      ArchiveReader.files(
        in: zip, limit: limit, where: { $0.hasSuffix(".json") },
        { String(decoding: $0, as: UTF8.self) })
    }
    #expect(read(zip) == ["a.json says", "b.json says", "d.json says"])
    #expect(read(zip, limit: 1000).count == 4)
    var damaged = zip
    damaged[try #require(zip.firstRange(of: "b.json says".utf8)).lowerBound] ^= 1
    #expect(read(damaged) == ["a.json says", "d.json says"])
    var random = SplitMix(seed: 4)
    for count in 0..<zip.count {
      #expect(read(Array(zip.prefix(count))).count <= 3)
      var broken = zip
      broken[count] = UInt8.random(in: 0...255, using: &random)
      #expect(read(broken).count <= 4)
    }
  }

  @Test func `what a killed process left unpacked is removed by the next`() throws {
    let place = folder.stateFolder.path + "/open/0123456789abcdef/archives"
    try folder.stateFolder.make()
    try FileManager.default.createDirectory(
      atPath: place, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try Data().write(to: URL(fileURLWithPath: place + "/left.png"))
    _ = try open("a.zip", ArchiveWriter.zip(Self.failure()))
    #expect(!FileManager.default.fileExists(atPath: place))
    #expect(unpacked.count == 2)
  }
}
