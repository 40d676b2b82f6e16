/// The text of a rules file before and after a change; nil if there is no file.
package struct RuleEdit: Hashable, Sendable {
  package let old: String?
  package let new: String?

  package init(old: String?, new: String?) { (self.old, self.new) = (old, new) }

  /// The edit that reverts this one.
  package var reversed: RuleEdit { RuleEdit(old: new, new: old) }
}
