import DiffEngine
import Pixels
import Review

/// A request for one image of a case at one place and size.
///
/// Requests are compared as a whole: a picture for another request is stale.
package struct PictureRequest: CaseRequest {
  package enum Source: Hashable, Sendable {
    case side(Side)
    case difference(DifferenceStyle, Strategy)
    /// Both sides in one picture: the actual is to the right of `edge`, a share of the width.
    case swipe(edge: Double)
    /// The actual laid over the reference, with an opacity of 0 to 1.
    case onion(opacity: Double)
    /// The difference file that the library wrote.
    case recorded

    /// True if the ground under transparent pixels is visible.
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
    /// The ground outside the image; nil leaves it transparent.
    package var ground: Pixel?

    package init(size: PixelSize, mark: Pixel?, ground: Pixel? = nil) {
      (self.size, self.mark, self.ground) = (size, mark, ground)
    }
  }

  package var item: Int
  package var revision: Int
  package var source: Source
  package var region: PixelRegion
  /// The number of half cells across and down.
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
  package var cells = CellShape.halves
  /// The change that the picture shows close up, without the words and icons that its edges would
  /// cut; nil to draw all of the region.
  package var closeUp: PixelBox?

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

/// The picture that the engine drew for a request.
package struct Picture: Sendable {
  package var grid: SampleGrid
  /// For each sample, row-major, true if it contains at least one mismatch.
  package var changed: [Bool]
  /// The bytes of a PNG file in the terminal's own pixels, if requested.
  package var png: [UInt8]?
  /// The picture in finer cells, row-major, with their shape, if requested.
  package var fitted: (cells: [FittedCell], shape: CellShape)?
  /// The ground that shows through; nil if the images are opaque.
  package var ground: Ground?
  /// The terminal's number for `png`; 0 if there is none.
  var number: UInt32 = 0

  package init(
    grid: SampleGrid, changed: [Bool], png: [UInt8]? = nil,
    fitted: (cells: [FittedCell], shape: CellShape)? = nil, ground: Ground? = nil
  ) {
    (self.grid, self.changed, self.png, self.fitted) = (grid, changed, png, fitted)
    self.ground = ground
  }
}

/// Everything about the selected case that the screen shows but does not have yet.
package struct Wanted: Hashable, Sendable {
  package var pictures: [PictureRequest]
  package var comparison: ComparisonRequest?
  package var inspection: InspectionRequest?
  package var regions: ComparisonRequest?
  package var thumbnails: [ThumbnailRequest] = []
  /// The cases one key away, to prepare when there is nothing else to do.
  package var neighbours: [ComparisonRequest] = []
  /// The landscapes to find before all others, if they are missing.
  package var surveys: [ComparisonRequest] = []

  package init(
    pictures: [PictureRequest] = [], comparison: ComparisonRequest? = nil,
    inspection: InspectionRequest? = nil, regions: ComparisonRequest? = nil
  ) {
    (self.pictures, self.comparison, self.inspection) = (pictures, comparison, inspection)
    self.regions = regions
  }
}

package struct ThumbnailRequest: CaseRequest {
  package var item: Int
  package var revision: Int
  package var strategy: Strategy
  package var areas: IgnoredAreas
  /// The number of half cells across and down.
  package var samples: PixelSize
  /// True for the whole image instead of the region that changes most.
  package var isWhole: Bool
  /// The ground under transparent pixels; nil chooses one automatically.
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

/// The region that changes most in both images, or one picture of the whole image.
package struct Thumbnail: Sendable {
  package var pictures: [(request: PictureRequest, picture: Picture)]
  /// The box of the region; nil if the whole image is shown.
  var box: PixelBox?

  package init(box: PixelBox? = nil, _ pictures: [(request: PictureRequest, picture: Picture)]) {
    (self.box, self.pictures) = (box, pictures)
  }
}

/// One pair under one strategy: to read and compare, or to compare with another strategy.
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
