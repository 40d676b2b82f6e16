import Essentials
import Host

/// The data of Playwright's HTML report: a zip in base64 within the page.
enum PlaywrightZip {
  /// Returns the zip of the page at `path`; nil if it is not a report.
  static func data(of path: String) -> [UInt8]? {
    guard let page = try? Disk.real.read(path).bytes else { return nil }
    guard let named = page.firstRange(of: "playwrightReportBase64".utf8),
      let at = page[named.upperBound...].firstRange(of: "data:application/zip;base64,".utf8)
    else { return nil }
    let text = page[at.upperBound...].prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\"") }
    return Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters).map(Array.init)
  }
}
