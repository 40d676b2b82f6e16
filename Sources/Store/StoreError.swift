import Base
import Host

/// The reason why a decision was not written or undone: one sentence that includes the resulting
/// state.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case readOnly
    /// The baseline has changed since it was shown; show the case again.
    case baselineChanged
    /// The actual has changed since it was shown; show the case again.
    case actualChanged
    /// The case has an obstacle, or its actual cannot be a baseline.
    case notAcceptable
    /// The baseline's path leaves its root.
    case outsideRoot
    /// Undo or redo found a baseline other than the one that the step left.
    case conflict
    /// A kept file is missing or damaged.
    case damagedStore
    /// The system refused, for example because of a full disk, missing permission or a lost mount.
    case system
  }

  package var reason: Reason
  package var description: String
  /// The system's own error message.
  package var cause: String?
  /// The part of `description` that is only about this case or file.
  var subject: String?

  package init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  /// The error for a write to `path` that failed before anything changed.
  static func cannotWrite(_ path: String, _ error: SystemError) -> StoreError {
    let name = printable(Paths.name(path))
    return StoreError(
      .system, "Cannot write \(name): \(error). The old baseline is unchanged."
    ).about(name)
  }

  /// The error for a write that is in place but might not survive a power cut.
  static func notFlushed(_ path: String, _ error: SystemError) -> StoreError {
    StoreError(
      .system,
      "\(printable(Paths.name(path))) is written, but its folder could not be flushed to the disk "
        + "(\(error)).")
  }

  static func cannotRead(_ path: String, _ error: SystemError) -> StoreError {
    var result = StoreError(
      .system, "Cannot read \(printable(Paths.name(path))): \(error). Nothing was written.")
    result.cause = "it cannot be read (\(error))"
    return result.about(printable(Paths.name(path)))
  }

  /// The error for a decision that could not be recorded.
  static func cannotKeep(_ folder: String, _ error: SystemError) -> StoreError {
    StoreError(
      .system,
      "Cannot write \(printable(folder)): \(error). "
        + "The decision is not kept; the old baseline is unchanged.")
  }

  static func outsideRoot(_ path: String, _ roots: [String]) -> StoreError {
    let places = roots.prefix(3).map(printable).joined(separator: ", ")
    var result = StoreError(
      .outsideRoot,
      "\(printable(Paths.name(path))): its path leads out of \(places). Nothing was written.")
    result.cause = "its path leads out of \(places); give --references DIR if that is meant"
    return result.about(printable(Paths.name(path)))
  }

  static func actualChanged(_ subject: String) -> StoreError {
    StoreError(
      .actualChanged,
      "\(subject): the actual is no longer what was shown. Nothing was written; look at it again."
    ).about(subject)
  }

  static func baselineChanged(_ path: String) -> StoreError {
    let name = printable(Paths.name(path))
    return StoreError(
      .baselineChanged,
      "\(name): the baseline is no longer what was shown. Nothing was written; look at it again."
    ).about(name)
  }
}

extension StoreError {
  package func about(_ subject: String) -> StoreError {
    var result = self
    result.subject = subject
    return result
  }

  /// Returns the errors as lines. Errors with the same reason share a line that names a few of the
  /// cases.
  package static func lines(_ errors: [StoreError]) -> [String] {
    var groups: [(reason: String, errors: [StoreError])] = []
    var places: [String: Int] = [:]
    for error in errors {
      let reason = error.subject.map { error.description.replacing($0, with: "") }
      let key = reason ?? error.description
      if let place = places[key] {
        groups[place].errors.append(error)
      } else {
        places[key] = groups.count
        groups.append((key, [error]))
      }
    }
    return groups.map { group in
      let others = group.errors.dropFirst()
      guard !others.isEmpty else { return group.errors[0].description }
      let names = others.prefix(shownSubjects).compactMap(\.subject)
      let rest = others.count - names.count
      let more = rest > 0 ? ["\(Wording.grouped(rest)) more"] : []
      return "\(group.errors[0]) Likewise \((names + more).joined(separator: ", "))."
    }
  }

  private static let shownSubjects = 3
}
