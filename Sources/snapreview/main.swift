import Libc
import PNGCodec

// Before anything is opened.
StandardStreams.fillGaps()
giveBackImages()
exit(Snapreview.run(Array(CommandLine.arguments.dropFirst())))
