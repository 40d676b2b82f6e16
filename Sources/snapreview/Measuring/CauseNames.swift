import Base
import Catalog
import Store

/// The IDs of causes: four to six letters and digits derived from the members and their bytes. So
/// an ID never refers to another group, whatever else a list contains.
enum CauseNames {
  /// Digits and letters that are not easily confused.
  private static let alphabet = Array("23456789bcdfghjkmnpqrstvwxz")

  /// Returns a text that identifies a case and the bytes shown for it.
  static func content(of snapshot: SnapshotCase, _ files: ShownFiles, hash: (String) -> String?)
    -> String
  {
    let place = snapshot.baseline.map { Paths.relative($0.path, from: snapshot.home) } ?? ""
    let hashes = [files.reference, files.actual ?? snapshot.difference].map { path in
      path.flatMap(hash) ?? ""
    }
    return ([snapshot.key, place] + hashes).joined(separator: " ")
  }

  /// - Parameter members: Texts that identify each cause's members and their bytes, by the cause's
  ///   number.
  /// - Returns: The ID of each cause, as short as is unambiguous.
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
