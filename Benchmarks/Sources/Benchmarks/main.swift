import DiffEngine
import Foundation

let arguments = CommandLine.arguments.dropFirst()
let pairs = try arguments.first.map(Pair.read(from:)) ?? Pair.generated()

print("Medians of 7 rounds, milliseconds; sums tell that the work was done.\n")
for pair in pairs { report(pair) }
reportSettings(pairs)
