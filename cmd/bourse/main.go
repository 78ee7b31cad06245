// Command bourse is the whole platform in one binary.
//
//	bourse demo                       a complete platform with sample data, nothing to set up
//	bourse serve                      production; SQLite by default, PostgreSQL with --database-url
//	bourse migrate up|status          the schema, which serve brings up to date by itself
//	bourse user|tenant create         the first users and brands
//	bourse keys rotate                a new key that signs access tokens; with --encryption, one that seals secrets
//	bourse backup                     a copy of the database while the platform runs
//	bourse verify                     whether the books add up
//	bourse doctor                     whether everything that serve needs is there
//	bourse openapi, bourse version
//
// bourse <command> --help lists the settings, each of which is also an environment variable (BOURSE_…). The exit status is 0
// when all went well, 1 when the command failed and 2 when a setting is wrong.
package main

import (
	"os"
	"time"

	"bourse/internal/app"
)

func main() {
	// Answers, logs and mails show times before the database stores them: none of them may use the machine's time
	// zone.
	time.Local = time.UTC
	os.Exit(app.Main(os.Args[1:]))
}
