import Base
import Catalog
import Foundation
import Host
import TestSupport
import Testing

/// A repository can come from a stranger; for its settings see `HostileRepositoryCommandTests`.
struct HostileRepositoryTests {
  private let repository = TestRepository.changed()

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

  @Test func `what git is told to show in a committed file's place is not what was committed`()
    throws
  {
    let path = TestRepository.place + "changed.1.png"
    let new = repository.git("hash-object", "-w", "--", repository.folder[path])
    let object = new.output.trimmingCharacters(in: .newlines)
    #expect(repository.git("replace", "HEAD:\(path)", object).status == 0)
    #expect(try repository.catalog().cases.contains { $0.name == "changed.1" })
  }

  @Test func `a file that became a link is not followed`() throws {
    let outside = TestFolder()
    outside.png("secret.png", "secret")
    let path = TestRepository.place + "changed.1.png"
    repository.folder.remove(path)
    repository.folder.link(path, to: outside["secret.png"])
    let catalog = try repository.catalog()
    #expect(!catalog.cases.contains { $0.name == "changed.1" })
    #expect(catalog.skipped.contains { $0.why.contains("no longer a plain file") })
  }

  @Test func `git, Xcode's tool, gh and what the screen asks are started in one place each`() throws
  {
    let sources = Paths.resolve("../../../../Sources", from: #filePath)
    let files = FileManager.default.enumerator(atPath: sources)!.compactMap { $0 as? String }
    let starting = files.filter { name in
      let text = try? String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)
      return text?.contains("try ChildProcess(") == true
        || text?.contains("try? ChildProcess(") == true
    }
    #expect(
      starting.sorted() == [
        "Catalog/Inputs/Archives/ResultBundle.swift", "Catalog/Inputs/Git/GitProgram.swift",
        "Catalog/Inputs/Remote/RemoteFailures.swift", "Terminal/Screen/Program.swift",
      ])
  }
}
