import Libc
import Pixels

/// Returns the difference of two colours by the reference implementation, in double precision.
///
/// - Parameters:
///   - first: The reference's colour, 8-bit sRGB with straight alpha. Alpha is ignored.
///   - second: The actual's colour, in the same form.
///   - formula: The formula; `cie94` is not symmetric, as it uses the chroma of `first`.
/// - Returns: ΔE, 0 or more; exactly 0 for equal colours, never NaN.
package func deltaE(_ first: Pixel, _ second: Pixel, formula: Strategy.Formula) -> Double {
  deltaE(Lab(first), Lab(second), formula: formula)
}

package func deltaE(_ first: Lab, _ second: Lab, formula: Strategy.Formula) -> Double {
  switch formula {
  case .cie76: deltaE76(first, second)
  case .cie94: deltaE94(first, second)
  case .ciede2000: deltaE2000(first, second)
  }
}

/// Returns the Euclidean distance in CIELAB. Source: CIE 15:2004, 8.2.1.
package func deltaE76(_ first: Lab, _ second: Lab) -> Double {
  let (dL, da, db) = (first.l - second.l, first.a - second.a, first.b - second.b)
  return (dL * dL + da * da + db * db).squareRoot()
}

/// Returns CIE94 for graphic arts: kL = 1, K1 = 0.045, K2 = 0.015, chroma of `first`.
///
/// Source: CIE 116-1995.
package func deltaE94(_ first: Lab, _ second: Lab) -> Double {
  let c1 = (first.a * first.a + first.b * first.b).squareRoot()
  let c2 = (second.a * second.a + second.b * second.b).squareRoot()
  let (dL, da, db) = (first.l - second.l, first.a - second.a, first.b - second.b)
  let dC = c1 - c2
  let dH2 = max(0, da * da + db * db - dC * dC)
  let sC = 1 + 0.045 * c1
  let sH = 1 + 0.015 * c1
  return (dL * dL + dC * dC / (sC * sC) + dH2 / (sH * sH)).squareRoot()
}

/// Returns CIEDE2000 with kL = kC = kH = 1.
///
/// Symmetric; 0 for equal colours. An achromatic colour has hue 0.
///
/// Source: Sharma, Wu, Dalal (2005), equations 2 to 22; checked against their table 1.
package func deltaE2000(_ first: Lab, _ second: Lab) -> Double {
  let c1 = (first.a * first.a + first.b * first.b).squareRoot()
  let c2 = (second.a * second.a + second.b * second.b).squareRoot()
  let g = 0.5 * (1 - saturation((c1 + c2) / 2))
  let (a1, a2) = ((1 + g) * first.a, (1 + g) * second.a)
  let c1Prime = (a1 * a1 + first.b * first.b).squareRoot()
  let c2Prime = (a2 * a2 + second.b * second.b).squareRoot()
  let (h1, h2) = (hue(a1, first.b), hue(a2, second.b))
  let isAchromatic = c1Prime * c2Prime == 0

  let dL = second.l - first.l
  let dC = c2Prime - c1Prime
  let dHue = isAchromatic ? 0 : shortestTurn(h2 - h1)
  let dH = 2 * (c1Prime * c2Prime).squareRoot() * sin(radians(dHue / 2))

  let lBar = (first.l + second.l) / 2
  let cBar = (c1Prime + c2Prime) / 2
  let hBar = isAchromatic ? h1 + h2 : meanHue(h1, h2)
  let offset = (lBar - 50) * (lBar - 50)
  let sL = 1 + 0.015 * offset / (20 + offset).squareRoot()
  let sC = 1 + 0.045 * cBar
  let sH = 1 + 0.015 * cBar * hueWeight(hBar)
  let (l, c, h) = (dL / sL, dC / sC, dH / sH)
  return max(0, l * l + c * c + h * h + rotation(hBar, cBar) * c * h).squareRoot()
}

/// sqrt(C^7 / (C^7 + 25^7)): 0 for greys, towards 1 for vivid colours.
private func saturation(_ chroma: Double) -> Double {
  let seventh = pow(chroma, 7)
  return (seventh / (seventh + 6_103_515_625)).squareRoot()
}

/// The hue in degrees, from 0 up to 360; 0 for achromatic colours.
private func hue(_ a: Double, _ b: Double) -> Double {
  if a == 0 && b == 0 { return 0 }
  let degrees = atan2(b, a) * 180 / .pi
  return degrees < 0 ? degrees + 360 : degrees
}

private func shortestTurn(_ degrees: Double) -> Double {
  if degrees > 180 { return degrees - 360 }
  return degrees < -180 ? degrees + 360 : degrees
}

private func meanHue(_ h1: Double, _ h2: Double) -> Double {
  if abs(h1 - h2) <= 180 { return (h1 + h2) / 2 }
  return h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2
}

/// T of equation 15.
private func hueWeight(_ hBar: Double) -> Double {
  1 - 0.17 * cos(radians(hBar - 30)) + 0.24 * cos(radians(2 * hBar))
    + 0.32 * cos(radians(3 * hBar + 6)) - 0.20 * cos(radians(4 * hBar - 63))
}

/// R_T of equation 21: turns the ellipses of the blues.
private func rotation(_ hBar: Double, _ cBar: Double) -> Double {
  let distance = (hBar - 275) / 25
  let angle = 30 * exp(-distance * distance)
  return -sin(radians(2 * angle)) * 2 * saturation(cBar)
}

private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
