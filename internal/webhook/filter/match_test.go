package filter_test

import (
	"fmt"
	"testing"

	"bourse/internal/webhook/filter"
)

const closed = `{
	"id": "01983c5e-7b1a-7c3e-9f0a-2f6a1f1c9d10",
	"type": "trading.position.closed",
	"timestamp": "2026-03-01T12:00:00.000000Z",
	"tenantId": "0198-tenant",
	"data": {
		"symbol": "BTCUSD", "empty": "", "amount": 100.50, "zero": 0, "debt": -3, "tiny": 0.0012,
		"big": 9007199254740993, "huge": 1e400, "beyond": 1e9999999999, "ratio": 0.10,
		"isPaper": true, "isLive": false, "note": null,
		"tags": ["fast", "auto", 7], "none": [], "deep": [[["x"]]],
		"legs": [{"side": "buy", "quantity": 1}, {"side": "sell", "quantity": 5}, {"quantity": 9}],
		"a.b": "dotted", "$ref": "dollar", "c\\d": "backslash", "0": "zeroth",
		"nested": {"symbol": "ETHUSD", "more": {"deep": 1}}
	}
}`

func mustParse(t interface {
	Helper()
	Fatalf(string, ...any)
}, raw string) *filter.Filter {
	t.Helper()
	f, err := filter.Parse([]byte(raw))
	if err != nil {
		t.Fatalf("Parse(%s): %v", raw, err)
	}
	return f
}

func wantMatches(t *testing.T, cases map[string]bool) {
	t.Helper()
	event, err := filter.ParseEvent([]byte(closed))
	if err != nil {
		t.Fatal(err)
	}
	for raw, want := range cases {
		if got := mustParse(t, raw).Match(event); got != want {
			t.Errorf("%s matches: %v, want %v", raw, got, want)
		}
	}
}

// wantConditions is wantMatches for conditions on one path of data.
func wantConditions(t *testing.T, cases []conditionCase) {
	t.Helper()
	whole := map[string]bool{}
	for _, c := range cases {
		whole[fmt.Sprintf(`{"data.%s": %s}`, c.path, c.condition)] = c.want
	}
	if len(whole) != len(cases) {
		t.Fatal("a case is given twice")
	}
	wantMatches(t, whole)
}

type conditionCase struct {
	path, condition string
	want            bool
}

func TestAValueEqualsOnlyItsOwnTypeAndValue(t *testing.T) {
	t.Parallel()
	wantConditions(t, []conditionCase{
		{"symbol", `"BTCUSD"`, true}, {"symbol", `"btcusd"`, false}, {"symbol", `{"$eq": "BTCUSD"}`, true},
		{"symbol", `{"$eq": "BTCUS"}`, false}, {"empty", `""`, true}, {"empty", `null`, false}, {"empty", `false`, false},
		{"amount", `100.5`, true}, {"amount", `1005e-1`, true}, {"amount", `1005e-00000000001`, true}, {"amount", `"100.50"`, false}, {"amount", `{"$eq": 100.51}`, false},
		{"zero", `0`, true}, {"zero", `-0`, true}, {"zero", `0e99999999999`, true}, {"zero", `false`, false}, {"zero", `null`, false},
		{"isPaper", `true`, true}, {"isPaper", `false`, false}, {"isPaper", `"true"`, false}, {"isPaper", `1`, false},
		{"isLive", `false`, true}, {"isLive", `true`, false}, {"isLive", `null`, false},
		{"note", `null`, true}, {"note", `""`, false}, {"note", `{"$eq": null}`, true},
		{"nested", `"ETHUSD"`, false}, {"nested", `null`, false},
		{"missing", `null`, false}, {"missing", `"x"`, false}, {"symbol.deeper", `"BTCUSD"`, false},
	})
}

func TestNotEqualIsTrueWhereverEqualIsNot(t *testing.T) {
	t.Parallel()
	wantConditions(t, []conditionCase{
		{"symbol", `{"$ne": "BTCUSD"}`, false}, {"symbol", `{"$ne": "ETHUSD"}`, true}, {"symbol", `{"$ne": 1}`, true},
		{"amount", `{"$ne": 100.500}`, false}, {"amount", `{"$ne": "100.5"}`, true}, {"beyond", `{"$ne": 1}`, true},
		{"missing", `{"$ne": "x"}`, true}, {"missing", `{"$ne": null}`, true}, {"note", `{"$ne": null}`, false},
		{"tags", `{"$ne": "auto"}`, false}, {"tags", `{"$ne": "slow"}`, true}, {"none", `{"$ne": 1}`, true},
	})
}

func TestInAndNinLookForOneOfTheirValues(t *testing.T) {
	t.Parallel()
	wantConditions(t, []conditionCase{
		{"symbol", `{"$in": ["ETHUSD", "BTCUSD"]}`, true}, {"symbol", `{"$in": ["ETHUSD", "XRPUSD", 1]}`, false},
		{"symbol", `{"$nin": ["ETHUSD", "BTCUSD"]}`, false}, {"symbol", `{"$nin": ["ETHUSD", "XRPUSD", 1]}`, true},
		{"amount", `{"$in": ["100.5", null, true, 3, 1.005e2, -7, "z"]}`, true}, {"amount", `{"$in": ["100.5", true]}`, false},
		{"note", `{"$in": [1, null]}`, true}, {"isLive", `{"$in": [true, null, 0, ""]}`, false}, {"isLive", `{"$in": [false]}`, true},
		{"missing", `{"$in": [null, ""]}`, false}, {"missing", `{"$nin": [null, ""]}`, true},
		{"tags", `{"$in": ["slow", "auto"]}`, true}, {"tags", `{"$nin": ["slow", "auto"]}`, false},
		{"tags", `{"$in": [7.0]}`, true}, {"tags", `{"$nin": ["slow", 8]}`, true},
	})
}

func TestNumbersAreOrderedByTheirExactValue(t *testing.T) {
	t.Parallel()
	wantConditions(t, []conditionCase{
		{"amount", `{"$gt": 100.49999999999999999999}`, true}, {"amount", `{"$gt": 100.5}`, false}, {"amount", `{"$gte": 100.5}`, true},
		{"amount", `{"$gte": 100.50000000000000000001}`, false}, {"amount", `{"$lt": 100.50000000000000000001}`, true},
		{"amount", `{"$lt": 100.5}`, false}, {"amount", `{"$lte": 10.05E+1}`, true}, {"amount", `{"$lte": 99}`, false},
		{"amount", `{"$gt": -1000}`, true}, {"amount", `{"$lt": 1e2}`, false}, {"amount", `{"$gt": 9}`, true},
		{"big", `{"$gt": 9007199254740992}`, true}, {"big", `9007199254740992`, false}, {"big", `{"$lt": 9007199254740994}`, true},
		{"debt", `{"$lt": -2}`, true}, {"debt", `{"$lt": -30}`, false}, {"debt", `{"$gt": -3.1}`, true}, {"debt", `{"$lt": 0}`, true},
		{"zero", `{"$gt": -0.1}`, true}, {"zero", `{"$gte": 0.0}`, true}, {"zero", `{"$lt": 1e-400}`, true}, {"zero", `{"$gt": 0}`, false},
		{"tiny", `{"$lt": 0.01}`, true}, {"tiny", `{"$gt": 0.00119}`, true}, {"tiny", `12e-4`, true}, {"tiny", `{"$lt": 0.0012}`, false},
		{"huge", `{"$gt": 9e399}`, true}, {"huge", `10e399`, true}, {"huge", `{"$lt": 1e401}`, true}, {"huge", `{"$lt": 1e999999999}`, true},
		{"beyond", `{"$gt": 0}`, false}, {"beyond", `{"$lt": 0}`, false}, {"ratio", `0.1`, true}, {"ratio", `1e-1`, true},
	})
}

func TestOrderHoldsOnlyWithinOneType(t *testing.T) {
	t.Parallel()
	wantConditions(t, []conditionCase{
		{"symbol", `{"$gt": "BTCUSC"}`, true}, {"symbol", `{"$gt": "BTCUSD"}`, false}, {"symbol", `{"$gte": "BTCUSD"}`, true},
		{"symbol", `{"$lt": "a"}`, true}, {"symbol", `{"$lte": "BTC"}`, false}, {"symbol", `{"$gt": 1}`, false}, {"symbol", `{"$lt": 1}`, false},
		{"amount", `{"$gt": ""}`, false}, {"amount", `{"$lt": "zzz"}`, false}, {"empty", `{"$lt": "a"}`, true},
		{"isPaper", `{"$gt": 0}`, false}, {"isPaper", `{"$lt": 9}`, false}, {"note", `{"$lt": "x"}`, false}, {"note", `{"$lte": 0}`, false},
		{"missing", `{"$lt": 1}`, false}, {"missing", `{"$gte": ""}`, false}, {"nested", `{"$gt": 0}`, false},
	})
	wantMatches(t, map[string]bool{
		`{"timestamp": {"$gte": "2026-03-01T00:00:00.000000Z", "$lt": "2026-03-02T00:00:00.000000Z"}}`: true,
		`{"timestamp": {"$gte": "2026-03-02T00:00:00.000000Z"}}`:                                       false,
	})
}

func TestExistsAsksForAValueAndNullIsOne(t *testing.T) {
	t.Parallel()
	wantConditions(t, []conditionCase{
		{"symbol", `{"$exists": true}`, true}, {"symbol", `{"$exists": false}`, false},
		{"note", `{"$exists": true}`, true}, {"note", `{"$exists": false}`, false},
		{"missing", `{"$exists": true}`, false}, {"missing", `{"$exists": false}`, true},
		{"symbol.deeper", `{"$exists": true}`, false}, {"nested.more.deep", `{"$exists": true}`, true},
		{"none", `{"$exists": true}`, true}, {"none.side", `{"$exists": true}`, false}, {"none.side", `{"$exists": false}`, true},
		{"legs.side", `{"$exists": true}`, true}, {"legs.price", `{"$exists": true}`, false}, {"nested", `{"$exists": true}`, true},
	})
}

func TestAPrefixIsOfStringsOnly(t *testing.T) {
	t.Parallel()
	wantConditions(t, []conditionCase{
		{"symbol", `{"$prefix": "BTC"}`, true}, {"symbol", `{"$prefix": "BTCUSD"}`, true}, {"symbol", `{"$prefix": ""}`, true},
		{"symbol", `{"$prefix": "btc"}`, false}, {"symbol", `{"$prefix": "BTCUSDT"}`, false}, {"amount", `{"$prefix": "1"}`, false},
		{"note", `{"$prefix": ""}`, false}, {"missing", `{"$prefix": ""}`, false}, {"tags", `{"$prefix": "au"}`, true},
	})
	wantMatches(t, map[string]bool{`{"type": {"$prefix": "trading."}}`: true, `{"type": {"$prefix": "payment."}}`: false})
}

func TestAListInTheEventStandsForItsElements(t *testing.T) {
	t.Parallel()
	wantConditions(t, []conditionCase{
		{"tags", `"fast"`, true}, {"tags", `7`, true}, {"tags", `"slow"`, false}, {"none", `null`, false}, {"deep", `"x"`, true},
		{"legs.side", `"sell"`, true}, {"legs.side", `"hold"`, false}, {"legs.quantity", `{"$gt": 8}`, true}, {"legs.quantity", `{"$gt": 9}`, false},
		{"legs.side", `{"$ne": "hold"}`, true}, {"legs.side", `{"$ne": "buy"}`, false}, {"legs.side", `{"$not": {"$eq": "buy"}}`, false},
		{"legs.0.side", `"buy"`, true}, {"legs.0.side", `"sell"`, false}, {"legs.1.side", `"sell"`, true}, {"legs.2.side", `"sell"`, false},
		{"legs.3.side", `{"$exists": true}`, false}, {"legs.01.side", `"sell"`, false}, {"tags.1", `"auto"`, true}, {"tags.1", `"fast"`, false},
		{"legs", `{"side": "buy", "quantity": 5}`, true}, {"deep.0.0.0", `"x"`, true}, {"legs.99999999999", `{"$exists": false}`, true},
		{"0", `"zeroth"`, true},
	})
}

func TestADotSeparatesUnlessABackslashStandsBeforeIt(t *testing.T) {
	t.Parallel()
	wantMatches(t, map[string]bool{
		`{"data.a.b": "dotted"}`:                                     false,
		`{"data.a\\.b": "dotted"}`:                                   true,
		`{"data": {"a\\.b": "dotted"}}`:                              true,
		`{"data.\\$ref": "dollar"}`:                                  true,
		`{"data": {"\\$ref": "dollar"}}`:                             true,
		`{"data.c\\\\d": "backslash"}`:                               true,
		`{"data": {"nested": {"symbol": "ETHUSD"}}}`:                 true,
		`{"data": {"nested.symbol": "ETHUSD"}}`:                      true,
		`{"data.nested.more": {"deep": 1, "x": {"$exists": false}}}`: true,
		`{"data.nested": {"symbol": "BTCUSD"}}`:                      false,
		`{"data": {"nested": {"more.deep": {"$lt": 2}}}}`:            true,
		`{"data": {"nested": {"$exists": true, "symbol": 1}}}`:       false,
	})
}

func TestConditionsAreJoinedAsTheyStand(t *testing.T) {
	t.Parallel()
	const yes, no = `{"data.symbol": "BTCUSD"}`, `{"data.symbol": "ETHUSD"}`
	wantMatches(t, map[string]bool{
		`{}`: true, ` { } `: true,
		`{"data.symbol": "BTCUSD", "data.amount": {"$gt": 1}}`:                                  true,
		`{"data.symbol": "BTCUSD", "data.amount": {"$gt": 1000}}`:                               false,
		`{"data.amount": {"$gt": 1, "$lt": 101}}`:                                               true,
		`{"data.amount": {"$gt": 1, "$lt": 100}}`:                                               false,
		`{"$and": [` + yes + `]}`:                                                               true,
		`{"$and": [` + yes + `, ` + no + `]}`:                                                   false,
		`{"$or": [` + no + `, ` + yes + `]}`:                                                    true,
		`{"$or": [` + no + `, ` + no + `]}`:                                                     false,
		`{"$not": ` + no + `}`:                                                                  true,
		`{"$not": ` + yes + `}`:                                                                 false,
		`{"$not": {"data.symbol": "BTCUSD", "data.amount": 1}}`:                                 true,
		`{"$or": [` + no + `, ` + yes + `], "type": "x"}`:                                       false,
		`{"data.amount": {"$not": {"$gt": 500}}}`:                                               true,
		`{"data.amount": {"$or": [{"$lt": 5}, {"$gt": 100}]}}`:                                  true,
		`{"data.amount": {"$and": [{"$gt": 5}, {"$lt": 100}]}}`:                                 false,
		`{"data": {"$or": [{"symbol": "X"}, {"amount": 100.5}]}}`:                               true,
		`{"$or": [{"$and": [` + yes + `, {"data.tags": "slow"}]}, {"$not": {"data.zero": 1}}]}`: true,
		`{"id": {"$prefix": "01983c5e"}, "tenantId": "0198-tenant", "data": {"isPaper": true}}`: true,
	})
}
