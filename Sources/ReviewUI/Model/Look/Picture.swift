import DiffEngine
import Pixels
import Review

/// One image of a case at one place and size, as the screen wants it.
///
/// Requests are compared whole: a picture that answers another request is stale.
package struct PictureRequest: CaseRequest {
  package enum Source: Hashable, Sendable {
    case side(Side)
    case difference(DifferenceStyle, Strategy)
    /// Both sides in one picture: the actual is right of `edge`, a share of the width.
    case swipe(edge: Double)
    /// The actual laid over the reference, 0 to 1.
    case onion(opacity: Double)
    /// The difference file that the library wrote.
    case recorded

    /// True if what lies under transparent pixels is seen.
    var showsGround: Bool {
      switch self {
      case .side, .swipe, .onion: true
      case .difference, .recorded: false
      }
    }
  }

  /// A picture of the terminal's own pixels.
  package struct Detail: Hashable, Sendable {
    package var size: PixelSize
    /// The colour over mismatches; nil if they are not marked.
    package var mark: Pixel?
    /// The ground where there is no image; nil leaves it transparent.
    package var ground: Pixel?

    package init(size: PixelSize, mark: Pixel?, ground: Pixel? = nil) {
      (self.size, self.mark, self.ground) = (size, mark, ground)
    }
  }

  package var item: Int
  package var revision: Int
  package var source: Source
  package var region: PixelRegion
  /// Half cells across and down.
  package var samples: PixelSize
  /// The picture in the terminal's own pixels, if the terminal draws pictures itself.
  package var detail: Detail?
  /// The ground under transparent pixels; nil chooses the one on which the two sides differ most.
  package var ground: Ground?
  package var marks: Strategy
  package var areas: IgnoredAreas
  package var evidence: EvidenceColours
  /// True if the images are shown row by row, without inserted or deleted rows.
  package var isAligned = false
  /// The shape in which cells are drawn.
  package var cells = CellShape.halves

  package init(
    item: Int, revision: Int, source: Source, region: PixelRegion, samples: PixelSize,
    detail: Detail? = nil, ground: Ground? = nil, marks: Strategy,
    ignoring areas: IgnoredAreas = IgnoredAreas(), evidence: EvidenceColours = .standard
  ) {
    (self.item, self.revision, self.source, self.region) = (item, revision, source, region)
    (self.samples, self.detail, self.ground, self.marks) = (samples, detail, ground, marks)
    (self.areas, self.evidence) = (areas, evidence)
  }
}

/// The engine's drawing for a request.
package struct Picture: Sendable {
  package var grid: SampleGrid
  /// For each sample, row-major, true if it holds at least one mismatch.
  package var changed: [Bool]
  /// The bytes of a PNG file in the terminal's own pixels, if requested.
  package var png: [UInt8]?
  /// The picture in finer cells, row-major, and their shape, if requested.
  package var fitted: (cells: [FittedCell], shape: CellShape)?
  /// The ground that shows through; nil where the images are opaque.
  package var ground: Ground?
  /// The number by which the terminal knows `png`; 0 if there is none.
  var number: UInt32 = 0

  package init(
    grid: SampleGrid, changed: [Bool], png: [UInt8]? = nil,
    fitted: (cells: [FittedCell], shape: CellShape)? = nil, ground: Ground? = nil
  ) {
    (self.grid, self.changed, self.png, self.fitted) = (grid, changed, png, fitted)
    self.ground = ground
  }
}

/// Everything that the screen shows of the selected case and does not know yet.
package struct Wanted: Hashable, Sendable {
  package var pictures: [PictureRequest]
  package var comparison: ComparisonRequest?
  package var inspection: InspectionRequest?
  package var regions: ComparisonRequest?
  package var thumbnails: [ThumbnailRequest] = []
  /// The cases one key away, to be prepared when nothing else is to be done.
  package var neighbours: [ComparisonRequest] = []
  /// The landscapes to be found before all others, as far as they are missing.
  package var surveys: [ComparisonRequest] = []

  package init(
    pictures: [PictureRequest] = [], comparison: ComparisonRequest? = nil,
    inspection: InspectionRequest? = nil, regions: ComparisonRequest? = nil
  ) {
    self.pictures = pictures
    self.comparison = comparison
    self.inspection = inspection
    self.regions = regions
  }
}

/// A case as it stands among all others.
package struct ThumbnailRequest: CaseRequest {
  package var item: Int
  package var revision: Int
  package var strategy: Strategy
  package var areas: IgnoredAreas
  /// Half cells across and down.
  package var samples: PixelSize
  /// True if the whole image is wanted, not the region that changes most.
  package var isWhole: Bool
  /// The ground under transparent pixels; nil chooses it.
  package var ground: Ground?
  package var evidence: EvidenceColours

  package init(
    item: Int, revision: Int, strategy: Strategy, ignoring areas: IgnoredAreas = IgnoredAreas(),
    samples: PixelSize, isWhole: Bool, ground: Ground? = nil,
    evidence: EvidenceColours = .standard
  ) {
    (self.item, self.revision) = (item, revision)
    (self.strategy, self.areas) = (strategy, areas)
    (self.samples, self.isWhole, self.ground) = (samples, isWhole, ground)
    self.evidence = evidence
  }
}

/// The region that changes most in both images, or one picture of the whole.
package struct Thumbnail: Sendable {
  package var pictures: [(request: PictureRequest, picture: Picture)]
  /// The box of the region; nil if the whole is shown.
  var box: PixelBox?

  package init(
    box: PixelBox? = nil, _ pictures: [(request: PictureRequest, picture: Picture)]
  ) {
    (self.box, self.pictures) = (box, pictures)
  }
}

/// One pair under one strategy: to be read and compared, or to be compared by another one.
package struct ComparisonRequest: CaseRequest {
  package var item: Int
  package var revision: Int
  package var strategy: Strategy
  package var areas: IgnoredAreas
  package var isAligned = false

  package init(
    item: Int, revision: Int, strategy: Strategy, ignoring areas: IgnoredAreas = IgnoredAreas()
  ) {
    (self.item, self.revision) = (item, revision)
    (self.strategy, self.areas) = (strategy, areas)
  }
}
