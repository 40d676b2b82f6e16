# brew install --HEAD ./Formula/snapreview.rb
class Snapreview < Formula
  desc "Review visual-snapshot failures in the terminal"
  homepage "https://github.com/OWNER/snapreview"
  license "MIT"
  head "https://github.com/OWNER/snapreview.git", branch: "main"

  depends_on xcode: ["26.0", :build]
  depends_on "libarchive"
  depends_on "libdeflate"
  depends_on "libpng"
  depends_on "little-cms2"
  depends_on macos: :sequoia
  depends_on "ncurses"

  def install
    system "make", "install", "PREFIX=#{prefix}", "flags=-c release --disable-sandbox"
  end

  test do
    system bin/"snapreview", "demo", testpath/"demo"
    assert_match "mismatch", shell_output("#{bin}/snapreview list #{testpath}/demo", 1)
  end
end
