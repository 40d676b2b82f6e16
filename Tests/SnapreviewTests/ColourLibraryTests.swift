#if os(Linux)
  import TestSupport
  import Testing

  /// The program on a machine without lcms2, which it loads when a picture needs it.
  struct ColourLibraryTests {
    @Test func `without the colour library, only pictures that need it are refused`() throws {
      let scratch = TestFolder()
      var writer = PNGWriter(
        width: 2, height: 1, depth: 8, colourType: 2, samples: [0, 9, 99, 5, 5, 5])
      let plain = scratch.write("plain.png", writer.file())
      writer.extraChunks = [("iCCP", ICCWriter.displayP3.chunk())]
      let tagged = scratch.write("tagged.png", writer.file())
      // The loader finds this library first and cannot load it.
      let library = scratch.write("library/liblcms2.so.2", [])
      let without = ["LD_LIBRARY_PATH": String(library.dropLast("/liblcms2.so.2".count))]

      #expect(try Program.run("compare", plain, tagged).errors.isEmpty)
      let result = try Program.run("compare", plain, tagged, environment: without)
      #expect(result.status == 3)
      #expect(result.errors.contains("tagged.png: its colours are not sRGB, and Little CMS"))
      #expect(result.errors.contains("install liblcms2-2 (Debian, Ubuntu)"))
      #expect(try Program.run("compare", plain, plain, environment: without).status == 0)
      // The file's own numbers need no conversion.
      let codes = try Program.run(
        "compare", plain, tagged, "--strategy", "uber", environment: without)
      #expect(codes.status == 0)
    }
  }
#endif
