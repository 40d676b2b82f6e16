// A case is made of files, compared, and decided: whoever uses the catalogue uses those, too.
@_exported import Base
@_exported import DiffEngine
@_exported import Store
