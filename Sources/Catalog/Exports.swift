// A case is made of files, and decided: whoever uses the catalogue uses those, too.
@_exported import Base
@_exported import Store
