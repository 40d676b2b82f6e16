import DiffEngine
import PNGCodec

/// One image of a case at one place and size, as the screen wants it.
///
/// Requests are compared whole: a picture that answers another request is stale.
public struct PictureRequest: CaseRequest {
  public enum Source: Hashable, Sendable {
    case side(Side)
    case difference(DifferenceStyle, Strategy)
    /// Both sides in one: actual right of `edge`, a share of the width.
    case swipe(edge: Double)
    /// The actual laid over the reference, 0 to 1.
    case onion(opacity: Double)
    /// The difference file that the library wrote.
    case recorded
  }

  /// A picture of the terminal's own pixels.
  public struct Detail: Hashable, Sendable {
    public var size: PixelSize
    /// What lies over mismatches; nil where nothing does.
    public var mark: Pixel?

    public init(size: PixelSize, mark: Pixel?) {
      (self.size, self.mark) = (size, mark)
    }
  }

  public var item: Int
  public var revision: Int
  public var source: Source
  public var region: PixelRegion
  /// Half cells across and down.
  public var samples: PixelSize
  /// The same in the terminal's own pixels, where it draws pictures itself.
  public var detail: Detail?
  /// What lies under alpha; nil chooses the ground on which the two sides differ most.
  public var ground: Ground?
  /// The strategy whose mismatches the gutter and the overlay mark.
  public var marks: Strategy
  /// In which a difference is drawn.
  public var evidence: EvidenceColours
  /// Whether the images are shown row by row, apart from what was inserted or deleted.
  public var isAligned = false
  /// How finely the cells are drawn.
  public var cells = CellShape.halves

  public init(
    item: Int, revision: Int, source: Source, region: PixelRegion, samples: PixelSize,
    detail: Detail? = nil, ground: Ground? = nil, marks: Strategy,
    evidence: EvidenceColours = .standard
  ) {
    (self.item, self.revision, self.source, self.region) = (item, revision, source, region)
    (self.samples, self.detail, self.ground, self.marks) = (samples, detail, ground, marks)
    self.evidence = evidence
  }
}

/// What the engine drew for a request.
public struct Picture: Sendable {
  public var grid: SampleGrid
  /// Row-major over the samples: whether one holds at least one mismatch.
  public var changed: [Bool]
  /// The bytes of a PNG file in the terminal's own pixels, where those were asked for.
  public var png: [UInt8]?
  /// The same in finer cells, row-major, and their shape, where those were asked for.
  public var fitted: (cells: [FittedCell], shape: CellShape)?
  /// By which the terminal knows `png`; 0 where there is none.
  var number: UInt32 = 0

  public init(
    grid: SampleGrid, changed: [Bool], png: [UInt8]? = nil,
    fitted: (cells: [FittedCell], shape: CellShape)? = nil
  ) {
    (self.grid, self.changed, self.png, self.fitted) = (grid, changed, png, fitted)
  }
}

/// All that the screen shows of the selected case and does not know yet.
public struct Wanted: Hashable, Sendable {
  public var pictures: [PictureRequest]
  public var comparison: ComparisonRequest?
  public var inspection: InspectionRequest?
  public var regions: ComparisonRequest?
  public var thumbnails: [ThumbnailRequest] = []
  /// The cases one key away: worth the work when nothing else is to be done.
  public var neighbours: [PreparationRequest] = []

  public init(
    pictures: [PictureRequest] = [], comparison: ComparisonRequest? = nil,
    inspection: InspectionRequest? = nil, regions: ComparisonRequest? = nil
  ) {
    self.pictures = pictures
    self.comparison = comparison
    self.inspection = inspection
    self.regions = regions
  }
}

/// A case that may be looked at next.
public struct PreparationRequest: CaseRequest {
  public var item: Int
  public var revision: Int
  /// What it is to be measured by, should it not be yet.
  public var measuring: MeasureRequest
  public var strategy: Strategy
  /// In which its difference is drawn.
  public var evidence: EvidenceColours
}

/// A case as it stands among all others.
public struct ThumbnailRequest: CaseRequest {
  public var item: Int
  public var revision: Int
  public var strategy: Strategy
  /// Half cells across and down.
  public var samples: PixelSize
  /// Whether it is all of the image that is wanted, not the region that changes most.
  public var isWhole: Bool
  /// What lies under alpha; nil chooses it.
  public var ground: Ground?
  /// In which a difference is drawn.
  public var evidence: EvidenceColours

  public init(
    item: Int, revision: Int, strategy: Strategy, samples: PixelSize, isWhole: Bool,
    ground: Ground? = nil, evidence: EvidenceColours = .standard
  ) {
    (self.item, self.revision, self.strategy) = (item, revision, strategy)
    (self.samples, self.isWhole, self.ground) = (samples, isWhole, ground)
    self.evidence = evidence
  }
}

/// The region that changes most in both images, or one picture of the whole.
public struct Thumbnail: Sendable {
  public var pictures: [(request: PictureRequest, picture: Picture)]

  public init(_ pictures: [(request: PictureRequest, picture: Picture)]) {
    self.pictures = pictures
  }
}

/// One pair under one strategy, with cluster boxes.
public struct ComparisonRequest: CaseRequest {
  public var item: Int
  public var revision: Int
  public var strategy: Strategy
  public var isAligned = false

  public init(item: Int, revision: Int, strategy: Strategy) {
    self.item = item
    self.revision = revision
    self.strategy = strategy
  }
}
