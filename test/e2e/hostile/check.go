package hostile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/getkin/kin-openapi/openapi3filter"

	"bourse/test/e2e/contract"
)

// neverTold is what no answer holds, whatever it is an answer to.
var neverTold = []string{"SQLSTATE", "goroutine ", ".go:", "$argon2", "runtime error", "-----BEGIN", "nil pointer", "github.com/", "modernc.org"}

// neverAnError is what no failure says, in small letters, though what somebody has written may.
var neverAnError = []string{
	"pq:", "sqlite", "postgres", "panic", "select ", "insert ", "constraint", "syntax error at", "context canceled", "context deadline", "connection refused",
	"/usr/", "/root/", "/home/", "/tmp/", "invalid memory",
}

// leakIn is which of the words a text holds; empty for none.
func leakIn(text []byte, words []string) string {
	for _, word := range words {
		if bytes.Contains(text, []byte(word)) {
			return word
		}
	}
	return ""
}

// anyID is an id in one of the forms in which it is read: in small or capital letters, as a URN, in braces or without
// hyphens. Only the first is in answers.
var anyID = regexp.MustCompile(`(?i)(urn(:|%3A)uuid(:|%3A)|\{|%7B)?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(\}|%7D)?`)

// asDeclared writes the ids in a text as the contract does.
func asDeclared(text string) string {
	return anyID.ReplaceAllStringFunc(text, func(id string) string { return strings.ToLower(anyID.ReplaceAllString(id, "$4-$5-$6-$7-$8")) })
}

// tellsTokens are the operations that answer with what they are for.
var tellsTokens = map[string]bool{
	"register": true, "login": true, "completeLogin": true, "refreshTokens": true, "loginWithPasskey": true, "createApiKey": true, "exportMe": true,
	"reauthenticate": true,
}

// takenAnyway begins what is told of a request that the contract refuses and the platform took: the answer is as the contract
// declares it, so it is no violation, but somebody should look.
const takenAnyway = "it was done though the contract refuses it: "

// check tells what is wrong with an answer.
func (c *Campaign) check(r *request, sent *http.Request, a *answer) (wrong []string) {
	if a.status >= 500 {
		wrong = append(wrong, fmt.Sprintf("%d", a.status))
	}
	operation, err := c.contract.Check(contract.Answer{Method: r.method, Path: sent.URL.Path, Status: a.status, Header: a.header, Content: a.content})
	a.operation = operation
	if err != nil {
		wrong = append(wrong, "not as the contract declares it: "+shortly(err.Error(), 600))
	}
	if operation == "" {
		wrong = append(wrong, c.checkOther(r, a)...)
	}
	if leaked := leakIn(a.content, neverTold); leaked != "" {
		wrong = append(wrong, fmt.Sprintf("it tells %q", leaked))
	}
	if a.status >= 400 {
		leaked := leakIn(bytes.ToLower(a.content), neverAnError)
		if leaked != "" && !bytes.Contains(bytes.ToLower(r.content()), []byte(leaked)) && !strings.Contains(strings.ToLower(r.target()), leaked) {
			wrong = append(wrong, fmt.Sprintf("the failure tells %q", leaked))
		}
	}
	if r.as != nil && !tellsTokens[operation] {
		for _, secret := range []string{r.as.token, r.as.password} {
			if len(secret) > 12 && bytes.Contains(a.content, []byte(secret)) {
				wrong = append(wrong, "it tells a secret of the caller")
			}
		}
	}
	if a.isSuccess() && r.wrong != "" && operation == r.operation.id {
		if err := c.refuses(r, sent); err != nil {
			wrong = append(wrong, takenAnyway+shortly(err.Error(), 600))
		}
	}
	return wrong
}

// checkOther looks at an answer to what is no operation: a failure is an envelope like any other.
func (c *Campaign) checkOther(r *request, a *answer) (wrong []string) {
	if r.method == http.MethodHead || r.method == http.MethodOptions || a.status < 400 {
		return nil
	}
	if a.header.Get("X-Request-Id") == "" {
		wrong = append(wrong, "there is no X-Request-Id")
	}
	if err := c.contract.CheckFailure(a.content); err != nil {
		wrong = append(wrong, "no envelope of a failure: "+err.Error())
	}
	return wrong
}

// refuses tells why the contract refuses a request; nil when it does not.
func (c *Campaign) refuses(r *request, sent *http.Request) error {
	content := r.content()
	if r.operation.body == nil {
		content = nil // it is not looked at
	}
	if len(content) > 0 && !json.Valid(content) {
		return errors.New("the body is no JSON")
	}
	content = []byte(asDeclared(string(content)))
	again := sent.Clone(context.Background())
	again.URL.RawQuery = asDeclared(again.URL.RawQuery)
	again.Body = nil
	if len(content) > 0 {
		again.Body = readCloser{bytes.NewReader(content)}
		again.Header.Set("Content-Type", jsonType) // what counts as JSON is another question
	}
	values := map[string]string{}
	template := strings.Split(r.operation.template, "/")
	for i, part := range strings.Split(strings.TrimPrefix(sent.URL.Path, "/api/v1"), "/") {
		if i < len(template) && strings.HasPrefix(template[i], "{") {
			values[strings.Trim(template[i], "{}")] = asDeclared(part)
		}
	}
	return openapi3filter.ValidateRequest(context.Background(), &openapi3filter.RequestValidationInput{
		Request: again, PathParams: values, Route: r.operation.route, Options: requestOptions,
	})
}

var requestOptions = &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, SkipSettingDefaults: true}

type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }
