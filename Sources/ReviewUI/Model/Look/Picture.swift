import DiffEngine
import PNGCodec

/// One image of a case at one place and size, as the screen wants it.
///
/// Requests are compared whole: a picture that answers another request is stale.
package struct PictureRequest: CaseRequest {
  package enum Source: Hashable, Sendable {
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
  package struct Detail: Hashable, Sendable {
    package var size: PixelSize
    /// What lies over mismatches; nil where nothing does.
    package var mark: Pixel?

    package init(size: PixelSize, mark: Pixel?) {
      (self.size, self.mark) = (size, mark)
    }
  }

  package var item: Int
  package var revision: Int
  package var source: Source
  package var region: PixelRegion
  /// Half cells across and down.
  package var samples: PixelSize
  /// The same in the terminal's own pixels, where it draws pictures itself.
  package var detail: Detail?
  /// What lies under alpha; nil chooses the ground on which the two sides differ most.
  package var ground: Ground?
  /// The strategy whose mismatches the gutter and the overlay mark.
  package var marks: Strategy
  /// In which a difference is drawn.
  package var evidence: EvidenceColours
  /// True if the images are shown row by row, apart from what was inserted or deleted.
  package var isAligned = false
  /// How finely the cells are drawn.
  package var cells = CellShape.halves

  package init(
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
package struct Picture: Sendable {
  package var grid: SampleGrid
  /// Row-major over the samples: whether one holds at least one mismatch.
  package var changed: [Bool]
  /// The bytes of a PNG file in the terminal's own pixels, where those were asked for.
  package var png: [UInt8]?
  /// The same in finer cells, row-major, and their shape, where those were asked for.
  package var fitted: (cells: [FittedCell], shape: CellShape)?
  /// By which the terminal knows `png`; 0 where there is none.
  var number: UInt32 = 0

  package init(
    grid: SampleGrid, changed: [Bool], png: [UInt8]? = nil,
    fitted: (cells: [FittedCell], shape: CellShape)? = nil
  ) {
    (self.grid, self.changed, self.png, self.fitted) = (grid, changed, png, fitted)
  }
}

/// All that the screen shows of the selected case and does not know yet.
package struct Wanted: Hashable, Sendable {
  package var pictures: [PictureRequest]
  package var comparison: ComparisonRequest?
  package var inspection: InspectionRequest?
  package var regions: ComparisonRequest?
  package var thumbnails: [ThumbnailRequest] = []
  /// The cases one key away: worth the work when nothing else is to be done.
  package var neighbours: [PreparationRequest] = []

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

/// A case that may be looked at next.
package struct PreparationRequest: CaseRequest {
  package var item: Int
  package var revision: Int
  /// What it is to be measured by, should it not be yet.
  package var measuring: MeasureRequest
  package var strategy: Strategy
  /// In which its difference is drawn.
  package var evidence: EvidenceColours
}

/// A case as it stands among all others.
package struct ThumbnailRequest: CaseRequest {
  package var item: Int
  package var revision: Int
  package var strategy: Strategy
  /// Half cells across and down.
  package var samples: PixelSize
  /// True if it is all of the image that is wanted, not the region that changes most.
  package var isWhole: Bool
  /// What lies under alpha; nil chooses it.
  package var ground: Ground?
  /// In which a difference is drawn.
  package var evidence: EvidenceColours

  package init(
    item: Int, revision: Int, strategy: Strategy, samples: PixelSize, isWhole: Bool,
    ground: Ground? = nil, evidence: EvidenceColours = .standard
  ) {
    (self.item, self.revision, self.strategy) = (item, revision, strategy)
    (self.samples, self.isWhole, self.ground) = (samples, isWhole, ground)
    self.evidence = evidence
  }
}

/// The region that changes most in both images, or one picture of the whole.
package struct Thumbnail: Sendable {
  package var pictures: [(request: PictureRequest, picture: Picture)]

  package init(_ pictures: [(request: PictureRequest, picture: Picture)]) {
    self.pictures = pictures
  }
}

/// One pair under one strategy, with cluster boxes.
package struct ComparisonRequest: CaseRequest {
  package var item: Int
  package var revision: Int
  package var strategy: Strategy
  package var isAligned = false

  package init(item: Int, revision: Int, strategy: Strategy) {
    self.item = item
    self.revision = revision
    self.strategy = strategy
  }
}
