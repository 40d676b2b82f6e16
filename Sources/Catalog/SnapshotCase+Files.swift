/// Where the files of a case are.
extension SnapshotCase {
  package var reference: String? {
    get { referenceFile?.path }
    set { referenceFile = newValue.map(FilePath.init) }
  }

  package var actual: String? {
    get { actualFile?.path }
    set { actualFile = newValue.map(FilePath.init) }
  }

  /// The difference file that the library wrote, if any.
  package var difference: String? {
    get { located.difference?.path }
    set { changeFiles { $0.difference = newValue.map(FilePath.init) } }
  }

  package var baseline: Baseline? {
    get { located.baseline }
    set { changeFiles { $0.baseline = newValue } }
  }

  var differenceFile: FilePath? { located.difference }

  var referenceFile: FilePath? {
    get { located.reference }
    set { changeFiles { $0.reference = newValue } }
  }

  var actualFile: FilePath? {
    get { located.actual }
    set { changeFiles { $0.actual = newValue } }
  }

  private var located: CaseFiles { box?.details.files ?? numberedFiles }

  private mutating func changeFiles(_ body: (inout CaseFiles) -> Void) {
    var files = located
    body(&files)
    change { $0.files = files }
  }

  private var numberedFiles: CaseFiles {
    let file = { (number: UInt32, folder: ListedFolder) in
      number == CaseNumbers.none ? nil : folder.file(Int(number))
    }
    let baseline = folders.baselines.file(Int(numbers.baseline))
    return CaseFiles(
      reference: file(numbers.copy, folders.run) ?? baseline,
      actual: file(numbers.actual, folders.run),
      difference: file(numbers.difference, folders.differences),
      baseline: Baseline(baseline, root: folders.baselineRoot))
  }

  /// The numbers of its files, where nothing else was said of them.
  private var plainNumbers: CaseNumbers? { box?.details.files == nil ? numbers : nil }

  /// The digest of the baseline's path.
  var baselineDigest: UInt64? {
    guard let numbers = plainNumbers else { return baseline?.file.digest }
    return folders.baselines.digest(ofFile: Int(numbers.baseline))
  }

  /// Whether its name is that of its baseline.
  var hasNameOfBaseline: Bool { box?.details.files == nil && box?.details.names == nil }

  /// What the baseline must stay in.
  var baselineRoot: String? { plainNumbers == nil ? baseline?.root : folders.baselineRoot }

  /// The digests of the paths of what the test run left behind: copy of the reference, actual and
  /// difference; 0 for each that is not there, or is the baseline.
  var leftDigests: (UInt64, UInt64, UInt64) {
    guard let numbers = plainNumbers else {
      let files = leftFiles
      return (files[0]?.digest ?? 0, files[1]?.digest ?? 0, files[2]?.digest ?? 0)
    }
    let digest = { (number: UInt32, folder: ListedFolder) in
      number == CaseNumbers.none ? 0 : folder.digest(ofFile: Int(number))
    }
    return (
      digest(numbers.copy, folders.run), digest(numbers.actual, folders.run),
      digest(numbers.difference, folders.differences)
    )
  }

  var leftFiles: [FilePath?] {
    let files = located
    let baseline = files.baseline?.file
    return [
      files.reference == baseline ? nil : files.reference,
      files.actual == baseline ? nil : files.actual, files.difference,
    ]
  }
}
