package bourse

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
)

// decode reads JSON. Numbers whose type the contract leaves open stay exact, as json.Number.
func decode(text []byte, to any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(to)
}

// read calls an operation and reads its answer into an envelope.
func (c *Client) read(ctx context.Context, r request, options []CallOption, envelope any) error {
	p, err := c.prepare(r, options)
	if err != nil {
		return err
	}
	answered, err := c.do(ctx, p)
	if err != nil {
		return err
	}
	if err := decode(answered.text, envelope); err != nil {
		return fmt.Errorf("bourse: %s: the answer cannot be read: %w", r.name, err)
	}
	return nil
}

// fetch calls an operation that answers with an object. Tokens in it become those of the session.
func fetch[T any](ctx context.Context, c *Client, r request, options []CallOption) (*T, error) {
	var envelope struct{ Data T }
	begun := c.session.present()
	if err := c.read(ctx, r, options, &envelope); err != nil {
		return nil, err
	}
	c.session.adopt(r.name, begun, &envelope.Data)
	return &envelope.Data, nil
}

// fetchList calls an operation that answers with a whole list.
func fetchList[T any](ctx context.Context, c *Client, r request, options []CallOption) ([]T, error) {
	var envelope struct{ Data []T }
	err := c.read(ctx, r, options, &envelope)
	return envelope.Data, err
}

// fetchPage calls an operation that answers with a page of a list.
func fetchPage[T any](ctx context.Context, c *Client, r request, options []CallOption) (*Page[T], error) {
	page := new(Page[T])
	if err := c.read(ctx, r, options, page); err != nil {
		return nil, err
	}
	return page, nil
}

// fetchCursorPage calls an operation that answers with a page of a list that goes by cursor.
func fetchCursorPage[T any](ctx context.Context, c *Client, r request, options []CallOption) (*CursorPage[T], error) {
	page := new(CursorPage[T])
	if err := c.read(ctx, r, options, page); err != nil {
		return nil, err
	}
	return page, nil
}

// perform calls an operation that answers with nothing but that it is done.
func perform(ctx context.Context, c *Client, r request, options []CallOption) error {
	var envelope struct{}
	begun := c.session.present()
	if err := c.read(ctx, r, options, &envelope); err != nil {
		return err
	}
	if r.endsSession() {
		c.session.forget(begun)
	}
	return nil
}

// endsSession tells whether there is no session any more when the operation is done: its owner has logged out or left.
func (r request) endsSession() bool {
	logout, isLogout := r.body.(*LogoutRequest)
	if isLogout {
		return logout == nil || Value(logout.Scope) != LogoutRequestScopeOthers
	}
	return r.name == "deleteMe"
}

// download calls an operation that answers with a file.
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
