#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Before anything is opened.
StandardStreams.fillGaps()
exit(Snapreview.run(Array(CommandLine.arguments.dropFirst())))
