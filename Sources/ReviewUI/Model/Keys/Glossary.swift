import DiffEngine
import Review

/// The words of the screen that are not everyday ones, explained in the help and, until something
/// was decided, on a line of their own.
enum Glossary: String, CaseIterable {
  case decision
  case asTested = "as the test saw it"
  case naive, cluster, region
  case deltaE = "ΔE"

  var explanation: String {
    switch self {
    case .decision: "your one answer to cases that changed alike"
    case .asTested: "counted from the library's own difference picture"
    case .naive: "every pixel that differs at all counts"
    case .cluster: "differing pixels that touch"
    case .region: "clusters that lie close together"
    case .deltaE: "how different two colours look: 1 is just visible, 100 black to white"
    }
  }
}

extension ReviewState {
  /// Explains the words that are on the screen, on one line.
  func introduction(width: Int) -> String {
    let words = Glossary.allCases.filter { word in
      switch word {
      case .decision, .cluster: true
      case .asTested: current?.mask != nil
      case .naive: strategy.kind == .naive
      case .region, .deltaE: current?.mask == nil
      }
    }
    var line = ""
    for word in words {
      let part = "\(word.rawValue): \(word.explanation)"
      let longer = line.isEmpty ? part : "\(line) · \(part)"
      if displayWidth(of: longer) <= width { line = longer }
    }
    return line
  }

  /// True during a first run until something is decided, if the screen is tall enough.
  var isIntroduced: Bool {
    isFirstRun && size.rows >= 24 && history.isEmpty && overview.tally.decided == 0
  }
}
