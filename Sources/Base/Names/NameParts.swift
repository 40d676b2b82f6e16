/// Returns the lower-case words of a name: test, login, dark, de for "testLoginDark-de".
package func nameParts(_ name: String) -> [String] {
  var parts: [String] = []
  var word = ""
  for character in name {
    let isWord = character.isLetter || character.isNumber
    let isHump = character.isUppercase && word.last?.isUppercase == false
    if !isWord || isHump {
      if !word.isEmpty { parts.append(word.lowercased()) }
      word = ""
    }
    if isWord { word.append(character) }
  }
  return word.isEmpty ? parts : parts + [word.lowercased()]
}
