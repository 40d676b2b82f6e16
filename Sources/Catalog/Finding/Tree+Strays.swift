import Base

/// Reports files in libraries' folders of failures that belong to no failure.
extension Tree {
  /// Reports differences and copies of references whose actual is missing, actuals of a type that
  /// is not read, and files in a library's own folder whose names match no failure. Committed files
  /// were not left by a run.
  func strays(among findings: [Finding], beside sites: [Site]) -> [Sighting] {
    let fruitful = findings.filter { $0.snapshot != nil }.map(\.placed.site)
    var whys: [ExactName: String] = [:]
    for site in sites + fruitful {
      for file in site.partsWithoutActual(baselines) { whys[ExactName(file)] = Self.lost }
    }
    for site in fruitful {
      if site.preset.ownsFolder {
        for file in site.strays { whys[ExactName(file)] = Self.stray }
      }
      let vectors = index.presets(of: site.layout).compactMap(\.vector).flatMap {
        [$0.actual, $0.copy]
      }
      for file in site.actualsOfOtherTypes
      where !vectors.contains(where: { $0.fits(Paths.name(file)) }) {
        whys[ExactName(file)] = Self.otherType
      }
    }
    return refused(whys.map { Skipped($0.key.text, $0.value) })
  }

  /// Refuses files, each for its reason. Committed files were not left by a run.
  func refused(_ found: [Skipped]) -> [Sighting] {
    let committed = found.isEmpty ? [] : git.unchanged(found.map(\.path))
    return found.filter { !committed.contains($0.path) }.map { .refused(.file, $0.path, $0) }
  }

  private static let lost = "belongs to a failure whose actual is missing. Run the test again."
  static let otherType =
    "named like an actual, but of a type that its library does not write. Open it with its "
    + "reference: snapreview REFERENCE ACTUAL."
  private static let stray =
    "lies among failures, but its name matches none of them. Open it by itself, or remove it."
}

extension Site {
  private var templates: [Template] {
    preset.actual + preset.difference + preset.copy + preset.strip + preset.leftovers
  }

  fileprivate var strays: [String] {
    folder.allFiles.filter { file in
      FileKind.isSnapshot(file) && FileKind(name: file) != .text
        && !templates.contains { $0.fits(file) }
    }.map { Paths.join(folder.path, $0) }
  }

  /// Files named like actuals except for the ending, that have a reference of the same type.
  fileprivate var actualsOfOtherTypes: [String] {
    folder.allFiles.filter { file in
      // A file without an ending may have a mark in its place: "x.actual".
      !templates.contains { $0.fits(file) }
        && [ending(of: file), ""].contains { own in
          isOfOtherType(String(file.dropLast(own.count)), ending: own)
        }
    }.map { Paths.join(folder.path, $0) }
  }

  private func isOfOtherType(_ bare: String, ending own: String) -> Bool {
    preset.actual.contains { template in
      guard template.isMarked, case .text(let last)? = template.file.last else { return false }
      let usual = "." + (last.split(separator: ".").last ?? "")
      var gaps = gaps
      guard template.match(file: bare + usual, &gaps) else { return false }
      return isOwnFolder
        || preset.reference.contains { reference in
          reference.file(gaps).flatMap { folder.spelling(of: stem($0) + own) } != nil
        }
    }
  }

  fileprivate func partsWithoutActual(_ baselines: BaselineSearch) -> [String] {
    guard !preset.needsNoActual else { return [] }
    let parts = (preset.difference + preset.copy).filter { !preset.strip.contains($0) }
    return parts.flatMap { template -> [String] in
      let isBeside = template.folders == entry.template.folders
      guard let other = isBeside ? folder : template.folder(home, gaps).flatMap(baselines.folder)
      else { return [] }
      return other.files.filter { file in
        var gaps = gaps
        return FileKind(name: file) != .text && template.match(file: file, &gaps)
          // A name may say that a file is an actual, whatever else it may be.
          && !(isBeside && preset.ownActuals.contains { $0.tellsRole && $0.fits(file) })
          && !preset.ownActuals.contains {
            $0.file(gaps).map { folder.files.spelling(of: $0) != nil } ?? true
          }
      }.map { Paths.join(other.path, $0) }
    }
  }
}
