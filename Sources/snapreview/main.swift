import Base
import Libc

// Before anything is opened.
StandardStreams.fillGaps()
exit(Snapreview.run(Array(CommandLine.arguments.dropFirst())))
