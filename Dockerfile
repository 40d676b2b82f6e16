# snapreview for CI, from the package that `make dist` makes:
#
#   make dist && docker build -t snapreview .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" snapreview check Artifacts --references Tests
FROM debian:stable-slim
COPY dist/snapreview_*.deb /tmp/
# Beside the package, what it uses if it is there: colour profiles, archives, JPEG, WebP and git.
RUN apt-get update \
  && apt-get install -y --no-install-recommends /tmp/snapreview_*.deb liblcms2-2 libarchive13t64 \
    libturbojpeg0 libwebp7 git \
  && rm -rf /tmp/snapreview_*.deb /var/lib/apt/lists/* \
  && snapreview --version
# The user of `--user` has no home folder.
ENV XDG_STATE_HOME=/tmp/state XDG_CACHE_HOME=/tmp/cache
WORKDIR /work
ENTRYPOINT ["snapreview"]
