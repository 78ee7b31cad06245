package webhook

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/signing"
	"bourse/internal/webhook/wire"
)

// RotateSecret gives the endpoint a new signing secret and returns it in clear, only this once. The old one signs too
// for a day, even across further rotations. It fails with RATE_LIMITED after too many rotations in a day.
func (s *Service) RotateSecret(ctx context.Context, actor Actor, id uuid.UUID) (*Endpoint, error) {
	return s.changeEndpoint(ctx, actor, id, "webhook.endpoint.secret_rotated", func(e *Endpoint) error {
		now := s.now()
		former := e.formerSecrets.signing(now)
		if len(former) >= mostFormerSecrets {
			return fault.New(fault.RateLimited, "%d secrets of the last day still sign beside this one: wait for the oldest, or set signingSecret, which ends them all",
				len(former)).After(former[len(former)-1].Until.Sub(now))
		}
		e.unread.signingSecret, e.unread.previousSecret = nil, nil
		if e.SigningSecret != "" {
			former = append(formerSecrets{{e.SigningSecret, now.Add(secretOverlap)}}, former...)
		}
		e.formerSecrets = former
		e.SigningSecret = signing.NewSecret()
		return nil
	})
}

// VerifyEndpoint sends a challenge to the endpoint and marks it verified when the receiver echoes it, as the whole body
// or as the field challenge of a JSON object, within ten seconds. It fails with CONFLICT when the receiver does not,
// and with RATE_LIMITED beyond two verifications of a tenant at a time.
func (s *Service) VerifyEndpoint(ctx context.Context, actor Actor, id uuid.UUID) (*Endpoint, error) {
	endpoint, err := s.Endpoint(ctx, actor, id)
	if err != nil {
		return nil, err
	}
	if endpoint.Broken != "" {
		return nil, errBroken(endpoint)
	}
	challenge := base64.RawURLEncoding.EncodeToString(randomBytes(24))
	if err := s.challenge(ctx, endpoint, challenge); err != nil {
		return nil, err
	}
	return s.changeEndpoint(ctx, actor, id, "webhook.endpoint.verified", func(e *Endpoint) error {
		if e.URL != endpoint.URL {
			return fault.New(fault.Conflict, "the URL was changed meanwhile")
		}
		e.IsVerified, e.VerifiedAt = true, s.now()
		return nil
	})
}

// challenge sends the request and checks the echo.
func (s *Service) challenge(ctx context.Context, endpoint *Endpoint, challenge string) error {
	leave, err := s.challenges.enter(ctx, endpoint.TenantID)
	if err != nil {
		return err
	}
	defer leave()
	prepared := prepare(endpoint, s.policy, s.parser)
	prepared.sending.Timeout = min(prepared.sending.Timeout, challengeTime)
	data, err := marshalData(struct {
		Challenge string `json:"challenge"`
	}{challenge})
	if err != nil {
		return err
	}
	event := newEvent(endpoint.TenantID, "webhook.verification", data, s.now())
	result := s.dispatcher.Try(ctx, prepared.sending, newDelivery(&event, prepared))
	switch {
	case result.Class != wire.Answered:
		return fault.New(fault.Conflict, "the endpoint could not be reached: %s", result.Detail)
	case result.Status < 200 || result.Status > 299:
		return fault.New(fault.Conflict, "the endpoint answered %d %s", result.Status, http.StatusText(result.Status))
	}
	var echo struct {
		Challenge string `json:"challenge"`
	}
	if err := json.Unmarshal(result.Body, &echo); err != nil || echo.Challenge == "" {
		echo.Challenge = strings.TrimSpace(string(result.Body))
	}
	if echo.Challenge != challenge {
		return fault.New(fault.Conflict, "the endpoint did not echo the challenge")
	}
	return nil
}

// SendTest sends a test event to one endpoint, whatever it has subscribed to, and returns the delivery. It fails with
// CONFLICT when the endpoint is inactive or broken.
func (s *Service) SendTest(ctx context.Context, actor Actor, id uuid.UUID) (Delivery, error) {
	endpoint, err := s.Endpoint(ctx, actor, id)
	if err != nil {
		return Delivery{}, err
	}
	if err := mustBeUsable(endpoint); err != nil {
		return Delivery{}, err
	}
	data, err := marshalData(testEvent{id, "This is a test."})
	if err != nil {
		return Delivery{}, err
	}
	event := newEvent(actor.TenantID, testType, data, s.now())
	test := newDelivery(&event, &preparedEndpoint{Endpoint: endpoint})
	test.ID = database.NewID()
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := insertEvents(ctx, tx, []storedEvent{event}); err != nil {
			return err
		}
		if err := insertDeliveries(ctx, tx, []delivery.Delivery{test}); err != nil {
			return err
		}
		s.dispatcher.Dispatch(tx, []delivery.Delivery{test})
		return s.audit(ctx, tx, actor, endpoint, act{action: "webhook.endpoint.tested", details: audit.Fields{"deliveryId": test.ID.String()}})
	})
	return Delivery{
		ID: test.ID, EventID: event.id, EventType: testType, EndpointID: id, Status: string(test.Status),
		CreatedAt: test.CreatedAt, NextAttemptAt: test.CreatedAt,
	}, err
}

// randomBytes returns unguessable bytes. crypto/rand never fails: it ends the process instead.
func randomBytes(length int) []byte {
	bytes := make([]byte, length)
	rand.Read(bytes)
	return bytes
}
