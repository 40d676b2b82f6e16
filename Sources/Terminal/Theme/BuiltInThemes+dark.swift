// Written by themes/embed from themes/dark.toml.

extension BuiltInThemes {
  static let dark = #"""
    # For dark terminals. Quiet greys around the images, because bright neighbours change how a colour
    # looks; accents only where a verdict or a decision stands.
    #
    # A role is { fg, bg, bold, dim, italic, underline, reverse }. Colours are "#RRGGBB", "terminal" for the
    # terminal's own, or a name from [colors]. What a role leaves out it takes from `plain`; a role that is left
    # out looks as in the theme named by `base`, or else like `plain`.

    name = "dark"

    [colors]
    bright = "#E8EDF5"
    soft = "#AAB3BF"
    grey = "#8B949E"
    line = "#3D444D"
    panel = "#1F242C"
    selection = "#2D3748"
    ink = "#16181D"
    red = "#F2777A"
    green = "#8FC77F"
    yellow = "#E0AF68"
    blue = "#7AA2F7"
    sky = "#7DBCD6"
    cyan = "#7DCFC0"
    purple = "#C58FE0"
    mark = "#FF4FD8"
    outline = "#FFD84D"
    removed = "#FFC2C2"
    removedGround = "#4B1F25"
    added = "#BDEBBD"
    addedGround = "#1F3D27"

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
