package published_test

import (
	"errors"
	"slices"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
	"bourse/internal/webhook"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func TestOnlyWhatIsCommittedWasPublished(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		trouble, heard := errors.New("no luck"), make(chan string, 10)
		events := &published.Events{}
		events.TellTo(heard)
		publish := func(fails error, types ...string) error {
			return db.InTx(t.Context(), func(tx *database.Tx) error {
				for _, eventType := range types {
					if err := events.Publish(t.Context(), tx, webhook.Event{Type: eventType}); err != nil {
						return err
					}
				}
				return fails
			})
		}
		if err := errors.Join(publish(nil, "a.b.c", "d.e.f"), publish(nil, "a.b.c")); err != nil {
			t.Fatal(err)
		}
		if err := publish(trouble, "a.b.c"); !errors.Is(err, trouble) {
			t.Errorf("got %v", err)
		}
		events.Refuse(func(webhook.Event) error { return trouble })
		if err := publish(nil, "a.b.c"); !errors.Is(err, trouble) {
			t.Errorf("got %v", err)
		}
		if got := events.Types(); !slices.Equal(got, []string{"a.b.c", "d.e.f", "a.b.c"}) || events.Count("a.b.c") != 2 || len(heard) != 3 {
			t.Errorf("published %v, %d of them heard", got, len(heard))
		}
	})
}
