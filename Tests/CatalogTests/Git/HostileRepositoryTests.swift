import Catalog
import Foundation
import TestSupport
import Testing

/// A repository can come from a stranger, its settings with it.
@Suite struct HostileRepositoryTests {
  private let repository = TestRepository.changed()

  /// A program that leaves a trace.
  private func trap() -> String {
    let path = repository.folder.top + "/trap"
    let script = "#!/bin/sh\ntouch '\(repository.folder.top)/sprung'\ncat\n"
    try! script.write(toFile: path, atomically: true, encoding: .utf8)
    try! FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  private var isSprung: Bool {
    FileManager.default.fileExists(atPath: repository.folder.top + "/sprung")
  }

  @Test func `nothing that its settings name is started`() throws {
    let trap = trap()
    let settings = [
      "core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command",
      "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "filter.e=v.clean",
      "core.pager", "core.editor", "core.sshCommand", "credential.helper", "core.askPass",
    ]
    for name in settings { repository.git("config", name, trap) }
    repository.git("config", "core.hooksPath", Paths.parent(trap))
    repository.folder.write(".gitattributes", "*.png filter=evil diff=evil\n*.txt filter=e=v\n")
    repository.folder.write(".git/hooks/post-index-change", "#!/bin/sh\n\(trap)\n")
    for name in ["changed.1", "same.1"] {
      // As old as the index: git then looks into the file.
      repository.folder.age(TestRepository.place + "\(name).png", 100)
    }
    let catalog = try repository.catalog()
    #expect(catalog.cases.count >= 5)
    let store = try repository.store(catalog)
    for snapshot in catalog.cases {
      try store.record(.rejected, for: snapshot, shown: Fingerprint(of: snapshot))
    }
    #expect(!isSprung)
  }

  @Test func `a work tree elsewhere is refused`() throws {
    let other = TestFolder()
    other.png("private.png")
    repository.git("config", "core.worktree", other.path)
    let error = #expect(throws: CatalogError.self) { try repository.catalog() }
    #expect(error?.description.contains("its .git is not the repository of this work tree") == true)
  }

  @Test func `a path that leaves the work tree is no case`() throws {
    let input = repository.folder.top + "/tree"
    let blob = repository.git(
      "hash-object", "-w", "--", repository.folder[TestRepository.place + "same.1.png"]
    )
    .output.trimmingCharacters(in: .newlines)
    // git itself refuses such names, so the object is written as it lies on disk.
    var tree = Data("100644 ..\0".utf8)
    tree += Data(
      stride(from: 0, to: 40, by: 2).map { at in
        let start = blob.index(blob.startIndex, offsetBy: at)
        return UInt8(blob[start..<blob.index(start, offsetBy: 2)], radix: 16)!
      })
    try tree.write(to: URL(fileURLWithPath: input))
    let object = repository.git("hash-object", "-t", "tree", "--literally", "-w", "--", input)
    #expect(object.status == 0)
    let name = object.output.trimmingCharacters(in: .newlines)
    let catalog = try repository.catalog("\(name)..HEAD")
    #expect(catalog.cases.allSatisfy { !($0.reference ?? "").hasSuffix("..") })
  }

  @Test func `a file that became a link is not followed`() throws {
    let outside = TestFolder()
    outside.png("secret.png", "secret")
    let path = TestRepository.place + "changed.1.png"
    repository.folder.remove(path)
    repository.folder.link(path, to: outside["secret.png"])
    let catalog = try repository.catalog()
    #expect(!catalog.cases.contains { $0.name == "changed.1" })
    #expect(catalog.skipped.contains { $0.why.contains("no plain file any more") })
  }

  @Test func `a filter whose name is not UTF-8 is not started`() throws {
    let trap = trap()
    let config = try #require(repository.folder.bytes(".git/config"))
    repository.folder.write(
      ".git/config",
      config + Array("[filter \"".utf8) + [0xFF] + Array("\"]\nclean = \(trap)\n".utf8))
    repository.folder.write(".gitattributes", Array("* filter=".utf8) + [0xFF, 10])
    repository.folder.age(TestRepository.place + "same.1.png", 100)
    #expect(try repository.catalog().cases.count == 5)
    #expect(!isSprung)
  }

  @Test func `git, Xcode's tool and what the screen asks are started in one place each`() throws {
    let sources = Paths.resolve("../../../../Sources", from: #filePath)
    let files = FileManager.default.enumerator(atPath: sources)!.compactMap { $0 as? String }
    let starting = files.filter { name in
      let text = try? String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)
      return text?.contains("try ChildProcess(") == true
        || text?.contains("try? ChildProcess(") == true
    }
    #expect(
      starting.sorted() == [
        "Catalog/Archives/ResultBundle.swift", "Catalog/Git/GitProgram.swift",
        "Terminal/Screen/Program.swift",
      ])
  }
}
