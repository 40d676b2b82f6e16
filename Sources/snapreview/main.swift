import Foundation

Console.ignoreClosedPipes()
exit(Snapreview.run(Array(CommandLine.arguments.dropFirst())))
