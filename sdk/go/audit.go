package bourse

import (
	"context"
	"iter"
	"time"
)

// mostPaged is how many entries of the audit log its pages reach.
const mostPaged = 10_000

// AllAuditLog goes through all pages of ListAuditLog, from the one that params names on, and asks for the next when it is
// needed. Behind the entries that pages reach it goes on with Before. It ends after the first error.
func (c *Client) AllAuditLog(ctx context.Context, params ListAuditLogParams, options ...CallOption) iter.Seq2[AuditEntry, error] {
	if params.Limit == 0 {
		params.Limit = mostItems
	}
	return func(yield func(AuditEntry, error) bool) {
		next := params
		next.Page = max(params.Page, 1)
		var at time.Time          // of the last entry
		seen := map[string]bool{} // of that moment
		for {
			page, err := c.ListAuditLog(ctx, next, options...)
			if err != nil {
				yield(AuditEntry{}, err)
				return
			}
			for _, entry := range page.Items {
				if !entry.CreatedAt.Equal(at) {
					at = entry.CreatedAt
					clear(seen)
				}
				if seen[entry.ID] {
					continue
				}
				seen[entry.ID] = true
				if !yield(entry, nil) {
					return
				}
			}
			if page.isLast(next.Page) {
				return
			}
			next.Page++
			// In the millisecond of the last one there may be more, and what is told is rounded down to it.
			if end := at.Add(time.Millisecond); next.Page*next.Limit > mostPaged && !end.Equal(next.Before) {
				next.Page, next.Before = 1, end
			}
		}
	}
}
