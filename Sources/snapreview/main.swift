import Host
import Libc

// Must run before any file is opened.
StandardStreams.fillGaps()
StandardStreams.requireRoom()
Signals.prepare()
exit(Snapreview.run(Array(Environment.arguments.dropFirst())))
