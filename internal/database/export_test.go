package database

import "io/fs"

// EngineFiles shows the files of a folder as the migrations of the engine see them. The tests need it
// as long as there is no pair of migrations that differs between the engines.
func EngineFiles(files fs.FS, engine Engine) fs.FS { return engineFiles{files, engine} }

// PlainPlaceholders is how a query's placeholders are written for SQLite.
func PlainPlaceholders(query string) string { return plainPlaceholders(query) }
