package webhook_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
)

// Events of one type may be far apart, and nobody waits until all others have been scanned.
func TestEventsOfATypeAreFoundAStretchAtATime(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, nil)
		var all []webhook.Published // newest first
		publish := func(own []webhook.OwnEvent) {
			t.Helper()
			published, err := h.PublishOwnBatch(t.Context(), h.Actor, own)
			if err != nil {
				t.Fatal(err)
			}
			slices.Reverse(published)
			all = append(published, all...)
		}
		rare := []webhook.OwnEvent{{Type: "custom.rare", Data: json.RawMessage(`{}`)}, {Type: "custom.rare", Data: json.RawMessage(`{}`)}}
		publish(rare)
		for range 3 {
			publish(numbered(webhook.MostPublished))
		}
		publish(rare)
		for _, c := range []struct {
			only         string
			limit, pages int
		}{{"custom.rare", 10, 2}, {"custom.rare", 1, 6}, {"custom.unheard", 10, 2}, {"custom.batch.made", 1000, 4}, {"", 1000, 4}} {
			want := slices.DeleteFunc(slices.Clone(all), func(e webhook.Published) bool { return c.only != "" && e.Type != c.only })
			var found []webhook.Published
			pages := 0
			for cursor := (database.Cursor{Limit: c.limit}); pages == 0 || cursor.Before != uuid.Nil; pages++ {
				page, err := h.Events(t.Context(), h.Actor, c.only, cursor)
				if err != nil {
					t.Fatal(err)
				}
				found, cursor.Before = append(found, page.Items...), page.Next
			}
			same := func(a, b webhook.Published) bool { return a.ID == b.ID }
			if !slices.EqualFunc(found, want, same) || pages != c.pages {
				t.Errorf("%q by %d: %d events on %d pages, want %d on %d", c.only, c.limit, len(found), pages, len(want), c.pages)
			}
		}
	})
}
