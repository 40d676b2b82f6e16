// A case is made of files: whoever uses the catalogue uses those, too.
@_exported import Base
