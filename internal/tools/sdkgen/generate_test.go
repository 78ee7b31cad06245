package main

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// contractOf is a contract with the given paths and schemas.
func contractOf(paths, schemas string) []byte {
	return []byte("openapi: 3.0.3\nservers: [{ url: /api/v1 }]\npaths:\n" + paths + "\ncomponents:\n  schemas:\n" + schemas)
}

// written is everything generated from a contract, with spacing normalized.
func written(t *testing.T, contract []byte) string {
	t.Helper()
	files, err := generate(contract)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for name, source := range files {
		if _, err := parser.ParseFile(token.NewFileSet(), name, source, parser.AllErrors); err != nil {
			t.Errorf("%v\n%s", err, source)
		}
		all.Write(source)
	}
	return strings.Join(strings.Fields(all.String()), " ")
}

func want(t *testing.T, all string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(all, text) {
			t.Errorf("there is no\n%s\nin\n%s", text, all)
		}
	}
}

const things = `
  /things/{thingId}:
    parameters:
      - { name: thingId, in: path, required: true, schema: { type: string } }
    patch:
      operationId: updateThing
      tags: [things]
      summary: Change a thing
      x-role: admin
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
      responses:
        '200': { description: Changed., content: { application/json: { schema: { $ref: '#/components/schemas/ThingEnvelope' } } } }
  /things:
    get:
      operationId: listThings
      tags: [things]
      summary: All things
      parameters:
        - { name: page, in: query, schema: { type: integer } }
        - { name: limit, in: query, schema: { type: integer, default: 20 } }
        - { name: isNew, in: query, schema: { type: boolean } }
      responses:
        '200': { description: Things., content: { application/json: { schema: { $ref: '#/components/schemas/ThingListEnvelope' } } } }
    post:
      operationId: makeThing
      tags: [things]
      summary: Make a thing
      security: []
      parameters:
        - { name: Idempotency-Key, in: header, schema: { type: string } }
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
      responses:
        '201': { description: Made., content: { application/json: { schema: { type: object, properties: { success: { type: boolean } } } } } }
`

const schemas = `
    Thing:
      type: object
      description: Something.
      required: [id, price, tags, kind]
      properties:
        id: { type: string, description: Its id. }
        price: { type: number, format: decimal }
        ratio: { type: number, format: double }
        at: { type: string, format: date-time }
        tags: { type: array, items: { type: string } }
        more: { type: object, additionalProperties: { type: integer, format: int64 } }
        kind: { type: string, enum: [big, very_small] }
        note: { allOf: [{ $ref: '#/components/schemas/Note' }], description: About it. }
        either:
          oneOf: [{ $ref: '#/components/schemas/Left' }, { $ref: '#/components/schemas/Right' }]
    Note: { type: string, maxLength: 5 }
    Left: { type: object, required: [left], properties: { left: { type: string } } }
    Right: { allOf: [{ $ref: '#/components/schemas/Left' }, { type: object, required: [right], properties: { right: { type: boolean } } }] }
    Nobody: { type: object, properties: { reads: { type: string } } }
    ThingEnvelope: { type: object, properties: { success: { type: boolean }, data: { $ref: '#/components/schemas/Thing' } } }
    ThingListEnvelope:
      type: object
      properties:
        data: { type: array, items: { $ref: '#/components/schemas/Thing' } }
        meta: { $ref: '#/components/schemas/PaginationMeta' }
    PaginationMeta: { type: object, properties: { totalPages: { type: integer } } }
`

func TestSchemasBecomeTypes(t *testing.T) {
	t.Parallel()
	all := written(t, contractOf(things, schemas))
	want(t, all,
		"// Thing: Something. type Thing struct {", "// Its id. ID string `json:\"id\"`", "Price Decimal `json:\"price\"`",
		"Ratio *float64 `json:\"ratio,omitempty\"`", "At *time.Time `json:\"at,omitempty\"`", "Tags []string `json:\"tags\"`",
		"More map[string]int64 `json:\"more,omitzero\"`", "Kind ThingKind `json:\"kind\"`", `ThingKindVerySmall ThingKind = "very_small"`,
		"// About it. Note *string `json:\"note,omitempty\"`", "Either *ThingEither `json:\"either,omitempty\"`",
		"type Right struct { Left string `json:\"left\"` Right bool `json:\"right\"` }",
	)
	for _, none := range []string{"type Note", "type ThingEnvelope", "type Nobody"} {
		if strings.Contains(all, none) {
			t.Errorf("there is a %s", none)
		}
	}
}

func TestOperationsBecomeMethods(t *testing.T) {
	t.Parallel()
	want(t, written(t, contractOf(things, schemas)),
		`const basePath = "/api/v1"`,
		"// UpdateThing: Change a thing. // // PATCH /things/{thingId}, for the role admin or higher.",
		"func (c *Client) UpdateThing(ctx context.Context, thingID string, body Thing, options ...CallOption) (*Thing, error) {",
		`request{name: "updateThing", method: "PATCH", path: "/things/" + url.PathEscape(thingID), body: body}`,
		"func (c *Client) MakeThing(ctx context.Context, body *Thing, options ...CallOption) error {",
		`path: "/things", body: body, isKeyed: true, isAnonymous: true}`,
		"IsNew *bool `query:\"isNew\"`", "// Default: 20. Limit int `query:\"limit\"`",
		"func (c *Client) ListThings(ctx context.Context, params ListThingsParams, options ...CallOption) (*Page[Thing], error) {",
		"func (c *Client) AllThings(ctx context.Context, params ListThingsParams, options ...CallOption) iter.Seq2[Thing, error] {",
	)
}

func TestAUnionIsToldByItsDiscriminatorOrByItsFields(t *testing.T) {
	t.Parallel()
	want(t, written(t, contractOf(things, schemas)),
		`unmarshalUnion(text, "", variant{new: func() any { return new(Left) }, kinds: nil, required: []string{"left"}}, `+
			`variant{new: func() any { return new(Right) }, kinds: nil, required: []string{"left", "right"}}, )`,
		"func (u ThingEither) Left() (*Left, bool) {", "func ThingEitherOfRight(value Right) ThingEither {")
	told := strings.Replace(schemas, "'#/components/schemas/Right' }]\n", "'#/components/schemas/Right' }]\n"+
		"          discriminator: { propertyName: side, mapping: { l: '#/components/schemas/Left', r: Right } }\n", 1)
	want(t, written(t, contractOf(things, told)),
		`unmarshalUnion(text, "side", variant{new: func() any { return new(Left) }, kinds: []string{"l"}, required: nil}, `+
			`variant{new: func() any { return new(Right) }, kinds: []string{"r"}, required: nil}, )`,
		"func (u ThingEither) Kind() string { return u.kind }")
}

func TestWhatWouldNotBeRightIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ paths, schemas, complaint string }{
		"a schema that is not there":   {things, strings.Replace(schemas, "schemas/Note'", "schemas/Nothing'", 1), "there is no schema Nothing"},
		"two schemas of one name":      {things, strings.ReplaceAll(strings.ReplaceAll(schemas, "    Left:", "    thing_kind:"), "schemas/Left'", "schemas/thing_kind'"), "would both be ThingKind"},
		"a name that is taken":         {strings.ReplaceAll(things, "schemas/Thing'", "schemas/Client'"), strings.ReplaceAll(strings.ReplaceAll(schemas, "schemas/Thing'", "schemas/Client'"), "    Thing:", "    Client:"), "taken by what is written by hand"},
		"a path whose id has no place": {strings.Replace(things, "name: thingId", "name: other", 1), schemas, "thingId is not declared"},
		"two operations of one name":   {strings.Replace(things, "makeThing", "listThings", 1), schemas, "no name of its own"},
		"pages of a kind of their own": {things, strings.ReplaceAll(schemas, "PaginationMeta", "OtherMeta"), "OtherMeta"},
	} {
		if _, err := generate(contractOf(c.paths, c.schemas)); err == nil || !strings.Contains(err.Error(), c.complaint) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

func TestNamesAreGoNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"placeOrder": "PlaceOrder", "INVALID_2FA_CODE": "Invalid2FACode", "JSONObject": "JSONObject", "otpauthUrl": "OtpauthURL", "ApiKey": "APIKey",
		"unrealizedPnl": "UnrealizedPnL", "public-key": "PublicKey", "3months": "3months", "Thing kind": "ThingKind", "userIds": "UserIDs",
	} {
		if got := goName(name); got != want {
			t.Errorf("%s becomes %s, want %s", name, got, want)
		}
	}
	if got := argumentName("botId") + argumentName("type") + argumentName("idOfIt"); got != "botIDtypeValueidOfIt" {
		t.Errorf("arguments are %s", got)
	}
}
