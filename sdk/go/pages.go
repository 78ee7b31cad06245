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
			if len(page.Items) == 0 || number >= page.Meta.TotalPages {
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
