import Essentials
import Host

/// The data of Playwright's HTML report: a zip in base64 within the page.
enum PlaywrightZip {
  static func pages(_ zip: [UInt8]) -> [PlaywrightPage] {
    ArchiveReader.files(
      in: zip, where: { $0.hasSuffix(".json") && $0 != "report.json" },
      { Manifest.decode(PlaywrightPage.self, $0) })
  }

  /// The zip of the page at `path`; nil where it is no report.
  static func data(of path: String) -> [UInt8]? {
    guard let page = try? Disk.real.read(path).bytes else { return nil }
    let name = Array("playwrightReportBase64".utf8)
    let start = Array("data:application/zip;base64,".utf8)
    guard let named = page.range(of: name, from: 0),
      let at = page.range(of: start, from: named.upperBound)
    else { return nil }
    let text = page[at.upperBound...].prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\"") }
    return Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters).map(Array.init)
  }
}

extension [UInt8] {
  /// Returns the range at which some bytes are found first.
  fileprivate func range(of bytes: [UInt8], from start: Int) -> Range<Int>? {
    guard bytes.count <= count, let first = bytes.first else { return nil }
    var at = start
    while let found = self[at...].firstIndex(of: first), found + bytes.count <= count {
      if self[found..<found + bytes.count].elementsEqual(bytes) {
        return found..<found + bytes.count
      }
      at = found + 1
    }
    return nil
  }
}
