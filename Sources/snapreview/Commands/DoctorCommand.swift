import ArgumentParser

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Prints what a bug report needs: terminal, colours, libraries, folders.",
    discussion: """
      Changes nothing and sends nothing. The home folder is written as ~; environment variables \
      are named only if they affect the screen. At a terminal the screen is opened for a \
      moment, to ask what it can show.

      Examples:
        snapreview doctor >> report.txt
      """)

  @Flag(help: "Print the licences of all libraries that are built into the program.")
  var licenses = false

  func run() throws {
    Console.write(licenses ? Texts.notices : Doctor().text)
  }
}
