import Base
import Catalog
import Host
import Store
import TestSupport

/// The file of answers that are kept from run to run, as it stands and under a right checksum: what
/// is damaged is not believed, and an index that makes no sense neither traps nor stays.
struct AnswersTarget: Target {
  let name = "answers"

  private let scratch = TestFolder()
  private var folder: UserFolder { UserFolder(path: scratch["cache"]) }
  private var file: String { "cache/a.answers" }
  private static let program = Fingerprint.digest(Array("1".utf8)[...])

  /// The first byte says where the index starts in a file without its tail.
  func seeds() -> [[UInt8]] {
    scratch.remove("")
    for question in ["a", "b", "c"] { _ = answer(to: question) }
    let whole = scratch.bytes(file)!
    let index = whole.count - 72 - 3 * 40
    return [[0] + whole, [UInt8(index)] + whole.dropLast(72)]
  }

  func check(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let content = Array(bytes.dropFirst())
    scratch.write(file, content)
    promise(answer(to: "a") == "answer a", "a damaged answer was believed")
    scratch.write(
      file, content + AnswerFile.sealed(Array(content.dropFirst(Int(first))), by: Self.program))
    _ = answer(to: "a")
    promise(answer(to: "new") == "answer new", "an answer that nobody kept")
    promise(answer(to: "new", else: "lost") == "answer new", "what is saved is there")
  }

  private func answer(to question: String, else made: String? = nil) -> String {
    let cache = AnswerCache(in: folder, name: "a", program: "1", disk: JournalTarget.disk)
    defer { cache.save() }
    return cache.answer(
      to: Array(question.utf8), isKept: { _ in true }, make: { made ?? "answer \(question)" })
  }
}
