package edge_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/testkit"
)

func TestTheFirstTextWithANullCharacterIsNamed(t *testing.T) {
	t.Parallel()
	for body, field := range map[string]string{
		`"\u0000"`:                                      "",
		`["a","b\u0000"]`:                               "[1]",
		`[[],[{}],[0,[1,{"a":"\u0000"}]]]`:              "[2][1][1].a",
		`{"a":"\\\u0000"}`:                              "a",
		`{"a":{},"b":[],"c":"\u0000"}`:                  "c",
		`{"a":{"b":1},"c":"\u0000"}`:                    "c",
		`{"a":["x","y"],"b":["\u0000"]}`:                "b[0]",
		`{"a":"\u00000"}`:                               "a",
		`{"z":"\u0000","a":"\u0000"}`:                   "z", // in document order
		`{"a":"\u0000","a":"b"}`:                        "a", // whichever the decoder uses
		`{"a\u0000":1}`:                                 "",
		`{"a":{"b":0,"\u0000":1}}`:                      "a",
		`{"a":[{"b\u0000":"c"}]}`:                       "a[0]",
		`{"\u0061\"{,":"\u0000"}`:                       `a"{,`,
		` { "a" : [ 1 , "]}" , "\u0000" ] } `:           "a[2]",
		`{"a":1e999,"b":"\u0000"}`:                      "b",
		`{"` + strings.Repeat("a", 200) + `":"\u0000"}`: strings.Repeat("a", 100),
		strings.Repeat(`{"a":`, 9_000) + `"\u0000"` + strings.Repeat("}", 9_000):         strings.Repeat("a.", 50),
		strings.Repeat("[", 9_000) + `"\u0000"` + strings.Repeat("]", 9_000):             strings.Repeat("[0]", 33) + "[",
		`{"email":"a","x":[` + strings.Repeat(`{"":0},`, 1000) + `{"\u0001":"\u0000"}]}`: "x[1000].\x01",
	} {
		if testkit.WantFault(t, edge.CheckText([]byte(body)), fault.ValidationError, field); t.Failed() {
			t.Fatalf("%.200s", body)
		}
	}
}

func TestABodyWithoutANullCharacterIsLeftToTheDecoder(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		``, `{}`, `"\\u0000"`, `{"\\u0000":"\\\\u0000"}`, `{"a":"u0000","b":"\u0001"}`, `{"a":"\\","b":"u0000 \\u0000"}`, // none in it
		`{"a":"\u0000"`, `{"a":"\u0000"} {}`, `{"a":"\u0000",}`, `\u0000`, `{"a":"\u0000","b":"\x"}`, `["\u0000"}`, `}"\u0000"`, `,"\u0000"`, // invalid
		strings.Repeat("[", 20_000) + `"\u0000"` + strings.Repeat("]", 20_000), `"\u0000`, `"\u0000\`, `:"\u0000"`,
	} {
		if err := edge.CheckText([]byte(body)); err != nil {
			t.Errorf("%.200s is refused: %v", body, err)
		}
	}
}

func TestTheNullCharacterIsFoundAsAReaderOfTokensFindsIt(t *testing.T) {
	t.Parallel()
	texts := rapid.SampledFrom([]string{`""`, `"a"`, `"b,]}"`, `"\u0000"`, `"a\u0000"`, `"\\u0000"`, `"\\\u0000"`, `"\"{["`, `"\u0001\u000000"`, `"é\ud834\udd1e"`})
	spaces := rapid.SampledFrom([]string{"", "", "", " ", "\n\t"})
	rapid.Check(t, func(t *rapid.T) {
		var body bytes.Buffer
		var write func(depth int)
		text := func(of *rapid.Generator[string]) { body.WriteString(of.Draw(t, "part")) }
		write = func(depth int) {
			kind := rapid.IntRange(0, 5).Draw(t, "kind")
			if depth == 0 && kind > 3 {
				kind = 0
			}
			text(spaces)
			switch kind {
			case 0, 1, 2:
				text(texts)
			case 3:
				text(rapid.SampledFrom([]string{"0", "-1.5e3", "true", "null"}))
			default:
				body.WriteByte("[{"[kind-4])
				for i := range rapid.IntRange(0, 4).Draw(t, "size") {
					if i > 0 {
						body.WriteByte(',')
					}
					if kind == 5 {
						text(spaces)
						text(texts)
						text(spaces)
						body.WriteByte(':')
					}
					write(depth - 1)
				}
				body.WriteByte("]}"[kind-4])
			}
			text(spaces)
		}
		write(4)
		want, isThere := firstNull(t, body.Bytes())
		err := edge.CheckText(body.Bytes())
		refusal := &fault.Error{}
		if errors.As(err, &refusal); (err != nil) != isThere || refusal.Field != want {
			t.Fatalf("%s: %v about %q, want %v about %q", &body, err, refusal.Field, isThere, want)
		}
	})
}

// firstNull reads the tokens of a body up to the first one with the character U+0000.
func firstNull(t *rapid.T, body []byte) (field string, isThere bool) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	next := func() json.Token {
		token, err := decoder.Token()
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		return token
	}
	var in func(path ...string) ([]string, bool)
	in = func(path ...string) ([]string, bool) {
		switch token := next().(type) {
		case string:
			return path, strings.Contains(token, "\x00")
		case json.Delim:
			for place := 0; decoder.More(); place++ {
				name := "[" + strconv.Itoa(place) + "]"
				if token == '{' {
					if name = next().(string); strings.Contains(name, "\x00") {
						return path, true
					}
				}
				if found, isThere := in(append(path, name)...); isThere {
					return found, true
				}
			}
			next()
		}
		return nil, false
	}
	path, isThere := in()
	return strings.ReplaceAll(strings.Join(path, "."), ".[", "["), isThere
}

// It measures the allocations of the process, so nothing may run in parallel.
func TestABodyWithANullCharacterTakesLittleMoreThanItsRoom(t *testing.T) {
	const size = 1<<20 - 1
	filled := func(begin, part, end string) string {
		return begin + strings.Repeat(part, (size-len(begin)-len(end))/len(part)) + end
	}
	for name, body := range map[string]string{
		"before objects":    filled(`{"email":"\u0000","x":[`, `{"":0},`, `0]}`),
		"behind objects":    filled(`{"x":[`, `{"":0},`, `0],"email":"\u0000"}`),
		"behind lists":      filled(`[`, `[],`, `"\u0000"]`),
		"behind names":      filled(`{`, `"a":0,`, `"b\u0000":0}`),
		"an escaped escape": filled(`{"email":"\\u0000","x":[`, `{"":0},`, `0]}`),
		"deep":              strings.Repeat(`{"a":[`, 4_999) + filled(``, `0,`, `"\u0000"`)[60_000:] + strings.Repeat("]}", 4_999),
		"in a long name":    filled(`{"`, `a`, `":"\u0000"}`),
	} {
		whole := []byte(body)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := edge.CheckText(whole)
		runtime.ReadMemStats(&after)
		if isThere := !strings.Contains(name, "escape"); (err != nil) != isThere {
			t.Errorf("%s: %v", name, err)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 4*size {
			t.Errorf("%s: a body of %d bytes takes %d", name, len(whole), taken)
		}
	}
}
