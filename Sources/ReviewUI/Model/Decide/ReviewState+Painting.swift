import Base
import Review

// Tracks what has been on the screen, so that no question is answered and no case accepted unseen.

extension ReviewState {
  /// True if the model must learn when the frame of this state is on the screen.
  package var isFrameAwaited: Bool { isQuestionUnseen || !isSeen && hasPictures }

  private var isSeen: Bool {
    if case .bulk(let bulk) = panel { bulk.isSeen } else { painted == place }
  }

  private var place: CaseKey? {
    current.map { CaseKey(item: selection, revision: $0.revision) }
  }

  /// True if everything that the panes, or the question over them, show has been drawn.
  package var hasPictures: Bool {
    if isTooSmall { return false }
    if let question, let sheet = memberSheet {
      let first = requests(question.scope.shown, top: question.top, pages: 1, sheet)
      guard first.allSatisfy({ drawn.thumbnails[$0.item]?.request == $0 }) else { return false }
    }
    guard let current, !current.isPending else { return false }
    guard view != .all else { return drawn.thumbnails[selection] != nil }
    return pictureRequests.allSatisfy { drawn.pictures[$0] != nil }
  }

  /// Records that the frame of this state is on the screen.
  mutating func framePainted(isWhole: Bool) -> [ReviewEffect] {
    if isTooSmall { return [] }
    isQuestionUnseen = false
    guard isWhole else { return [] }
    if case .bulk(var bulk) = panel {
      bulk.see(selection, on: memberSheet)
      panel = .bulk(bulk)
      return bulk.isSeen ? bulk.answer.map { answer(bulk, $0) } ?? [] : []
    }
    painted = place
    guard awaitsPictures == place, place != nil else { return [] }
    awaitsPictures = nil
    return decide(.accepted)
  }

  /// Postpones accepting if the pictures of the case have not been on the screen yet.
  mutating func waitsForPictures() -> Bool {
    guard painted != place else { return false }
    awaitsPictures = place
    message = Message(
      .news, "Its pictures are still being drawn: it is accepted once they are shown.")
    return true
  }
}

extension Panel {
  /// The panel's question, regardless of scrolling; nil if the panel asks none.
  var question: Panel? {
    switch self {
    case .bulk(var bulk):
      (bulk.top, bulk.seen, bulk.answer, bulk.isLooking) = (0, 0, nil, false)
      return .bulk(bulk)
    case .saveRule(.some): return self
    case .saveRule(nil), .help, .info, .end, .landscape, .table, .areas: return nil
    }
  }
}
