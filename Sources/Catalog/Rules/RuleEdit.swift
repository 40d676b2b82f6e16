/// The text of a rules file before and after a change; nil where there is no file.
package struct RuleEdit: Hashable, Sendable {
  package let old: String?
  package let new: String?

  package init(old: String?, new: String?) { (self.old, self.new) = (old, new) }

  /// The edit that takes this one back.
  package var reversed: RuleEdit { RuleEdit(old: new, new: old) }

  /// The lines that change: "- threshold = 0", "+ threshold = 4".
  package var lines: [String] {
    TextDifference(reference: old ?? "", actual: new ?? "").lines.compactMap { line in
      switch line.kind {
      case .same: nil
      case .removed: "- " + line.text
      case .added: "+ " + line.text
      }
    }
  }
}
