import ArgumentParser

/// The flag for commands whose effect matters more than their output.
struct QuietOption: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print errors only; the exit status tells the result.")
  var quiet = false
}
