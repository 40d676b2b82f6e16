import Base

/// Two PNG files of one size that are decoded side by side, a band of rows at a time: a pair that is
/// too large to be held whole.
///
///     while bands.rowsLeft > 0 { let (reference, actual) = try bands.next() }
///
/// The pixels are those that `PNG.decode` gives; a file's damage shows when its band is read.
package final class PNGBands {
  package let width: Int
  package let height: Int
  package private(set) var rowsLeft: Int
  /// The rows of a band; the last one may have fewer.
  package let bandRows: Int
  private let files: [File]

  /// Reads the heads of both files.
  ///
  /// - Parameter bandPixels: A band has about as many, and some rows at least.
  /// - Returns: nil for two sizes, for interlaced files, whose rows come all at once, and for what is
  ///   no PNG file.
  /// - Throws: As `PNG.decode`, but for images of up to `PNG.bandedLimit` pixels.
  package init?(
    _ reference: String, _ actual: String, _ samples: PNG.Samples,
    bandPixels: Int = PNGBands.usualPixels
  ) throws(ImageError) {
    guard let first = try File(reference, samples), let second = try File(actual, samples) else {
      return nil
    }
    let (header, other) = (first.header, second.header)
    guard header.width == other.width, header.height == other.height else { return nil }
    (width, height, rowsLeft) = (header.width, header.height, header.height)
    bandRows = Self.rows(width: header.width, pixels: bandPixels)
    files = [first, second]
  }

  /// Decodes the next rows of both files, each on a thread of its own.
  ///
  /// - Precondition: There are some left.
  package func next() throws(ImageError) -> (reference: PixelImage, actual: PixelImage) {
    let count = min(bandRows, rowsLeft)
    let results = PairResults()
    // Each thread has a file of its own.
    nonisolated(unsafe) let files = files
    onAllCores(2) { index in
      results[index] = Result { () throws(ImageError) in try unsafe files[index].next(count) }
    }
    rowsLeft -= count
    let (first, second) = PNG.sharingColours(
      results[0]!, results[1]!, self.files[0].path, self.files[1].path)
    return (try first.get(), try second.get())
  }

  package static let usualPixels = 1 << 20

  /// Widest images have bands of some rows too, so that what a rule looks at around them costs little.
  private static func rows(width: Int, pixels: Int) -> Int { max(pixels / width, 8) }

  /// The bytes that a band of a picture takes, with what is made of it on the way.
  static func bandBytes(_ header: PNGHeader) -> Int {
    let pixels = min(rows(width: header.width, pixels: usualPixels), header.height) * header.width
    return 24 * pixels
  }
}

/// One of the two files.
private final class File {
  let path: String
  private let contents: FileContents
  private let rows: PNGReader.Rows
  let header: PNGHeader

  init?(_ path: String, _ samples: PNG.Samples) throws(ImageError) {
    self.path = path
    do throws(CodecFault) {
      contents = try FileContents(path, .once)
      guard unsafe contents.bytes.starts(with: PNGLayout.signature) else { return nil }
      let reader = unsafe try PNGReader(contents.bytes, samples, limit: PNG.bandedLimit)
      header = reader.layout.header
      guard !header.isInterlaced else { return nil }
      rows = try PNGReader.Rows(reader)
    } catch {
      throw error.error(in: path)
    }
  }

  func next(_ count: Int) throws(ImageError) -> PixelImage {
    do throws(CodecFault) {
      return try rows.next(count)
    } catch {
      throw error.error(in: path)
    }
  }
}
