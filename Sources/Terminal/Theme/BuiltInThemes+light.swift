// Written by themes/embed from themes/light.toml.

extension BuiltInThemes {
  static let light = #"""
    # For light terminals: the roles of the dark theme, as dark as they must be on white.
    #
    # A role is { fg, bg, bold, dim, italic, underline, reverse }. Colours are "#RRGGBB", "terminal" for the
    # terminal's own, or a name from [colors]. What a role leaves out it takes from `plain`; a role that is left
    # out looks as in the theme named by `base`, or else like `plain`.

    name = "light"

    [colors]
    bright = "#1F2328"
    soft = "#4B535D"
    grey = "#626C77"
    line = "#C3CAD2"
    panel = "#E6EAEF"
    selection = "#D3E4FB"
    ink = "#FFFFFF"
    red = "#BF1F2C"
    green = "#1A6F33"
    yellow = "#8A5A00"
    blue = "#0759BD"
    sky = "#0F6A86"
    cyan = "#14716B"
    purple = "#7A3FC7"
    mark = "#D6008F"
    outline = "#E07B00"
    removed = "#7A0A16"
    removedGround = "#FFD7D5"
    added = "#0B4A1E"
    addedGround = "#CBF5D5"

    [roles]
    # Text.

    # What has no meaning of its own, and the ground of everything.
    plain = {}
    # What matters less.
    dim = { fg = "grey" }
    # What matters more.
    bold = { bold = true }
    # Names of panes and cases.
    title = { bold = true }
    # Lines between panes.
    border = { fg = "line" }
    # The line around the pane that has the keys.
    activeBorder = { fg = "blue" }
    # The row under the cursor.
    selected = { fg = "bright", bg = "selection" }
    # A marked row.
    marked = { fg = "yellow", bold = true }
    # Cases with the same change.
    group = { fg = "cyan" }

    # Verdicts: what the strategy says.

    # The images match.
    match = { fg = "green" }
    # They do not.
    mismatch = { fg = "red" }
    # Their sizes differ.
    sizeMismatch = { fg = "yellow" }
    # A file cannot be read.
    unreadable = { fg = "purple" }
    # Not measured yet.
    pending = { fg = "grey" }

    # Decisions: what the reviewer says.

    # The change is meant.
    accepted = { fg = "green", bold = true }
    # The change is a bug.
    rejected = { fg = "red", bold = true }
    # The change is noise.
    tolerated = { fg = "sky", bold = true }
    # Nothing was said yet.
    undecided = { fg = "soft" }

    # The lines below.

    # The status line.
    statusLine = { fg = "soft", bg = "panel" }
    # Values in it.
    statusValue = { fg = "bright", bg = "panel", bold = true }
    # Keys in hints and help.
    key = { fg = "blue", bold = true }
    # What the keys do.
    hint = { fg = "grey" }
    # The line where one types.
    prompt = { fg = "bright", bg = "panel" }
    # Work that is under way.
    progress = { fg = "blue", bg = "selection" }
    # Badges, such as "256 colours, approximate".
    badge = { fg = "ink", bg = "yellow" }
    # What one should know.
    warning = { fg = "yellow" }
    # What went wrong.
    error = { fg = "red", bold = true }

    # Text snapshots.

    # Words that only the reference has.
    textRemoved = { fg = "removed", bg = "removedGround" }
    # Words that only the actual has.
    textAdded = { fg = "added", bg = "addedGround" }

    # On the images: these lie over any colour; fg and bg should be the same, because a mark can be
    # either half of a cell.

    # Pixels that count as different.
    changed = { fg = "mark", bg = "mark" }
    # The bar beside the image, at rows that hold a change.
    gutter = { fg = "mark", bg = "mark" }
    # The box around the current cluster.
    clusterOutline = { fg = "outline", bg = "outline" }
    # The part of the image that is in view, on the small map.
    mapFrame = { fg = "outline", bold = true }
    # The edge of what passes, on the landscape.
    landscapeFrontier = { fg = "bright", bold = true }

    """#
}
