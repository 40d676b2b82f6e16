import DiffEngine
import Foundation

// Benchmarks [FOLDER] [--only PART]: on the pairs X-a.png, X-b.png of a folder, or on images made
// by rule; all parts, or those whose name holds PART. Of the screen there are "grid", what a frame
// takes in cells, "drawing", from the cells to the terminal, and "scale", keys in large folders;
// "signature" is what tells the kinds of a change, "causes" the grouping of many,
// "tuning" a proposal from many decisions.
var arguments = Array(CommandLine.arguments.dropFirst())
var part = ""
if let flag = arguments.firstIndex(of: "--only"), flag + 1 < arguments.count {
  part = arguments[flag + 1]
  arguments.removeSubrange(flag...flag + 1)
}
@MainActor func isWanted(_ name: String) -> Bool { part.isEmpty || name.contains(part) }

print("Medians of 7 rounds and more, milliseconds; sums tell that the work was done.\n")
if isWanted("grid") { reportGrid() }
if isWanted("scale") { reportScale() }
if isWanted("drawing") { try reportDrawing() }
if part.isEmpty || !["grid", "drawing", "scale"].contains(where: isWanted) {
  let pairs = try arguments.first.map(Pair.read(from:)) ?? Pair.generated()
  for pair in pairs { report(pair, only: part) }
  if isWanted("setting") { reportSettings(pairs) }
  if isWanted("causes") { reportCauses() }
  if isWanted("tuning") { reportTuning() }
}
