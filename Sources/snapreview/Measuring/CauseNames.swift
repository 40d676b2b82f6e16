import Base
import Catalog
import Store

/// The IDs of causes: four to six letters and digits, made from the members and their bytes. So an ID
/// never means another group, whatever else a list holds.
enum CauseNames {
  /// A digit or letter that is not easily taken for another.
  private static let alphabet = Array("23456789bcdfghjkmnpqrstvwxz")

  /// Returns what tells a case and the bytes of it that are shown.
  static func content(of snapshot: SnapshotCase, _ files: ShownFiles, hash: (String) -> String?)
    -> String
  {
    let place = snapshot.baseline.map { Paths.relative($0.path, from: snapshot.home) } ?? ""
    let hashes = [files.reference, files.actual ?? snapshot.difference].map { path in
      path.flatMap(hash) ?? ""
    }
    return ([snapshot.key, place] + hashes).joined(separator: " ")
  }

  /// - Parameter members: What tells each member and its bytes, by the number of its cause.
  /// - Returns: The ID of each cause: as short as the others allow.
  static func names(of members: [Int: [String]]) -> [Int: String] {
    let whole = members.mapValues { members in
      let text = members.sorted().joined(separator: "\n")
      return Fingerprint.digest(Array(text.utf8)[...]).prefix(6).map {
        alphabet[Int($0) % alphabet.count]
      }
    }
    let counts = (4...6).map { length in
      Dictionary(whole.values.map { (String($0.prefix(length)), 1) }, uniquingKeysWith: +)
    }
    return whole.mapValues { letters in
      let short = (4...5).first { counts[$0 - 4][String(letters.prefix($0))] == 1 }
      return String(letters.prefix(short ?? 6))
    }
  }
}
