import Foundation

exit(Snapreview.run(Array(CommandLine.arguments.dropFirst())))
