package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook"
)

// Publisher tells other systems what happened, inside the transaction that makes it true.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
}

// The events of this package.
const (
	userRegistered    = "identity.user.registered"
	userRoleChanged   = "identity.user.role_changed"
	userSuspended     = "identity.user.suspended"
	userReinstated    = "identity.user.reinstated"
	sessionRevoked    = "identity.session.revoked"
	emailVerified     = "identity.email.verified"
	phoneVerified     = "identity.phone.verified"
	passwordChanged   = "identity.password.changed"
	twoFactorEnabled  = "identity.two_factor.enabled"
	twoFactorDisabled = "identity.two_factor.disabled"
)

// userEvent is the data of events about a user.
type userEvent struct {
	UserID uuid.UUID `json:"userId"`
	Email  string    `json:"email"`
	Role   Role      `json:"role"`
}

// roleEvent is the data of identity.user.role_changed.
type roleEvent struct {
	UserID       uuid.UUID `json:"userId"`
	Email        string    `json:"email"`
	Role         Role      `json:"role"`
	PreviousRole Role      `json:"previousRole"`
}

// phoneEvent is the data of identity.phone.verified.
type phoneEvent struct {
	UserID      uuid.UUID `json:"userId"`
	PhoneNumber string    `json:"phoneNumber"`
	VerifiedAt  time.Time `json:"verifiedAt"`
}

// sessionEvent is the data of identity.session.revoked.
type sessionEvent struct {
	UserID     uuid.UUID `json:"userId"`
	SessionIDs []string  `json:"sessionIds"`
	Reason     string    `json:"reason"`
}

// Events describes what this package publishes.
func Events() []webhook.EventType {
	id := uuid.MustParse("019bc0f2-6a80-7000-8000-000000000010")
	user := userEvent{id, "trader@example.com", RoleTrader}
	return []webhook.EventType{
		webhook.NewEventType(userRegistered, "Somebody registered.", userEvent{id, "trader@example.com", RoleUser}),
		webhook.NewEventType(userRoleChanged, "An administrator changed a user's role.",
			roleEvent{id, "trader@example.com", RoleTrader, RoleUser}),
		webhook.NewEventType(userSuspended, "An administrator locked a user out.", user),
		webhook.NewEventType(userReinstated, "An administrator let a user in again.", user),
		webhook.NewEventType(sessionRevoked, "Sessions of a user were ended before their time.",
			sessionEvent{id, []string{"019bc0f2-6a80-7000-8000-000000000011"}, "logout"}),
		webhook.NewEventType(emailVerified, "A user has shown to own the email.", user),
		webhook.NewEventType(phoneVerified, "A user has shown to own a phone number.",
			phoneEvent{id, "+14155552671", time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)}),
		webhook.NewEventType(passwordChanged, "A user's password was changed or reset.", user),
		webhook.NewEventType(twoFactorEnabled, "A user turned the second factor on.", user),
		webhook.NewEventType(twoFactorDisabled, "A user turned the second factor off.", user),
	}
}

// publishUser tells of something that happened to a user.
func (s *Service) publishUser(ctx context.Context, tx *database.Tx, eventType string, user *User) error {
	return s.publish(ctx, tx, user.TenantID, eventType, userEvent{user.ID, user.Email, user.Role})
}

func (s *Service) publish(ctx context.Context, tx *database.Tx, tenant uuid.UUID, eventType string, data any) error {
	return s.events.Publish(ctx, tx, webhook.Event{TenantID: tenant, Type: eventType, Data: data})
}

// nobody listens: for commands that work beside a server, and tests.
type nobody struct{}

func (nobody) Publish(context.Context, *database.Tx, ...webhook.Event) error { return nil }
