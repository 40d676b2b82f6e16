import Base
import Host
import Libc

// Before anything is opened.
StandardStreams.fillGaps()
StandardStreams.requireRoom()
Signals.prepare()
exit(Snapreview.run(Array(Environment.arguments.dropFirst())))
