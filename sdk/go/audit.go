package bourse

import (
	"context"
	"iter"
	"time"
)

// mostPaged is how many entries of the audit log can be reached by page number.
const mostPaged = 10_000

// AllAuditLog iterates over all pages of ListAuditLog, beginning with the one in params, and requests each when it is
// needed. Beyond the entries that page numbers reach, it continues with Before. It stops after the first error.
func (c *Client) AllAuditLog(ctx context.Context, params ListAuditLogParams, options ...CallOption) iter.Seq2[AuditEntry, error] {
	if params.Limit == 0 {
		params.Limit = mostItems
	}
	return func(yield func(AuditEntry, error) bool) {
		next := params
		next.Page = max(params.Page, 1)
		var at time.Time          // of the last entry
		seen := map[string]bool{} // ids at that time
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
			// The millisecond of the last entry may contain more, and times in answers are rounded down to it.
			if end := at.Add(time.Millisecond); next.Page*next.Limit > mostPaged && !end.Equal(next.Before) {
				next.Page, next.Before = 1, end
			}
		}
	}
}
