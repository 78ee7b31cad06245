package architecture_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// imports are what one package imports, by full path.
type imports struct {
	code  []string // by the package itself
	tests []string // by its tests alone
}

const (
	module = "bourse/"
	house  = module + "internal/"
)

// features own their types, their rules and their SQL.
var features = []string{
	"identity", "market", "trading", "investment", "kyc", "portfolio", "education", "payments", "webhook", "health", "ml", "privacy", "verify",
}

// ground is what features stand on.
var ground = []string{
	"database", "money", "fault", "secret", "stats", "ledger", "audit", "notify", "brand", "worker", "telemetry",
}

// openFeatures are the features that another one may import. Of identity that is meant for Caller, the
// one type that says on whose behalf a service is called; a service of identity is reached, as any other
// feature's, through an interface that the consumer declares.
var openFeatures = []string{"market", "webhook", "identity"}

// selfContained packages import no package of ours.
var selfContained = []string{"money", "fault", "stats"}

// rooms are what runs on top of a feature's own package: they import it, it imports none of them, and none of them
// imports another.
var rooms = map[string][]string{"trading": {"alerts", "backtest", "bots", "copying", "live", "risk", "stream"}}

// testKits are packages that only tests import.
var testKits = []string{"database/databasetest", "trading/tradingtest"}

// simulatedExchange stands in for a real one: tests and the demo, which is app's, serve it, and nothing else knows of it.
const simulatedExchange = "investment/broker/binancetest"

// drivers are the modules that speak to a database engine.
var drivers = []string{"modernc.org/sqlite", "github.com/jackc/pgx", "github.com/pressly/goose"}

// violations lists the imports that break a rule, one sentence each, in order.
func violations(graph map[string]imports) []string {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(graph)) {
		for _, imported := range graph[name].code {
			found = appendBroken(found, name, imported, ruleForAll(name, imported))
			found = appendBroken(found, name, imported, ruleForCode(name, imported))
		}
		for _, imported := range graph[name].tests {
			found = appendBroken(found, name+" (test)", imported, ruleForAll(name, imported))
		}
	}
	return found
}

func appendBroken(found []string, name, imported, rule string) []string {
	if rule == "" {
		return found
	}
	return append(found, fmt.Sprintf("%s imports %s: %s", name, imported, rule))
}

// ruleForAll returns the rule that the import breaks, whether it stands in code or in a test.
func ruleForAll(name, imported string) string {
	isAbove := strings.HasPrefix(name, module+"test/") || within(name, module+"bench")
	switch {
	case part(imported) == "app" && name != module+"cmd/bourse" && part(name) != "app":
		return "only cmd/bourse imports app"
	case part(imported) == "oas" && part(name) != "httpapi" && part(name) != "oas" && !isAbove:
		return "only httpapi imports oas"
	case isDriver(imported) && part(name) != "database":
		return "only database imports drivers"
	}
	return ""
}

// ruleForCode returns the rule that the import breaks in code. Tests are free of these rules: a test may
// build its world with other features.
func ruleForCode(name, imported string) string {
	from, to := part(name), part(imported)
	isOurs := strings.HasPrefix(imported, module)
	isOwn := from != "" && from == to
	isInHouse := strings.HasPrefix(name, house)
	switch {
	case isInHouse && isTestKit(imported) && !within(name, imported) && !(from == "database" && to == "database"):
		return imported[strings.LastIndex(imported, "/")+1:] + " is for tests"
	case isInHouse && within(imported, house+simulatedExchange) && from != "app" && !within(name, imported):
		return "the simulated exchange is for tests and the demo"
	case room(imported) != "" && name == house+to:
		return to + " knows none of its rooms"
	case room(imported) != "" && room(name) != "" && room(name) != room(imported) && isOwn:
		return "a room reaches another through an interface of its own"
	case !isOurs || isOwn:
		return ""
	case to == "testkit": // who may import it is a rule of its own, see testkitViolations
		return ""
	case name == module+"cmd/bourse" && to != "app":
		return "main calls app and nothing else"
	case slices.Contains(selfContained, from):
		return from + " imports no package of ours"
	case from == "webhook" && slices.Contains(features, to):
		return "webhook imports no feature"
	case slices.Contains(features, from) && !slices.Contains(ground, to) && !slices.Contains(openFeatures, to):
		return "a feature reaches another part of the house through an interface of its own"
	case slices.Contains(ground, from) && !slices.Contains(ground, to):
		return "what features stand on imports nothing above it"
	case to == "httpapi" && isInHouse && from != "app":
		return "only app imports httpapi"
	}
	return ""
}

// part names the part of the house that a package belongs to, its subpackages included; it is empty for
// packages outside of it.
func part(path string) string {
	inside, ok := strings.CutPrefix(path, house)
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(inside, "/")
	return name
}

// room names the room of a feature that a package is in, its subpackages included; it is empty for all others.
func room(path string) string {
	feature := part(path)
	for _, name := range rooms[feature] {
		if within(path, house+feature+"/"+name) {
			return name
		}
	}
	return ""
}

func isTestKit(path string) bool {
	return slices.ContainsFunc(testKits, func(kit string) bool { return within(path, house+kit) })
}

// missing lists what rules name and the graph does not have, one sentence each: such a rule keeps nobody from anything.
func missing(graph map[string]imports) []string {
	named := slices.Concat(features, ground, openFeatures, selfContained, testKits, []string{simulatedExchange})
	for feature, names := range rooms {
		for _, name := range names {
			named = append(named, feature+"/"+name)
		}
	}
	slices.Sort(named)
	var found []string
	for _, name := range slices.Compact(named) {
		if _, exists := graph[house+name]; !exists {
			found = append(found, "a rule names "+house+name+", which does not exist")
		}
	}
	for _, driver := range drivers {
		imported := slices.ContainsFunc(slices.Collect(maps.Values(graph)), func(of imports) bool {
			return slices.ContainsFunc(slices.Concat(of.code, of.tests), func(path string) bool { return within(path, driver) })
		})
		if !imported {
			found = append(found, "a rule names the driver "+driver+", which nobody imports")
		}
	}
	return found
}

func isDriver(path string) bool {
	return slices.ContainsFunc(drivers, func(driver string) bool { return within(path, driver) })
}

func within(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }
