package bourse

import "iter"

// Page is a part of a list that is paged by number.
type Page[T any] struct {
	Items []T            `json:"data"`
	Meta  PaginationMeta `json:"meta"`
}

// CursorPage is a part of a list that goes on behind its last item: Meta.Next is where, and nil at the end. What is added to
// such a list while it is read moves nothing.
type CursorPage[T any] struct {
	Items []T        `json:"data"`
	Meta  CursorMeta `json:"meta"`
}

// exactTotal is up to how many items a list is counted as of now. A larger total may be some seconds old, or no more than
// how far a list reaches.
const exactTotal = 1000

// isLast tells whether there is nothing behind the page of that number. Where the total does not tell, a page that is not
// full does; the server says so of a list that reaches no further.
func (p *Page[T]) isLast(number int) bool {
	if p.Meta.Total > exactTotal {
		return len(p.Items) < p.Meta.Limit
	}
	return len(p.Items) == 0 || number >= p.Meta.TotalPages
}

// eachPage goes through the pages of a list from one on.
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

// eachStretch goes through a list that goes by cursor, from behind an item on.
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
