import Foundation

/// Writes small ICC profiles (version 2, matrix and curves) from the specification, and works out
/// in plain arithmetic what their colours are in sRGB.
package struct ICCWriter {
  package enum Curve {
    case gamma(Double)
    case sRGB

    package func light(_ sample: Double) -> Double {
      switch self {
      case .gamma(let exponent): Foundation.pow(sample, exponent)
      case .sRGB: sample <= 0.04045 ? sample / 12.92 : Foundation.pow((sample + 0.055) / 1.055, 2.4)
      }
    }
  }

  /// XYZ of red, green and blue relative to D50; empty in a grey profile.
  package var colorants: [[Double]]
  package var curve: Curve

  package init(colorants: [[Double]], curve: Curve) {
    self.colorants = colorants
    self.curve = curve
  }

  package static let sRGBColorants = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
  ]
  package static let displayP3 = ICCWriter(
    colorants: [
      [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
    ], curve: .sRGB)
  package static let sRGB = ICCWriter(colorants: sRGBColorants, curve: .sRGB)

  /// The contents of an `iCCP` chunk.
  package func chunk() -> [UInt8] { Array("x".utf8) + [0, 0] + zlibStored(profile()) }

  package func profile() -> [UInt8] {
    var tags: [(name: String, content: [UInt8])] = [("wtpt", xyz([0.9642, 1, 0.8249]))]
    if colorants.isEmpty {
      tags.append(("kTRC", curveTag()))
    } else {
      for (name, colorant) in zip(["rXYZ", "gXYZ", "bXYZ"], colorants) {
        tags.append((name, xyz(colorant)))
      }
      for name in ["rTRC", "gTRC", "bTRC"] { tags.append((name, curveTag())) }
    }
    var table = be32(tags.count)
    var contents: [UInt8] = []
    for tag in tags {
      let offset = 128 + 4 + 12 * tags.count + contents.count
      table += Array(tag.name.utf8) + be32(offset) + be32(tag.content.count)
      contents += tag.content
    }
    let count = 128 + table.count + contents.count
    return header(count: count) + table + contents
  }

  private func header(count: Int) -> [UInt8] {
    var header = be32(count) + be32(0) + [2, 0x40, 0, 0] + Array("mntr".utf8)
    header += Array((colorants.isEmpty ? "GRAY" : "RGB ").utf8) + Array("XYZ ".utf8)
    header += [7, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 68 - header.count)
    header += fixed(0.9642) + fixed(1) + fixed(0.8249)
    return header + [UInt8](repeating: 0, count: 128 - header.count)
  }

  private func xyz(_ values: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + be32(0) + values.flatMap(fixed)
  }

  private func curveTag() -> [UInt8] {
    switch curve {
    case .gamma(let exponent):
      let value = Int((exponent * 256).rounded())
      return Array("curv".utf8) + be32(0) + be32(1) + [UInt8(value >> 8), UInt8(value & 255), 0, 0]
    case .sRGB:
      let numbers = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
      return Array("para".utf8) + be32(0) + [0, 3, 0, 0] + numbers.flatMap(fixed)
    }
  }

  private func fixed(_ value: Double) -> [UInt8] { be32(Int((value * 65536).rounded())) }
}

extension ICCWriter {
  /// sRGB of samples from 0 to 1, as 0 to 255 without rounding.
  package func sRGB(_ samples: [Double]) -> [Double] {
    let light = samples.map(curve.light)
    if colorants.isEmpty { return light.map(Self.encoded) }
    let xyz = (0..<3).map { row in (0..<3).reduce(0) { $0 + colorants[$1][row] * light[$1] } }
    return Self.solve(Self.sRGBColorants, xyz).map(Self.encoded)
  }

  private static func encoded(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return 255
      * (light <= 0.0031308 ? 12.92 * light : 1.055 * Foundation.pow(light, 1 / 2.4) - 0.055)
  }

  /// The weights of three colorants that make `xyz`, by Cramer's rule.
  private static func solve(_ colorants: [[Double]], _ xyz: [Double]) -> [Double] {
    func determinant(_ m: [[Double]]) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[1][0] * (m[0][1] * m[2][2] - m[0][2] * m[2][1])
        + m[2][0] * (m[0][1] * m[1][2] - m[0][2] * m[1][1])
    }
    return (0..<3).map { index in
      var replaced = colorants
      replaced[index] = xyz
      return determinant(replaced) / determinant(colorants)
    }
  }
}
