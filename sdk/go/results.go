package bourse

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
)

// decode parses JSON. Numbers whose type the contract leaves open stay exact, as json.Number.
func decode(text []byte, to any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(to)
}

// envelope is what wraps the result of an operation.
type envelope[T any] struct{ Data T }

// hasToken reports whether a result that should hold tokens holds them: without them nobody is logged in.
func (e *envelope[T]) hasToken() bool {
	switch result := any(&e.Data).(type) {
	case *Tokens:
		return result.AccessToken != ""
	case *AccessToken:
		return result.AccessToken != ""
	case *LoginResult:
		tokens, isThere := result.Tokens()
		return !isThere || tokens.AccessToken != ""
	}
	return true
}

// read calls an operation and parses its answer into an envelope. An answer that is not the API's is an *Error, never a
// result.
func (c *Client) read(ctx context.Context, r request, options []CallOption, into any) error {
	p, err := c.prepare(r, options)
	if err != nil {
		return err
	}
	answered, err := c.do(ctx, p)
	if err != nil {
		return err
	}
	if why := unpack(answered.text, into); why != "" {
		return unexpected(r.name, answered.status, answered.header, why)
	}
	return nil
}

// unpack parses an answer. It returns the reason why that failed, or an empty text.
func unpack(text []byte, into any) string {
	var head struct {
		Success bool
		Data    json.RawMessage
	}
	if err := decode(text, &head); err != nil {
		return "it cannot be read: " + err.Error()
	}
	_, isBare := into.(*struct{})
	if !head.Success || !isBare && (len(head.Data) == 0 || string(head.Data) == "null") {
		return "it has no result"
	}
	if err := decode(text, into); err != nil {
		return "it cannot be read: " + err.Error()
	}
	if tokens, isResult := into.(interface{ hasToken() bool }); isResult && !tokens.hasToken() {
		return "it has no token"
	}
	return ""
}

// fetch calls an operation that returns an object. Tokens in it become those of the session.
func fetch[T any](ctx context.Context, c *Client, r request, options []CallOption) (*T, error) {
	var in envelope[T]
	begun := c.session.present()
	if err := c.read(ctx, r, options, &in); err != nil {
		return nil, err
	}
	c.session.adopt(r.name, begun, &in.Data)
	return &in.Data, nil
}

// fetchList calls an operation that returns a whole list.
func fetchList[T any](ctx context.Context, c *Client, r request, options []CallOption) ([]T, error) {
	var in envelope[[]T]
	err := c.read(ctx, r, options, &in)
	return in.Data, err
}

// fetchPage calls an operation that returns a page of a list.
func fetchPage[T any](ctx context.Context, c *Client, r request, options []CallOption) (*Page[T], error) {
	page := new(Page[T])
	if err := c.read(ctx, r, options, page); err != nil {
		return nil, err
	}
	return page, nil
}

// fetchCursorPage calls an operation that returns a page of a list that is paged by cursor.
func fetchCursorPage[T any](ctx context.Context, c *Client, r request, options []CallOption) (*CursorPage[T], error) {
	page := new(CursorPage[T])
	if err := c.read(ctx, r, options, page); err != nil {
		return nil, err
	}
	return page, nil
}

// perform calls an operation without a result.
func perform(ctx context.Context, c *Client, r request, options []CallOption) error {
	var done struct{}
	begun := c.session.present()
	if err := c.read(ctx, r, options, &done); err != nil {
		return err
	}
	if r.endsSession() {
		c.session.forget(begun)
	}
	return nil
}

// endsSession reports whether the operation ends the session: its owner has logged out or left.
func (r request) endsSession() bool {
	logout, isLogout := r.body.(*LogoutRequest)
	if isLogout {
		return logout == nil || Value(logout.Scope) != LogoutRequestScopeOthers
	}
	return r.name == "deleteMe"
}

// download calls an operation that returns a file.
func download(ctx context.Context, c *Client, r request, options []CallOption) (io.ReadCloser, error) {
	p, err := c.prepare(r, options)
	if err != nil {
		return nil, err
	}
	p.isOpen = true
	p.header.Set("Accept", "*/*")
	answered, err := c.do(ctx, p)
	if err != nil {
		return nil, err
	}
	return answered.open, nil
}
