import Base
import Catalog
import DiffEngine
import Essentials
import Host
import Libc
import PNGCodec
import Store
import Terminal

/// Facts about the program's environment, for a bug report.
struct Doctor {
  private typealias Fact = (name: String, value: String)

  private let environment = ProcessInfo.processInfo.environment

  /// The report with one fact per line, under headings.
  var text: String {
    let sections = [
      ("Program", program), ("Terminal", terminal), ("Libraries", libraries),
      ("Settings", settings),
    ].map { ($0, $1.map { ["  " + $0.name, printable(withoutHome($0.value))] }) }
    var columns = TextColumns(flushRight: [])
    for row in sections.flatMap(\.1) { columns.fit(row) }
    return sections.map { heading, rows in
      ([heading] + rows.map { columns.line($0) }).map { $0 + "\n" }.joined()
    }.joined()
  }

  private func withoutHome(_ text: String) -> String {
    let homes = [environment["HOME"] ?? "", FileManager.default.homeDirectoryForCurrentUser.path]
    return homes.filter { $0.count > 1 }.reduce(text) { $0.replacing($1, with: "~") }
  }

  // MARK: - Facts

  private var program: [Fact] {
    var name = utsname()
    unsafe uname(&name)
    let machine = unsafe withUnsafeBytes(of: &name.machine) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return [("snapreview", version), ("system", system), ("machine", "\(machine), \(cores) cores")]
  }

  private var system: String {
    #if os(Linux)
      let names = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
      let line = names.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
      return line.map { String($0.dropFirst("PRETTY_NAME=".count)).filter { $0 != "\"" } }
        ?? "Linux"
    #else
      return ProcessInfo.processInfo.operatingSystemVersionString
    #endif
  }

  /// The variables that affect the screen's appearance.
  private static let decisive = [
    "TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE",
    "LANG",
  ]
  /// The variables reported as set, without their values.
  private static let tellTale = ["TMUX", "STY", "SSH_CONNECTION"]

  private var terminal: [Fact] {
    var facts: [Fact] = Self.decisive.compactMap { name in environment[name].map { (name, $0) } }
    facts += Self.tellTale.filter { environment[$0] != nil }.map { ($0, "set") }
    guard Console.canOpenScreen else {
      return facts + [("screen", "not tried: standard input or output is no terminal")]
    }
    do {
      let session = try TerminalSession.open(TerminalOptions(graphics: .auto))
      let (size, badge, advice) = (session.size, session.badge, session.advice)
      let shapes = session.cellShapes.map(\.rawValue).joined(separator: ", ")
      let images = session.imageOffer
      session.close()
      facts += [
        ("size", size.text), ("colours", badge ?? "24 bit"),
        ("cells", shapes), ("images", Self.words(images)),
      ]
      if let advice { facts.append(("advice", advice)) }
    } catch {
      facts.append(("screen", "\(error)"))
    }
    return facts
  }

  private static func words(_ offer: ImageOffer) -> String {
    switch offer {
    case .draws(.kitty): "kitty graphics"
    case .draws(.iterm): "iTerm2's inline images"
    case .none(let reason): reason
    }
  }

  private var libraries: [Fact] {
    let missing = "not installed: "
    func fact(_ name: String, _ isInstalled: Bool, _ loss: String) -> Fact {
      (name, isInstalled ? "installed" : missing + loss)
    }
    let lossy = LossyPicture.allCases.map {
      fact(
        $0.library, $0.isReadable, "\($0.title) pictures are not read; install \($0.packages)")
    }
    return [
      fact("Little CMS", isColourLibraryInstalled, "pictures with colour profiles are refused"),
      fact(
        "libarchive", ArchiveReader.isInstalled,
        "archives and Playwright's HTML reports are not opened"),
    ] + lossy + [("git", GitProgram.version ?? missing + "--git does not work")]
  }

  private var settings: [Fact] {
    let keys: String
    do {
      _ = try KeysFile.load()
      keys = Configuration.isThere(Configuration.path("keys.toml")) ? "read" : "none, the defaults"
    } catch {
      keys = "\(error)"
    }
    return [
      ("keys.toml", keys), ("folder", Configuration.path("")),
      ("state", UserFolder.state?.path ?? Self.homeless),
      ("cache", UserFolder.cache?.path ?? Self.homeless), ("replaced baselines", room),
    ]
  }

  /// The room that the replaced baselines of the project around the working folder take.
  private var room: String {
    let folders = DecidedFolders(below: [], references: [], catalog: nil)
    let store = try? ReviewStore(folders, readOnly: true)
    return store.map { "\(Wording.bytes($0.room)) kept for undo" }
      ?? "unknown: the store cannot be read"
  }

  private static let homeless = "none: this user has no home folder"
}
