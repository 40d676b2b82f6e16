import Base
import Catalog
import Host
import Store
import TestSupport

/// The file of answers that are kept from run to run, as it stands and with a record of which the
/// check is right: what is damaged is not believed, and what makes no sense neither traps nor stays.
struct AnswersTarget: Target {
  let name = "answers"

  private let scratch = TestFolder()
  private var folder: UserFolder { UserFolder(path: scratch["cache"]) }
  private var file: String { "cache/a.answers" }
  private static let program = Fingerprint.digest(Array("1".utf8)[...])

  func seeds() -> [[UInt8]] {
    scratch.remove("")
    for question in ["a", "b", "c"] { _ = answer(to: question) }
    return [scratch.bytes(file)!]
  }

  func check(_ bytes: UnsafeRawBufferPointer) {
    let content = Array(bytes)
    scratch.write(file, content)
    promise(answer(to: "a") == "answer a", "a damaged answer was believed")
    scratch.write(
      file,
      AnswerFile.head(Self.program)
        + AnswerFile.record(AnswerFile.Key(1, 2), content, by: Self.program))
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
