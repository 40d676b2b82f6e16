import ArgumentParser
import Base
import Libc

/// Completes `--cause` with the IDs of the folder on the command line, each with its sentence if
/// the shell can show one.
enum CauseCompletion {
  @Sendable static func candidates(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    // Messages on standard error would appear on the command line.
    dup2(unsafe open("/dev/null", O_WRONLY), STDERR_FILENO)
    let given = words.prefix(index + 1).dropFirst(2).prefix { $0 != "--cause" }
    guard let target = try? DecisionTarget.parse(Array(given)),
      let options = try? target.options.found(for: nil), let folder = try? Folder(options)
    else { return [] }
    var report = CauseReport(Unseen())
    folder.forEachReport { report.add($0) }
    return report.sections.map { section in
      let text = printable(section.title)
      switch CompletionShell.requesting {
      case .zsh?: return "\(section.name):\(text.replacing(":", with: "\\:"))"
      case .fish?: return "\(section.name)\t\(text)"
      default: return section.name
      }
    }
  }
}
