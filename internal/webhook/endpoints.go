package webhook

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/webhook/signing"
)

// CreateEndpoint adds an endpoint. It is for admins. It fails with VALIDATION_ERROR, naming the field, for a bad value,
// with URL_NOT_ALLOWED when the URL must not be called, and with CONFLICT when the tenant already has the URL or the
// maximum number of endpoints. Without a signing secret it generates one; an empty one means none.
func (s *Service) CreateEndpoint(ctx context.Context, actor Actor, settings EndpointChange) (*Endpoint, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, err
	}
	if err := settings.checkSize(); err != nil {
		return nil, err
	}
	endpoint := newEndpoint(actor.TenantID, s.now())
	endpoint.CreatedBy = actor.UserID
	if settings.SigningSecret == nil {
		endpoint.SigningSecret = signing.NewSecret()
	}
	if err := settings.apply(endpoint, s.parser); err != nil {
		return nil, err
	}
	if err := s.checkSubscription(endpoint.SubscribedEvents); err != nil {
		return nil, err
	}
	if err := endpoint.validate(s.policy, s.parser); err != nil {
		return nil, err
	}
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := s.store.requireRoom(ctx, tx, actor.TenantID, s.maxEndpoints); err != nil {
			return err
		}
		tx.NotifyAtCommit(endpointsTopic, endpoint.TenantID.String())
		if err := s.store.insert(ctx, tx, endpoint); err != nil {
			return err
		}
		if err := s.tellReceiver(ctx, tx, actor, endpoint); err != nil {
			return err
		}
		return s.audit(ctx, tx, actor, endpoint, act{action: "webhook.endpoint.created", after: endpoint.auditFields()})
	})
	return endpoint, err
}

// UpdateEndpoint changes an endpoint. It fails like CreateEndpoint, and with NOT_FOUND. A new URL has to be verified
// again. Switching an endpoint off skips its pending deliveries, even if it is broken; switching it on gives it a fresh
// start.
func (s *Service) UpdateEndpoint(ctx context.Context, actor Actor, id uuid.UUID, change EndpointChange) (*Endpoint, error) {
	if change.onlySwitchesOff() {
		return s.switchOff(ctx, actor, id)
	}
	if err := change.checkSize(); err != nil {
		return nil, err
	}
	return s.changeEndpoint(ctx, actor, id, "webhook.endpoint.changed", func(e *Endpoint) error {
		before := *e
		if err := change.keepsSecretsHome(e); err != nil {
			return err
		}
		if err := change.apply(e, s.parser); err != nil {
			return err
		}
		if change.SubscribedEvents != nil {
			if err := s.checkSubscription(e.SubscribedEvents); err != nil {
				return err
			}
		}
		if e.URL != before.URL {
			e.IsVerified, e.VerifiedAt = false, time.Time{}
		}
		if e.IsActive && !before.IsActive {
			e.failingSince = time.Time{}
		}
		return e.validate(s.policy, s.parser)
	})
}

// changeEndpoint locks a tenant's endpoint, changes it and applies the consequences. It fails with CONFLICT when the
// row cannot be read at all.
func (s *Service) changeEndpoint(ctx context.Context, actor Actor, id uuid.UUID, action string, change func(*Endpoint) error) (*Endpoint, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, err
	}
	var result *Endpoint
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		endpoint, err := s.store.find(ctx, tx, actor.TenantID, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		if endpoint.unread.wholeRow {
			return errBroken(endpoint)
		}
		before := *endpoint
		if err := change(endpoint); err != nil {
			return err
		}
		endpoint.UpdatedAt = s.now()
		if err := s.store.update(ctx, tx, endpoint); err != nil {
			return err
		}
		if err := s.audit(ctx, tx, actor, endpoint, changed(action, &before, endpoint)); err != nil {
			return err
		}
		if endpoint.URL != before.URL {
			if err := s.tellReceiver(ctx, tx, actor, endpoint); err != nil {
				return err
			}
		}
		result = endpoint
		tx.NotifyAtCommit(endpointsTopic, endpoint.TenantID.String())
		if endpoint.IsActive {
			return nil
		}
		return s.settle(ctx, tx, endpoint.ID, endpoint.TenantID)
	})
	if err != nil {
		return nil, err
	}
	result.Broken = ""
	prepare(result, s.policy, s.parser)
	return result, nil
}

// switchOff makes an endpoint inactive, whatever else is wrong with it.
func (s *Service) switchOff(ctx context.Context, actor Actor, id uuid.UUID) (*Endpoint, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, err
	}
	var result *Endpoint
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		endpoint, err := s.store.find(ctx, tx, actor.TenantID, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		before := *endpoint
		endpoint.IsActive, endpoint.UpdatedAt, result = false, s.now(), endpoint
		if err := s.store.switchOff(ctx, tx, id, endpoint.UpdatedAt); err != nil {
			return err
		}
		if err := s.audit(ctx, tx, actor, endpoint, changed("webhook.endpoint.changed", &before, endpoint)); err != nil {
			return err
		}
		return s.settle(ctx, tx, id, actor.TenantID)
	})
	if err != nil {
		return nil, err
	}
	prepare(result, s.policy, s.parser)
	return result, nil
}

// DeleteEndpoint removes an endpoint at once and its deliveries in the background. It fails with NOT_FOUND for another
// tenant's.
func (s *Service) DeleteEndpoint(ctx context.Context, actor Actor, id uuid.UUID) error {
	if err := actor.requireAdmin(); err != nil {
		return err
	}
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		endpoint, err := s.store.find(ctx, tx, actor.TenantID, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		if err := s.store.remove(ctx, tx, id); err != nil {
			return err
		}
		tx.NotifyAtCommit(endpointsTopic, actor.TenantID.String())
		err = insertJob(ctx, tx, job{
			id: database.NewID(), endpointID: id, tenantID: actor.TenantID, kind: removeJob, state: jobRunning, createdAt: s.now(),
		})
		if err != nil {
			return err
		}
		return s.audit(ctx, tx, actor, endpoint, act{action: "webhook.endpoint.deleted", before: endpoint.auditFields()})
	})
}

// Endpoint returns an endpoint of the tenant. It fails with NOT_FOUND for another tenant's.
func (s *Service) Endpoint(ctx context.Context, actor Actor, id uuid.UUID) (*Endpoint, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, err
	}
	endpoint, err := s.store.find(ctx, s.db, actor.TenantID, id, "")
	if err != nil {
		return nil, err
	}
	prepare(endpoint, s.policy, s.parser)
	return endpoint, nil
}

// Endpoints returns a page of the tenant's endpoints, newest first, and their total.
func (s *Service) Endpoints(ctx context.Context, actor Actor, active *bool, page database.Page) ([]*Endpoint, int, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, 0, err
	}
	endpoints, total, err := s.store.list(ctx, s.db, actor.TenantID, active, page)
	for _, endpoint := range endpoints {
		prepare(endpoint, s.policy, s.parser)
	}
	return endpoints, total, err
}

// MaskedAuthConfig returns the endpoint's authConfig as it may be shown; nothing when it cannot be read.
func (s *Service) MaskedAuthConfig(e *Endpoint) json.RawMessage {
	method, err := s.parser.Parse(e.AuthType, e.AuthConfig)
	if err != nil || e.unread.authConfig != nil {
		return json.RawMessage(`{}`)
	}
	return method.Masked()
}

// MaskedHeaders returns the endpoint's customHeaders as they may be shown.
func (e *Endpoint) MaskedHeaders() map[string]string {
	shown := make(map[string]string, len(e.CustomHeaders))
	for name, value := range e.CustomHeaders {
		shown[name] = Masked(value)
	}
	return shown
}

// errTooMany is the CONFLICT when a tenant already has the maximum number of endpoints.
func errTooMany(most int) error {
	return fault.New(fault.Conflict, "a tenant has at most %d endpoints; remove one first", most)
}
