import Base

/// A folder that can hold a baseline.
struct Candidate: Sendable {
  let folder: ListedFolder
  /// The folder that the baseline must stay in.
  let root: String

  var parent: String { Paths.parent(folder.path) }
}

/// A file that can be a reference, or become one.
struct Spot {
  let folder: String
  let file: String
  /// The folder that it must stay in.
  let root: String
  /// A nearer folder that it must stay in, links resolved.
  var home: String?

  var path: String { Paths.join(folder, file) }
}

extension Spot {
  init(_ path: String, root: String) {
    self.init(folder: Paths.parent(path), file: Paths.name(path), root: root)
  }
}

/// The result of looking for a case's baseline.
enum BaselineAnswer {
  case found(Baseline, exists: Bool)
  /// Several files match, or a single one that only its name connects to the failure; a guess could
  /// overwrite the wrong one.
  case ambiguous([String])
  /// The baseline is behind a link that leads out of the folder where it may be written.
  case behindLink(path: String, link: String, root: String)
  case none

  var existing: Baseline? {
    if case .found(let baseline, exists: true) = self { baseline } else { nil }
  }

  var isNone: Bool { if case .none = self { true } else { false } }

  /// True if there is a baseline, several, or one that may not be written.
  var isThere: Bool {
    switch self {
    case .found(_, let exists): exists
    case .ambiguous, .behindLink: true
    case .none: false
    }
  }
}
