package filter_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bourse/internal/webhook/filter"
)

// The filters and events below use so few names and values that they often match. Each uses a generator of its own:
// generators have state, and concurrent tests must not share them.
func names() *rapid.Generator[string] { return rapid.SampledFrom([]string{"a", "b", "0"}) }

func scalars() *rapid.Generator[any] {
	return rapid.SampledFrom([]any{
		nil, true, false, "", "a", "ab", "b", json.Number("0"), json.Number("-1"), json.Number("1"), json.Number("1.0"),
		json.Number("10e-1"), json.Number("1.5"), json.Number("2"),
	})
}

func drawValue(t *rapid.T, depth int) any {
	switch shape := rapid.IntRange(0, 5).Draw(t, "shape"); {
	case depth == 0 || shape < 2:
		return scalars().Draw(t, "scalar")
	case shape < 4:
		object := map[string]any{}
		for range rapid.IntRange(0, 3).Draw(t, "members") {
			object[names().Draw(t, "key")] = drawValue(t, depth-1)
		}
		return object
	default:
		list := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "elements") {
			list = append(list, drawValue(t, depth-1))
		}
		return list
	}
}

func drawEvent(t *rapid.T) *filter.Event {
	body := encode(t, map[string]any{"id": "1", "type": "a.b", "data": drawValue(t, 3)})
	event, err := filter.ParseEvent(body)
	if err != nil {
		t.Fatal(err)
	}
	return event
}

func drawPath(t *rapid.T) string {
	steps := rapid.SliceOfN(names(), 0, 3).Draw(t, "steps")
	return strings.Join(append([]string{"data"}, steps...), ".")
}

// drawCondition draws what may stand at a path.
func drawCondition(t *rapid.T, depth int) any {
	list := func() []any { return rapid.SliceOfN(scalars(), 1, 4).Draw(t, "list") }
	limits := rapid.SampledFrom([]any{"", "a", "b", json.Number("0"), json.Number("1.00"), json.Number("2")})
	operators := map[string]func() any{
		"$eq": func() any { return scalars().Draw(t, "eq") }, "$ne": func() any { return scalars().Draw(t, "ne") },
		"$in": func() any { return list() }, "$nin": func() any { return list() },
		"$gt": func() any { return limits.Draw(t, "gt") }, "$gte": func() any { return limits.Draw(t, "gte") },
		"$lt": func() any { return limits.Draw(t, "lt") }, "$lte": func() any { return limits.Draw(t, "lte") },
		"$exists": func() any { return rapid.Bool().Draw(t, "exists") },
		"$prefix": func() any { return rapid.SampledFrom([]string{"", "a", "ab"}).Draw(t, "prefix") },
	}
	if depth > 0 && rapid.IntRange(0, 4).Draw(t, "not") == 0 {
		return map[string]any{"$not": drawCondition(t, depth-1)}
	}
	object := map[string]any{}
	for range rapid.IntRange(1, 2).Draw(t, "operators") {
		name := rapid.SampledFrom([]string{
			"$eq", "$ne", "$in", "$nin", "$gt", "$gte", "$lt", "$lte", "$exists", "$prefix",
		}).Draw(t, "operator")
		object[name] = operators[name]()
	}
	return object
}

func drawFilter(t *rapid.T, depth int) map[string]any {
	drawn := map[string]any{}
	shape := rapid.IntRange(0, 6).Draw(t, "filter")
	switch {
	case depth > 0 && shape == 0:
		drawn["$not"] = drawFilter(t, depth-1)
	case depth > 0 && shape <= 2:
		operator := rapid.SampledFrom([]string{"$and", "$or"}).Draw(t, "joined by")
		drawn[operator] = []any{drawFilter(t, depth-1), drawFilter(t, depth-1)}
	}
	for range rapid.IntRange(0, 2).Draw(t, "paths") {
		drawn[drawPath(t)] = drawCondition(t, 1)
	}
	if len(drawn) == 0 {
		drawn[drawPath(t)] = scalars().Draw(t, "equal")
	}
	return drawn
}

func encode(t *rapid.T, value any) []byte {
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func matches(t *rapid.T, event *filter.Event, drawn map[string]any) bool {
	raw := encode(t, drawn)
	f, err := filter.Parse(raw)
	if err != nil {
		t.Fatalf("Parse(%s): %v", raw, err)
	}
	return f.Match(event)
}

func TestTheLawsOfLogicHold(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	rapid.Check(t, func(t *rapid.T) {
		event := drawEvent(t)
		f, g := drawFilter(t, 2), drawFilter(t, 2)
		isF, isG := matches(t, event, f), matches(t, event, g)
		notF, notG := object{"$not": f}, object{"$not": g}
		for law, sides := range map[string][2]bool{
			"not f":             {matches(t, event, notF), !isF},
			"f and g":           {matches(t, event, object{"$and": []any{f, g}}), isF && isG},
			"f or g":            {matches(t, event, object{"$or": []any{f, g}}), isF || isG},
			"not (f and g)":     {matches(t, event, object{"$not": object{"$and": []any{f, g}}}), matches(t, event, object{"$or": []any{notF, notG}})},
			"not (f or g)":      {matches(t, event, object{"$not": object{"$or": []any{f, g}}}), matches(t, event, object{"$and": []any{notF, notG}})},
			"and in one object": {matches(t, event, object{"$and": []any{f}, "$or": []any{g}}), isF && isG},
		} {
			if sides[0] != sides[1] {
				t.Fatalf("%s: %v and %v, with f %s and g %s", law, sides[0], sides[1], encode(t, f), encode(t, g))
			}
		}
	})
}

func TestOperatorsAgreeWithEachOther(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	rapid.Check(t, func(t *rapid.T) {
		event, path := drawEvent(t), drawPath(t)
		is := func(condition any) bool { return matches(t, event, object{path: condition}) }
		wanted := rapid.SliceOfN(scalars(), 1, 5).Draw(t, "wanted")
		var equals []any
		for _, value := range wanted {
			equals = append(equals, object{path: object{"$eq": value}})
		}
		value := wanted[0]
		limit := rapid.SampledFrom([]any{"a", json.Number("1")}).Draw(t, "limit")
		for law, sides := range map[string][2]bool{
			"$in is $or of $eq":           {is(object{"$in": wanted}), matches(t, event, object{"$or": equals})},
			"$nin is not $in":             {is(object{"$nin": wanted}), !is(object{"$in": wanted})},
			"$ne is not $eq":              {is(object{"$ne": value}), !is(object{"$eq": value})},
			"a scalar is $eq":             {is(value), is(object{"$eq": value})},
			"$exists false is not true":   {is(object{"$exists": false}), !is(object{"$exists": true})},
			"$gte is $gt or $eq":          {is(object{"$gte": limit}), is(object{"$gt": limit}) || is(limit)},
			"$lte is $lt or $eq":          {is(object{"$lte": limit}), is(object{"$lt": limit}) || is(limit)},
			"what is equal exists":        {is(value), is(value) && is(object{"$exists": true})},
			"an object goes on from data": {is(value), matches(t, event, nested(path, value))},
		} {
			if sides[0] != sides[1] {
				t.Fatalf("%s: %v and %v at %s", law, sides[0], sides[1], path)
			}
		}
	})
}

// nested writes a dotted path as nested objects.
func nested(path string, value any) map[string]any {
	first, rest, isLonger := strings.Cut(path, ".")
	if !isLonger {
		return map[string]any{first: value}
	}
	return map[string]any{first: nested(rest, value)}
}

func TestNumbersCompareAsExactFractions(t *testing.T) {
	t.Parallel()
	numbers := rapid.StringMatching(`-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,2})?`)
	rapid.Check(t, func(t *rapid.T) {
		a := numbers.Draw(t, "a")
		b := numbers.Draw(t, "b")
		if rapid.Bool().Draw(t, "equal") {
			b = rewrite(t, a)
		}
		want := rational(t, a).Cmp(rational(t, b))
		event := filter.LazyEvent(fmt.Appendf(nil, `{"data": %s}`, a))
		for operator, holds := range map[string]bool{
			"$eq": want == 0, "$gt": want > 0, "$gte": want >= 0, "$lt": want < 0, "$lte": want <= 0,
		} {
			got := matches(t, event, map[string]any{"data": map[string]any{operator: json.Number(b)}})
			if got != holds {
				t.Fatalf("%s %s %s is %v", a, operator, b, got)
			}
		}
	})
}

// rewrite writes the same number with a shifted point, or with an additional digit at its end.
func rewrite(t *rapid.T, text string) string {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if exponent == "" {
		exponent = "0"
	}
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	mantissa += rapid.SampledFrom([]string{"", "0", "000", "1"}).Draw(t, "end")
	return mantissa + "e" + exponent
}

func rational(t *rapid.T, text string) *big.Rat {
	value, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return value
}
