import Base
import DiffEngine
import Pixels

extension ChangeKind.ColourChange {
  /// The colours in words: "black → white".
  var words: String { "\(colourName(from)) → \(colourName(to))" }
}

/// Returns the name of a premultiplied colour if it is certain, otherwise its hex digits.
func colourName(_ colour: Pixel) -> String {
  if colour.w == 0 { return "transparent" }
  let straight = colour.straight
  let name =
    namedColours.first { distance($0.0, straight) <= 2 }?.1
    ?? hueName(straight) + " #" + hexadecimal([straight.x, straight.y, straight.z])
  return colour.w >= 253 ? name : "\(name) at \((Int(colour.w) * 100 + 127) / 255) %"
}

private let namedColours: [(Pixel, String)] = [
  (Pixel(0, 0, 0, 255), "black"), (Pixel(255, 255, 255, 255), "white"),
  (Pixel(255, 0, 0, 255), "red"), (Pixel(0, 0, 255, 255), "blue"),
  (Pixel(255, 255, 0, 255), "yellow"), (Pixel(0, 255, 255, 255), "cyan"),
  (Pixel(255, 0, 255, 255), "magenta"),
]

/// Returns the word for an opaque colour, by its hue, or by its lightness if it is nearly grey.
private func hueName(_ colour: Pixel) -> String {
  let (red, green, blue) = (Int(colour.x), Int(colour.y), Int(colour.z))
  let (least, most) = (min(red, green, blue), max(red, green, blue))
  let (chroma, light) = (most - least, (most + least) / 2)
  guard chroma > 24 else {
    return light < 40 ? "near-black" : light > 242 ? "near-white" : shade(light) + "grey"
  }
  let sixth =
    if most == red {
      Double(green - blue) / Double(chroma)
    } else if most == green {
      Double(blue - red) / Double(chroma) + 2
    } else {
      Double(red - green) / Double(chroma) + 4
    }
  let hue = (sixth * 60 + 360).truncatingRemainder(dividingBy: 360)
  let name = hues.first { hue < $0.end }?.name ?? "red"
  return shade(light) + name
}

private func shade(_ light: Int) -> String { light < 70 ? "dark " : light > 200 ? "light " : "" }

/// The hue at which the range of each word ends, in degrees.
private let hues: [(end: Double, name: String)] = [
  (14, "red"), (42, "orange"), (68, "yellow"), (160, "green"), (195, "teal"), (252, "blue"),
  (292, "purple"), (342, "pink"),
]

extension Pixel {
  /// The colour before it was multiplied by its alpha, as an opaque colour.
  fileprivate var straight: Pixel {
    guard w > 0 else { return self }
    func channel(_ value: UInt8) -> UInt8 {
      UInt8(Swift.min(255, (Int(value) * 255 + Int(w) / 2) / Int(w)))
    }
    return Pixel(channel(x), channel(y), channel(z), 255)
  }
}

extension ChangeKind.Offset {
  /// The offset in words: "12 px up", "3 px right and 1 px down".
  var words: String {
    [Self.words(dx, ("left", "right")), Self.words(dy, ("up", "down"))]
      .compactMap(\.self).joined(separator: " and ")
  }

  private static func words(_ step: Double, _ names: (back: String, forth: String)) -> String? {
    step == 0 ? nil : "\(Wording.grouped(Int(abs(step)))) px \(step < 0 ? names.back : names.forth)"
  }
}

extension ChangeKind {
  /// The change in words, such as "black → white" or "moved 12 px up".
  package var words: String {
    switch self {
    case .noise: "rendering noise"
    case .nudged: "edges moved by at most 1 px"
    case .recoloured(let colours): colours.words
    case .moved(let offset): "moved \(offset.words)"
    case .appeared: words(of: .other)
    case .vanished: words(of: .other)
    case .redrawn: "redrawn"
    case .reshaped: "changed shape"
    case .replaced: "content changed"
    }
  }

  /// Returns the change of an element with a form, in words: "purple bar vanished from white",
  /// "content replaced".
  func words(of form: ElementForm) -> String {
    if form == .part, let colours { return colours.words }
    switch self {
    case .appeared(let colours):
      let ink = [colourName(colours.to), form.noun].compactMap(\.self).joined(separator: " ")
      return "\(ink) appeared on \(colourName(colours.from))"
    case .vanished(let colours):
      let ink = [colourName(colours.from), form.noun].compactMap(\.self).joined(separator: " ")
      return "\(ink) vanished from \(colourName(colours.to))"
    case .reshaped: return "\(form.noun ?? "content") changed shape"
    case .replaced: return "\(form.noun ?? "content") changed"
    default: return (form == .text ? "text " : "") + words
    }
  }

  /// True if something appeared or vanished.
  var isElement: Bool {
    switch self {
    case .appeared, .vanished: true
    default: false
    }
  }

  /// The change in words without colours and distances, for causes in which these differ.
  var wordsOfAny: String {
    switch self {
    case .recoloured: "recoloured"
    case .moved: "moved"
    case .appeared: "something appeared"
    case .vanished: "something vanished"
    case .noise, .nudged, .redrawn, .reshaped, .replaced: words
    }
  }
}

extension NoiseLevel {
  /// The noise in words: "rendering noise, ΔE ≤ 2.1, edges only".
  package var words: String {
    "rendering noise, ΔE ≤ \(Wording.upTo(maxDeltaE))" + (isAtEdges ? ", edges only" : "")
  }
}

extension SizeRelation {
  /// The change of the size in words; empty if it stayed the same.
  package var words: [String] {
    switch self {
    case .same: []
    case .rescaled(let factor): ["rendered at \(Self.factorWords(factor)) the scale"]
    case .cut(let rows, let columns):
      [
        rows.map { $0.words("row", "y", ends: ("at the top", "at the bottom")) },
        columns.map { $0.words("column", "x", ends: ("on the left", "on the right")) },
      ].compactMap { $0 }
    }
  }

  private static func factorWords(_ factor: Double) -> String {
    switch factor {
    case 1 / 3.0: return "a third of"
    case 0.5: return "half"
    case 2 / 3.0: return "two thirds of"
    default:
      let words = Wording.fixed(factor, 2)
      return (words.hasSuffix("0") ? Wording.trimmed(factor) : words) + " times"
    }
  }
}

extension SizeRelation.Band {
  fileprivate func words(
    _ noun: String, _ axis: String, ends: (start: String, end: String)
  ) -> String {
    let count = "\(Wording.grouped(abs(change))) \(noun)\(abs(change) == 1 ? "" : "s")"
    switch place {
    case .start, .end:
      // Fractions of a point become one pixel more or less, depending on the layout.
      let reason = abs(change) == 1 && content == nil ? ", likely rounding" : ""
      return "\(count) \(change > 0 ? "added" : "removed") "
        + (place == .start ? ends.start : ends.end) + reason
    case .inside:
      return "\(count) \(change > 0 ? "inserted" : "deleted") at \(axis) \(Wording.grouped(start))"
    case .unknown: return "\(count) \(change > 0 ? "more" : "fewer")"
    }
  }
}

extension ChangeKinds {
  /// The names of the changes, for scripts.
  package var names: [String] {
    var names: [String] = []
    switch size {
    case .same: if rows != nil { names.append("rows") }
    case .rescaled: names.append("rescaled")
    case .cut: names.append("size")
    }
    for name in tallies.map(\.kind.name.rawValue) where !names.contains(name) { names.append(name) }
    if names.isEmpty, noise != nil { names.append("noise") }
    return names
  }

  /// The changes in words: "text black → white, 37 places".
  package var text: String { CauseWords(self).text }
}
