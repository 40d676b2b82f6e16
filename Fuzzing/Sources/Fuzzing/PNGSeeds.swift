import PNGCodec
import TestSupport

/// Small files of every kind.
enum PNGSeeds {
  static func files() -> [[UInt8]] {
    var writers: [PNGWriter] = []
    for (colourType, depth) in PNGWriter.kinds {
      for isInterlaced in [false, true] {
        var writer = PNGWriter.random(colourType, depth: depth, width: 9, height: 7)
        writer.isInterlaced = isInterlaced
        writer.filters = [4, 1, 3, 0, 2]
        writers.append(writer)
      }
    }
    return writers.map { $0.file() } + compressed + keyed + coloured
  }

  private static var compressed: [[UInt8]] {
    [0, 2, 4, 6].map { colourType in
      var writer = PNGWriter.random(colourType, depth: 8, width: 33, height: 5)
      for index in writer.samples.indices { writer.samples[index] = index / 7 & 15 }
      writer.compress = { Deflate.zlibStream($0, level: 6)! }
      writer.pieceSize = 20
      return writer.file()
    }
  }

  private static var keyed: [[UInt8]] {
    let kinds: [(Int, Int, [UInt8])] = [
      (0, 4, [0, 3]), (2, 8, [0, 1, 0, 2, 0, 3]), (3, 2, [0, 128]),
    ]
    return kinds.map { colourType, depth, key in
      var writer = PNGWriter.random(colourType, depth: depth, width: 5, height: 4)
      writer.transparency = key
      return writer.file()
    }
  }

  private static var coloured: [[UInt8]] {
    let chunks: [[(name: String, content: [UInt8])]] = [
      [("iCCP", ICCWriter.displayP3.chunk())], [("gAMA", be32(100_000))],
      [("cICP", [12, 13, 0, 1])],
      [
        ("gAMA", be32(45_455)),
        ("cHRM", [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap(be32)),
      ],
    ]
    return chunks.flatMap { chunks in
      [(6, 8), (2, 16), (0, 8)].map { colourType, depth in
        var writer = PNGWriter.random(colourType, depth: depth, width: 6, height: 3)
        writer.extraChunks = chunks
        return writer.file()
      }
    }
  }
}
