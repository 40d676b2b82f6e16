import ArgumentParser
import Catalog
import Review

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Prints the cases of a folder with their verdicts.",
    discussion: """
      --by cause lists the cases by what happened to them, the largest cause first; \
      `accept --cause k3fd` then accepts every case of one.

      Examples:
        snapreview list Difference/
        snapreview list Difference/ --by cause --format json --undecided
        snapreview list Difference/ --filter 'LoginTests/*' --filter theme:dark
      """)

  enum ListOrder: String, ExpressibleByArgument, CaseIterable { case cause }

  @Option(help: "The form of the output.")
  var format = ReportFormat.text

  @Option(help: "List the cases by what they have in common.")
  var by: ListOrder?

  @Flag(
    help: "With --by cause --format json: all members that list has for a case, and all regions.")
  var boxes = false

  @Flag(help: "Only undecided cases that fail, as briefly as possible: for a coding agent.")
  var undecided = false

  @OptionGroup
  var filters: FilterOptions

  @OptionGroup
  var options: FolderOptions

  @OptionGroup
  var loudness: QuietOption

  func validate() throws {
    if boxes, by == nil || format != .json {
      throw ValidationError("--boxes goes with --by cause --format json.")
    }
  }

  func run() throws {
    let options = try options.found(for: "list")
    var (folder, nothing): (Folder?, CatalogError?) = (nil, nil)
    do {
      folder = try Folder(options, saysSkipped: false, saysRemarks: !loudness.quiet)
    } catch let error as CatalogError where error.reason == .unchanged {
      nothing = error
    }
    let unseen = Unseen(skipped: folder?.catalog.skipped ?? nothing?.skipped ?? [])
    let emit: (String) -> Void = loudness.quiet && format == .text ? { _ in } : Console.write
    var writer = ReportWriter(format, .current, unseen, emit)
    var causes = CauseReport(unseen)
    causes.nothing = nothing?.description
    let finder = try folder?.forEachReport(of: filters) {
      guard !undecided || $0.decision == nil && $0.isFailing else { return }
      if by == nil { writer.add($0) } else { causes.add($0) }
    }
    if by == nil {
      writer.end(nothing: causes.nothing)
    } else {
      causes.families = finder?.families ?? []
      if undecided, !boxes, format == .json {
        causes.writeBriefly(emit)
      } else {
        causes.write(format, .current, withBoxes: boxes, emit)
      }
    }
    throw ExitCode((by == nil ? writer.tally : causes.tally).status.rawValue)
  }
}
