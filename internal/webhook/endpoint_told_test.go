package webhook_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
)

func TestWhoSetsAReceiverIsToldOfItOrItIsNotSet(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, nil)
		var told []string
		var failure error
		h.EndpointsTell(func(_ context.Context, _ *database.Tx, user uuid.UUID, receiver string) error {
			if user != h.Actor.UserID {
				t.Errorf("%s was told, want %s", user, h.Actor.UserID)
			}
			told = append(told, receiver)
			return failure
		})
		endpoint := h.AddEndpoint(t, "https://hooks.example.com/a-secret-path", nil)
		h.Update(t, endpoint.ID, webhook.EndpointChange{Name: new("Another name")}) // which sends nothing elsewhere
		h.Update(t, endpoint.ID, webhook.EndpointChange{URL: new("https://elsewhere.example.com/hook")})
		if want := []string{"https://hooks.example.com", "https://elsewhere.example.com"}; !slices.Equal(told, want) {
			t.Errorf("told were %v, want %v", told, want)
		}

		failure = errors.New("no mail can be written")
		_, err := h.UpdateEndpoint(t.Context(), h.Actor, endpoint.ID, webhook.EndpointChange{URL: new("https://third.example.com")})
		if !errors.Is(err, failure) || h.Reload(t, endpoint.ID).URL != "https://elsewhere.example.com/hook" {
			t.Errorf("a change that nobody was told of ended with %v", err)
		}
		_, err = h.CreateEndpoint(t.Context(), h.Actor, webhook.EndpointChange{
			Name: new("x"), URL: new("https://third.example.com"), SubscribedEvents: &[]string{"*"},
		})
		if !errors.Is(err, failure) {
			t.Errorf("an endpoint that nobody was told of ended with %v", err)
		}
		nobody := h.Actor
		nobody.UserID = uuid.Nil
		_, err = h.UpdateEndpoint(t.Context(), nobody, endpoint.ID, webhook.EndpointChange{URL: new("https://third.example.com")})
		if err != nil {
			t.Error(err)
		}
	})
}
