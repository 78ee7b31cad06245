package main

import (
	"strings"
	"testing"
)

func TestRefusalsAreLeftOutAndNothingElse(t *testing.T) {
	t.Parallel()
	const contract = `openapi: 3.0.3
paths:
  /things:
    parameters:
      - name: limit
    get:
      operationId: listThings
      tags: [things]
      responses:
        '200':
          description: The things.
        '401':
          description: Who are you?
        default:
          description: Something else.
    post:
      operationId: makeThing
      tags: [things]
      responses:
        '201':
          description: It is there.
        '409':
          description: It was there.
`
	reduced, err := reduce([]byte(contract))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"The things.": true, "It is there.": true, "listThings": true, "name: limit": true, "openapi: 3.0.3": true,
		"Who are you?": false, "Something else.": false, "It was there.": false,
	} {
		if got := strings.Contains(string(reduced), text); got != want {
			t.Errorf("%q is left: %t, want %t\n%s", text, got, want, reduced)
		}
	}
}

func TestARouteSaysWhatIsAskedOfItsCallers(t *testing.T) {
	t.Parallel()
	table, err := routes([]byte(`openapi: 3.0.3
paths:
  /things:
    parameters:
      - name: limit
    get:
      operationId: listThings
      tags: [things]
    put:
      operationId: setThings
      tags: [things]
      x-role: admin
      x-recent-login: true
      parameters:
        - $ref: '#/components/parameters/Key'
      responses:
        '403': { description: No. }
components:
  parameters:
    Key: { name: Idempotency-Key, in: header }
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{method: "GET", path: "/things", id: "listThings", tag: "things"},`,
		`{method: "PUT", path: "/things", id: "setThings", tag: "things", refusesRoles: true, takesKeys: true, requirement: requirement{role: "admin", recent: true}},`,
	} {
		if !strings.Contains(string(table), want) {
			t.Errorf("there is no line %s in\n%s", want, table)
		}
	}
}
