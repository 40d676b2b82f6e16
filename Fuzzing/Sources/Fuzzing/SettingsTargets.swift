import Catalog
import DiffEngine
import ReviewUI
import Terminal

/// Rules: read or refused by a sentence; a rule that is saved is there, and every comment too.
struct RulesTarget: Target {
  let name = "rules"

  func seeds() -> [[UInt8]] {
    [
      """
      # ours
      [default]
      strategy = "combined"  # strict
      threshold = 0
      deltaE = 2.0

      # charts flicker
      [[rule]]
      match = "**/Gradient*"
      deltaE = 7.0
      """,
      "[[rule]]\nmatch = 'a'\nstrategy = 'pixelmatch'\nyiqThreshold = 0.2\nincludeAntialiasing = true\n",
      "[default]\nignore = [{x = 0, y = 0, width = '100%', height = 44}]\n[[rule]]\nmatch = 'a'\n"
        + "ignore = 'mask.png'\n",
      "default = { threshold = 3 }\r\nrule = [ { match = \"x\" } ]\r\n", "default.deltaE = 1\n",
    ].map { Array($0.utf8) }
  }

  func check(_ bytes: UnsafeRawBufferPointer) {
    let text = bytes.text
    do {
      _ = try RuleBook(parsing: text, file: "rules.toml")
    } catch {
      promise("\(error)".hasPrefix("rules.toml"), "\(error)")
      return
    }
    for match in [nil, "**/Gradient*"] {
      var strategy = Strategy(.combined)
      strategy.deltaE = 3.5
      guard
        let saved = try? RuleBook.edited(
          text, setting: strategy, match: match, file: "rules.toml"),
        let book = try? RuleBook(parsing: saved, file: "rules.toml")
      else { continue }
      if match == nil, !saved.contains("rule") {
        let any = SnapshotCase(id: "a", suite: "a", name: "a", layout: .uber)
        let read = book.strategy(for: any, default: Strategy(.naive))
        promise(read.deltaE == 3.5, "what is saved is there")
      }
      promise(keepsComments(of: text, in: saved), "a comment is gone: \(saved.debugDescription)")
    }
  }

  /// All lines that are comments, in order.
  private func keepsComments(of text: String, in saved: String) -> Bool {
    var rest = lines(saved)[...]
    return lines(text).allSatisfy { line in
      guard line.drop(while: { $0 == 0x20 || $0 == 0x09 }).first == UInt8(ascii: "#") else {
        return true
      }
      guard let place = rest.firstIndex(where: { $0.elementsEqual(line) }) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  /// Returns the lines without their ends, as the last one may have had none.
  private func lines(_ text: String) -> [ArraySlice<UInt8>] {
    Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
  }
}

/// The user's keys: a map in which no two commands share a key, or a sentence.
struct KeysTarget: Target {
  let name = "keys"

  func seeds() -> [[UInt8]] {
    [
      "[keys]\naccept = [\"a\", \"y\"]\nnext-region = \"n\"\nsuspend = []\n",
      "# mine\nkeys.accept = \"F2\"\n", "[keys]\nundo = \"ctrl-z\"\nredo = [\"ctrl-r\", \"U\"]\n",
    ].map { Array($0.utf8) }
  }

  func check(_ bytes: UnsafeRawBufferPointer) {
    do {
      _ = try KeysFile.parse(bytes.text, file: "keys.toml")
    } catch {
      promise("\(error)".hasPrefix("keys.toml"), "\(error)")
    }
  }
}

/// A theme, or a sentence.
struct ThemeTarget: Target {
  let name = "themes"

  func seeds() -> [[UInt8]] {
    BuiltInThemes.texts.map { Array($0.text.utf8) } + [
      Array("base = \"dark\"\n[roles]\nplain = { fg = \"terminal\", bold = true }\n".utf8)
    ]
  }

  func check(_ bytes: UnsafeRawBufferPointer) {
    do {
      _ = try Theme(parsing: bytes.text, file: "theme.toml")
    } catch {
      promise("\(error)".hasPrefix("theme.toml"), "\(error)")
    }
  }
}
