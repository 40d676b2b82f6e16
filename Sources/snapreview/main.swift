import Base
import Libc

// Before anything is opened.
StandardStreams.fillGaps()
giveBackImages()
exit(Snapreview.run(Array(CommandLine.arguments.dropFirst())))
