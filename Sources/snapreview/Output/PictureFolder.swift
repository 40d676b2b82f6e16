import Base
import Catalog
import Host
import PNGCodec
import Pixels
import Review
import Store

/// A folder of small pictures that a report in Markdown links to.
struct PictureFolder: Sendable {
  private let path: String
  private let url: String

  /// - Parameter url: The address of the folder for readers of the report.
  init(_ path: String, url: String?) {
    self.path = Paths.resolve(path, from: Paths.workingFolder)
    self.url = url ?? path
  }

  /// Writes one picture a case: reference, actual and what changed.
  ///
  /// - Returns: The address of each case's picture.
  func write(
    _ reports: [CaseReport], _ files: @Sendable (SnapshotCase) -> ShownFiles
  ) throws -> (CaseReport) -> String? {
    for folder in Disk.real.missingFolders(to: path) {
      do throws(SystemError) {
        try Disk.real.makeFolder(folder, mode: 0o755)
      } catch {
        throw CommandFailure(.fileTrouble, "\(printable(folder)): cannot be made: \(error).")
      }
    }
    let strips = mapOnAllCores(reports.count) { index -> [UInt8]? in
      let report = reports[index]
      guard report.snapshot.content == .image,
        let strip = PixelImage.strip(
          files(report.snapshot), report.strategy, ignoring: report.areas, boxes: report.boxes)
      else { return nil }
      return try? PNG.encode(strip, isSmall: true)
    }
    var written: Set<String> = []
    for (report, png) in zip(reports, strips) {
      guard let png else { continue }
      let name = Self.name(report)
      try OutputFile.write(png, to: Paths.join(path, name), sparing: report.snapshot.files)
      written.insert(name)
    }
    return { report in
      let name = Self.name(report)
      return written.contains(name) ? Self.link(url, name) : nil
    }
  }

  /// Returns a name that is the same on every run, and harmless whatever the case is called.
  private static func name(_ report: CaseReport) -> String {
    Fingerprint.hash(Array(report.snapshot.id.utf8)).prefix(16) + ".png"
  }

  /// Returns the address of a picture; characters that would end a link in Markdown are
  /// percent-encoded.
  private static func link(_ folder: String, _ name: String) -> String {
    Markup.address(
      folder.hasSuffix("/") ? folder : folder + "/", keeping: "-._~/:?#@!$&'()*+,;=%") + name
  }
}
