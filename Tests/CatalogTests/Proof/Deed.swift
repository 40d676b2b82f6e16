import Base
import Catalog
import Testing

/// A reviewer's deeds, and those before.
struct Story: Sendable, CustomTestStringConvertible {
  enum Deed: Sendable {
    case record(Decision, String, note: String = "")
    /// An accept of all three cases as one bulk.
    case acceptAll
    case undo, undoAll, redo
  }

  var name: String
  var before: [Deed] = []
  var deeds: [Deed]

  var testDescription: String { name }

  static let all: [Story] = [
    Story(name: "accept", deeds: [.record(.accepted, "a")]),
    Story(name: "accept a first baseline", deeds: [.record(.accepted, "b")]),
    Story(name: "accept in bulk", deeds: [.acceptAll]),
    Story(name: "reject", deeds: [.record(.rejected, "a", note: "no")]),
    Story(name: "tolerate", deeds: [.record(.tolerated, "a")]),
    Story(
      name: "reject what was accepted", before: [.record(.accepted, "a")],
      deeds: [.record(.rejected, "a")]),
    Story(
      name: "tolerate a first baseline that was accepted", before: [.record(.accepted, "b")],
      deeds: [.record(.tolerated, "b")]),
    Story(name: "undo", before: [.record(.accepted, "a")], deeds: [.undo]),
    Story(name: "undo a first baseline", before: [.record(.accepted, "b")], deeds: [.undo]),
    Story(name: "undo a bulk", before: [.acceptAll], deeds: [.undo]),
    Story(
      name: "undo all",
      before: [.record(.accepted, "a"), .record(.rejected, "c"), .record(.accepted, "b")],
      deeds: [.undoAll]),
    Story(name: "redo", before: [.record(.accepted, "a"), .undo], deeds: [.redo]),
    Story(name: "redo a bulk", before: [.acceptAll, .undo], deeds: [.redo]),
    Story(
      name: "several after each other",
      deeds: [.record(.accepted, "b"), .undo, .record(.accepted, "a"), .record(.tolerated, "c")]),
  ]
}
