import Base
import DiffEngine
import PNGCodec
import Pixels

extension IgnoredAreas {
  /// Parses areas such as "0,0,100%,44", and at most one mask image.
  init(arguments: [String]) throws {
    self.init()
    for argument in arguments {
      let lengths = argument.split(separator: ",", omittingEmptySubsequences: false)
        .map { Length(String($0)) }
      if lengths.count == 4, lengths.allSatisfy({ $0 != nil }) {
        areas.append(Area(x: lengths[0]!, y: lengths[1]!, width: lengths[2]!, height: lengths[3]!))
      } else if lengths.count > 1 {
        throw CommandFailure(
          .wrongUse,
          "--ignore \(printable(argument)): give X,Y,WIDTH,HEIGHT in pixels or per cent, such as "
            + "0,0,100%,44, or a PNG file.")
      } else if mask == nil {
        mask = PaintedMask(try PNG.decode(contentsOf: argument), name: argument)
      } else {
        throw CommandFailure(.wrongUse, "--ignore: give at most one mask picture.")
      }
    }
  }

  /// Throws if an area lies outside every picture.
  func requireInside(_ sizes: [PixelSize]) throws {
    for area in areas
    where !sizes.contains(where: { area.box(width: $0.width, height: $0.height) != nil }) {
      let text = [area.x, area.y, area.width, area.height].map(\.text).joined(separator: ",")
      throw CommandFailure(.wrongUse, "--ignore \(text) lies outside both pictures.")
    }
  }
}
