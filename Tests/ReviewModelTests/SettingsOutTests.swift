import Base
import Catalog
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// What goes out of the review: rules by `w`, the line for the test by `y`.
struct SettingsOutTests {
  @Test func `w asks where, shows the file and its lines, and only then y writes`() {
    var state = review()
    state.type(">w")
    #expect(state.panel == .saveRule(nil))
    #expect(state.type("<enter>").isEmpty)
    #expect(state.panel == nil)
    for (key, glob) in [("1", "Suite/case0"), ("2", "Suite/**"), ("3", nil)] {
      state.type("w")
      #expect(state.type(key).contains(.previewRule(RuleRequest(glob: glob, state.strategy))))
      #expect(state.type("<esc>").isEmpty)
    }
    let preview = RulePreview(
      summary: "naive", path: "/home/me/app/.snapreview.toml",
      edit: RuleEdit(old: "[default]\nthreshold = 0\n", new: "[default]\nthreshold = 1\n"))
    for answer in ["w", "1", "<enter>", " ", "<esc>", "y"] {
      state.type("w3")
      _ = state.reduce(.previewedRule(preview))
      let frame = text(render(state)).joined(separator: "\n")
      #expect(frame.contains("/home/me/app/.snapreview.toml"))
      #expect(frame.contains("- threshold = 0") && frame.contains("+ threshold = 1"))
      // Before it is on the screen nothing answers it.
      #expect(state.reduce(.input(.key(.character("y")))).isEmpty)
      _ = state.reduce(.painted(isWhole: true))
      #expect(state.type(answer).contains(.saveRule(preview)) == (answer == "y"), "\(answer)")
      #expect(state.panel == nil)
    }
  }

  @Test func `u after w takes the rule back, not the decision before it`() {
    var state = review()
    state.type("r")
    _ = state.reduce(.recorded([DecisionChange(item: 0, record: nil)], sentence: "Rejected."))
    let edit = RuleEdit(old: nil, new: "[default]\nthreshold = 1\n")
    let back = ReviewEffect.writeRules(
      edit.reversed, sentence: "Undone: the rules are as they were.")
    _ = state.reduce(.ruled([:], sentence: "Written.", edit: edit))
    #expect(state.type("u") == [back])
    _ = state.reduce(.ruled([:], sentence: "Undone."))
    #expect(
      state.type("U") == [.writeRules(edit, sentence: "Redone: the rules are written again.")])
    _ = state.reduce(.ruled([:], sentence: "Redone."))
    #expect(state.type("uu") == [back, .undo])
  }

  @Test func `in the folder of another library no line is copied, and it says why`() {
    var state = review()
    let effects = state.type(":strategy combined<enter>y")
    #expect(!effects.contains { if case .copy = $0 { true } else { false } })
    #expect(
      state.says("swift-snapshot-testing has no \"combined\" strategy; press | for \"pointfree\"."))
    #expect(
      state.type(":strategy pointfree<enter>y")
        .contains(.copy(".image(precision: 1.0, perceptualPrecision: 1.0)")))
  }

  @Test func `y copies the line for the test`() {
    var state = review(layout: .afsnapshot)
    let effects = state.type(":strategy combined<enter>:clusterSize 7<enter>:deltaE 7<enter>y")
    #expect(effects.contains(.copy(".combined(threshold: 0, clusterSize: 7, deltaE: 7.0)")))
    #expect(state.message?.text.hasPrefix("Copying: .combined") == true)
  }

  @Test(arguments: [
    (CopyOutcome.onClipboard, "Copied: .naive"),
    (.inTmuxBuffer, "Copied to tmux's buffer (prefix ]): .naive"),
    (.sent, "Sent to the terminal's clipboard: .naive"),
    (.refusedByTmux, "tmux did not take it"),
  ])
  func `y says what is known of the copy`(_ outcome: CopyOutcome, _ words: String) {
    var state = review()
    state.type("y")
    _ = state.reduce(.copied(".naive(threshold: 0)", outcome))
    #expect(state.message?.text.hasPrefix(words) == true)
    #expect(state.says(".naive(threshold: 0)"))
  }
}
