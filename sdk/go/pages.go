package bourse

import "iter"

// Page is a part of a list that is paged by number.
type Page[T any] struct {
	Items []T            `json:"data"`
	Meta  PaginationMeta `json:"meta"`
}

// CursorPage is a part of a list that is paged by cursor: Meta.Next is where it continues, and nil at the end. Items
// added to such a list while it is read do not shift it.
type CursorPage[T any] struct {
	Items []T        `json:"data"`
	Meta  CursorMeta `json:"meta"`
}

// exactTotal is the number of items up to which the total of a list is exact and current. A larger total may be some
// seconds old, or be no more than how far the list reaches.
const exactTotal = 1000

// isLast reports whether the page with this number is the last. When the total cannot be relied on, a page that is not
// full is the last; the server refuses pages beyond the reach of a list.
func (p *Page[T]) isLast(number int) bool {
	if p.Meta.Total > exactTotal {
		return len(p.Items) < p.Meta.Limit
	}
	return len(p.Items) == 0 || number >= p.Meta.TotalPages
}

// eachPage iterates over the pages of a list from the first one given.
func eachPage[T any](first int, get func(page int) (*Page[T], error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for number := max(first, 1); ; number++ {
			page, err := get(number)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			if page.isLast(number) {
				return
			}
		}
	}
}

// eachStretch iterates over a list that is paged by cursor, beginning after an item.
func eachStretch[T any](before string, get func(before string) (*CursorPage[T], error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for next := before; ; {
			page, err := get(next)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			if next = Value(page.Meta.Next); next == "" {
				return
			}
		}
	}
}
