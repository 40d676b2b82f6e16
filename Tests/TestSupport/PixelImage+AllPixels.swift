extension PixelImage {
  package var allPixels: [Pixel] { withPixels { Array($0) } }
}
