import Catalog
import DiffEngine

/// Three lines: the case, the settings and what they give, and what to press.
func drawStatus(_ state: ReviewState, in rect: Rect, on canvas: inout Canvas) {
  canvas.fill(rect, Cell(.space, .statusLine))
  canvas.write(caseLine(state), in: rect.line(0), background: .statusLine)
  drawSettings(state, in: rect.line(1), on: &canvas)
  if let prompt = state.prompt {
    canvas.write(promptLine(prompt, state: state), in: rect.line(2), background: .prompt)
  } else if let message = state.message {
    canvas.write(messageLine(message, width: rect.width), in: rect.line(2), background: .statusLine)
  } else {
    canvas.write(hintLine(state), in: rect.line(2), background: .statusLine)
  }
}

private func caseLine(_ state: ReviewState) -> [Run] {
  guard let item = state.current else { return [] }
  var spans = [Run(" \(printable(item.snapshot.id))", .statusValue)]
  func add(_ text: String, _ role: Role = .statusLine) {
    spans += [Run("  ", .statusLine), Run(text, role)]
  }
  if let decision = item.decision { add(decision.rawValue, role(of: decision)) }
  if let note = item.record?.note, !note.isEmpty { add("“\(printable(note))”") }
  if let group = state.group(of: state.selection) {
    add(
      "one of \(group.items.count) with the same change: "
        + "\(keys(state, .acceptMany, .rejectMany, .tolerateMany)) decide them all", .group)
  }
  if let text = clusterText(state) { add(text, .clusterOutline) }
  if let scale = scaleText(state) { add(scale) }
  if let remark = item.snapshot.remarks.first { add(printable(remark), .warning) }
  return spans
}

func role(of decision: Decision) -> Role {
  switch decision {
  case .accepted: .accepted
  case .rejected: .rejected
  case .tolerated: .tolerated
  }
}

/// "3 of 17, 42 px"
private func clusterText(_ state: ReviewState) -> String? {
  guard let index = state.cluster, let clusters = state.currentComparison?.clusters,
    clusters.boxes.indices.contains(index)
  else { return nil }
  let text =
    "\(index + 1) of \(grouped(clusters.count)), \(grouped(clusters.boxes[index].pixels)) px"
  guard let known = state.clusterDeltaE, known.request == state.clusterRequest else { return text }
  return text + ", ΔE up to \(trimmed(known.deltaE))"
}

/// "1 cell = 6 x 12 px", so that nobody takes the fitted view for the truth.
private func scaleText(_ state: ReviewState) -> String? {
  guard let canvas = state.current?.canvas else { return nil }
  let scale = state.viewport.scale(canvas, samples: state.paneSamples)
  if scale > 1 {
    return "1 px = \(Int(scale)) \(state.graphics == nil ? "half cells" : "screen pixels")"
  }
  if scale == 1 { return "1:1" }
  let cell = state.cellSamples
  let (width, height) = (Double(cell.width) / scale, Double(cell.height) / scale)
  return "1 cell = \(trimmed(width)) x \(trimmed(height)) px"
}

/// A number with one decimal where it has one.
func trimmed(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}

private func drawSettings(_ state: ReviewState, in rect: Rect, on canvas: inout Canvas) {
  var spans = [Run(" \(state.strategy.summary)", .bold)]
  if state.tuned != nil { spans.append(Run("  tuned", .hint)) }
  if let item = state.current {
    spans += [Run("  │ ", .statusLine)] + outcome(item, state: state)
  }
  let tally = state.tally
  let known = state.items.count - tally.unknown
  let all = [
    Run("│ all: ", .statusLine), Run("\(grouped(tally.failing))", .statusValue),
    Run(" of \(grouped(known)) fail ", .statusLine),
  ]
  canvas.write(spans, right: all, in: rect, background: .statusLine)
}

private func outcome(_ item: ReviewItem, state: ReviewState) -> [Run] {
  if case .failed = item.reading { return [Run("! unreadable", .unreadable)] }
  guard let comparison = state.currentComparison else { return [Run("measuring …", .pending)] }
  let mark = verdictMark(comparison.verdict)
  if case .texts = item.reading {
    return [mark, Run(" \(counted(comparison.mismatched, "changed line"))", .statusValue)]
  }
  switch comparison.verdict {
  case .unreadable: return [mark, Run(" nothing to compare with", .statusValue)]
  case .match where comparison.mismatched == 0: return [mark, Run(" equal", .statusValue)]
  default: break
  }
  var text = " \(grouped(comparison.mismatched)) \(state.strategy(of: item).unit.short)"
  if comparison.verdict == .sizeMismatch { text = " sizes differ," + text }
  let clusters = comparison.clusters
  if clusters.count > 0 {
    text += " in \(counted(clusters.count, "cluster")), largest \(grouped(clusters.largest))"
  }
  if comparison.maxDeltaE > 0 { text += ", ΔE up to \(trimmed(comparison.maxDeltaE))" }
  if comparison.isBorderline { text += ", borderline" }
  return [mark, Run(text, .statusValue)]
}

// MARK: - The bottom line

private func messageLine(_ message: Message, width: Int) -> [Run] {
  let text = " " + printable(message.text)
  let line = [Run(text, message.kind == .news ? .statusValue : .warning)]
  guard let hint = message.hint, displayWidth(of: text + " " + hint) < width else { return line }
  return line + [Run(" " + hint, .hint)]
}

private func promptLine(_ prompt: Prompt, state: ReviewState) -> [Run] {
  let (label, help): (String, String) =
    switch prompt.kind {
    case .search: ("/", "enter keeps it, esc leaves it")
    case .filter: ("filter: ", "undecided failing accepted rejected tolerated size text, or a word")
    case .palette:
      (
        ":",
        state.paletteRows(prompt.text).first.map { row in
          let keys = row.keys.joined(separator: " ")
          return "\(row.name)\(keys.isEmpty ? "" : " (\(keys))"): \(row.help)"
        }
          ?? "a command, or an exact value: deltaE 2.5"
      )
    case .note: ("note: ", "enter keeps it, esc leaves it")
    case .mark: ("mark: ", "marks every listed case with this in its name")
    }
  return [
    Run(" " + label, .key), Run(printable(prompt.text), .prompt), Run("▏", .key),
    Run("   " + help, .hint),
  ]
}

/// The keys that matter now.
private func hintLine(_ state: ReviewState) -> [Run] {
  hints(state).flatMap { [Run(" \($0.0) ", .key), Run("\($0.1)  ", .hint)] }
}

private func hints(_ state: ReviewState) -> [(String, String)] {
  let key = state.keyMap.key
  let help = (key(.help), "help")
  guard let item = state.current else { return [(key(.close), "leave"), help] }
  if state.focus == .image, case .images = item.reading {
    let pan = [Command.panLeft, .panDown, .panUp, .panRight].map(key)
    return [
      (pan.joined(separator: pan.allSatisfy { $0.count == 1 } ? "" : " "), "pan"),
      (keys(state, .zoomIn, .zoomOut), "zoom"),
      (keys(state, .nextCluster, .previousCluster), "cluster"), (key(.flip), "flip"), help,
    ]
  }
  let walk = (keys(state, .nextCase, .previousCase), "next, previous")
  if item.decision != nil {
    return [
      (key(.undo), "undo"), (key(.nextUndecided), "next undecided"), walk, (key(.close), "leave"),
      help,
    ]
  }
  let decide = [(key(.reject), "reject"), (key(.tolerate), "tolerate"), walk, help]
  return item.snapshot.obstacle == nil
    ? [(key(.accept), "accept")] + decide : decide + [(key(.info), "why not accept")]
}

private func keys(_ state: ReviewState, _ commands: Command...) -> String {
  commands.map(state.keyMap.key).joined(separator: " ")
}
