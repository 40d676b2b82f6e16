import ArgumentParser
import DiffEngine
import Host
import PNGCodec

extension DifferenceStyle: ExpressibleByArgument {}

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compares two files, images or texts.",
    discussion: """
      As a file, - stands for standard input; as F, for standard output.

      Examples:
        snapreview compare old.png new.png --strategy combined --delta-e 2
        snapreview compare old.png new.png --diff-output d.png --diff-style heat
        git show HEAD:login.png | snapreview compare - login.png --format json
      """)

  @Argument(help: "The accepted file.", completion: .file(), transform: FileAddress.path)
  var reference: String

  @Argument(
    help: "The file that the test rendered.", completion: .file(), transform: FileAddress.path)
  var actual: String

  @Option(help: "The form of the result.")
  var format = ReportFormat.text

  @Option(
    help: ArgumentHelp("Write a difference image, a PNG file.", valueName: "F"),
    completion: .file(), transform: FileAddress.path)
  var diffOutput: String?

  @Option(help: "What the difference image shows (default: highlight).")
  var diffStyle: DifferenceStyle?

  @Option(
    help: ArgumentHelp(
      "Ignore an area in pixels or per cent, 0,0,100%,44 (x, y, width, height), or the painted "
        + "pixels of a PNG file, neither white nor transparent; may be repeated.",
      valueName: "AREA"), completion: .file(), transform: FileAddress.path)
  var ignore: [String] = []

  @OptionGroup(title: "Strategy")
  var strategies: StrategyOptions

  @OptionGroup
  var loudness: QuietOption
}
