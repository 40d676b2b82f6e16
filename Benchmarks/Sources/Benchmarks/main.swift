import DiffEngine
import Foundation

// Benchmarks [FOLDER] [--only PART]: on the pairs X-a.png, X-b.png of a folder, or on images made
// by rule; all parts, or those whose name holds PART.
var arguments = Array(CommandLine.arguments.dropFirst())
var part = ""
if let flag = arguments.firstIndex(of: "--only"), flag + 1 < arguments.count {
  part = arguments[flag + 1]
  arguments.removeSubrange(flag...flag + 1)
}
let pairs = try arguments.first.map(Pair.read(from:)) ?? Pair.generated()

print("Medians of 7 rounds, milliseconds; sums tell that the work was done.\n")
for pair in pairs { report(pair, only: part) }
if part.isEmpty || "setting".contains(part) { reportSettings(pairs) }
