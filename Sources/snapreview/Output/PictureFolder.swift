import Base
import Catalog
import Host
import PNGCodec
import Pixels
import Review
import Store

/// A folder of small images that a Markdown report links to.
struct PictureFolder: Sendable {
  private let path: String
  private let url: String

  /// - Parameter url: The URL of the folder for readers of the report.
  init(_ path: String, url: String?) {
    self.path = Paths.resolve(path, from: Paths.workingFolder)
    self.url = url ?? path
  }

  /// Writes one image for each case, with reference, actual and difference.
  ///
  /// - Returns: The URL of each case's image.
  func write(
    _ reports: [CaseReport], _ files: @Sendable (SnapshotCase) -> ShownFiles
  ) throws -> (CaseReport) -> String? {
    for folder in Disk.real.missingFolders(to: path) {
      try Result { () throws(SystemError) in try Disk.real.makeFolder(folder, mode: 0o755) }
        .mapError { CommandFailure(.fileTrouble, "\(printable(folder)): cannot be made: \($0).") }
        .get()
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

  /// Returns a name that is the same on every run, and safe whatever the case's name.
  private static func name(_ report: CaseReport) -> String {
    Fingerprint.hash(Array(report.snapshot.id.utf8)).prefix(16) + ".png"
  }

  /// Returns the URL of an image; characters that would end a Markdown link are percent-encoded.
  private static func link(_ folder: String, _ name: String) -> String {
    Markup.address(
      folder.hasSuffix("/") ? folder : folder + "/", keeping: "-._~/:?#@!$&'()*+,;=%") + name
  }
}
