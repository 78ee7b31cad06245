package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook"
)

// Publisher publishes events to other systems, inside the transaction that causes them.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
}

// The events of this package.
const (
	userRegistered    = "identity.user.registered"
	userRoleChanged   = "identity.user.role_changed"
	userSuspended     = "identity.user.suspended"
	userReinstated    = "identity.user.reinstated"
	userUpdated       = "identity.user.updated"
	sessionRevoked    = "identity.session.revoked"
	loginNewDevice    = "identity.login.new_device"
	emailVerified     = "identity.email.verified"
	emailChanged      = "identity.email.changed"
	phoneVerified     = "identity.phone.verified"
	passwordChanged   = "identity.password.changed"
	twoFactorEnabled  = "identity.two_factor.enabled"
	twoFactorDisabled = "identity.two_factor.disabled"
	passkeyAdded      = "identity.passkey.added"
	passkeyRemoved    = "identity.passkey.removed"
	passkeyDisabled   = "identity.passkey.disabled"
	userErased        = "identity.user.erased"
)

// userResource is a user as the API returns it.
type userResource struct {
	ID               uuid.UUID         `json:"id"`
	Email            string            `json:"email"`
	Role             Role              `json:"role"`
	EmailVerified    bool              `json:"emailVerified"`
	TwoFactorEnabled bool              `json:"twoFactorEnabled"`
	CreatedAt        webhook.Timestamp `json:"createdAt"`
}

// userEvent is the data of events about a user: the user, and the id again under its long name.
type userEvent struct {
	userResource
	UserID uuid.UUID `json:"userId"`
}

func newUserEvent(u *User) userEvent {
	return userEvent{userResource{
		ID: u.ID, Email: u.Email, Role: u.Role, EmailVerified: u.EmailVerified(), TwoFactorEnabled: u.TwoFactorEnabled(),
		CreatedAt: webhook.At(u.CreatedAt),
	}, u.ID}
}

// roleEvent is the data of identity.user.role_changed.
type roleEvent struct {
	userEvent
	PreviousRole Role `json:"previousRole"`
}

// profileEvent is the data of identity.user.updated.
type profileEvent struct {
	userEvent
	DisplayName string `json:"displayName,omitempty"`
	Locale      string `json:"locale,omitempty"`
	TimeZone    string `json:"timeZone,omitempty"`
}

func newProfileEvent(u *User) profileEvent {
	return profileEvent{newUserEvent(u), u.Profile.DisplayName, u.Profile.Locale, u.Profile.TimeZone}
}

// deviceEvent is the data of identity.login.new_device.
type deviceEvent struct {
	userEvent
	IPAddress string            `json:"ipAddress"`
	UserAgent string            `json:"userAgent"`
	Device    string            `json:"device"`
	At        webhook.Timestamp `json:"at"`
}

// emailEvent is the data of identity.email.changed.
type emailEvent struct {
	userEvent
	PreviousEmail string `json:"previousEmail"`
}

// phoneEvent is the data of identity.phone.verified.
type phoneEvent struct {
	userEvent
	PhoneNumber string            `json:"phoneNumber"`
	VerifiedAt  webhook.Timestamp `json:"verifiedAt"`
}

// erasedEvent is the data of identity.user.erased: nothing but the id remains.
type erasedEvent struct {
	UserID uuid.UUID `json:"userId"`
}

// sessionResource is a session as the API returns it.
type sessionResource struct {
	ID             uuid.UUID         `json:"id"`
	UserID         uuid.UUID         `json:"userId"`
	IPAddress      string            `json:"ipAddress"`
	UserAgent      string            `json:"userAgent"`
	LastActivityAt webhook.Timestamp `json:"lastActivityAt"`
	ExpiresAt      webhook.Timestamp `json:"expiresAt"`
	IsCurrent      bool              `json:"isCurrent"` // always false: it has ended
}

// sessionEvent is the data of identity.session.revoked.
type sessionEvent struct {
	UserID     uuid.UUID         `json:"userId"`
	SessionIDs []uuid.UUID       `json:"sessionIds"`
	Reason     string            `json:"reason"`
	Sessions   []sessionResource `json:"sessions"`
}

func newSessionEvent(user uuid.UUID, ended []sessionResource, reason string) sessionEvent {
	event := sessionEvent{UserID: user, SessionIDs: make([]uuid.UUID, len(ended)), Reason: reason, Sessions: ended}
	for i, session := range ended {
		event.SessionIDs[i] = session.ID
	}
	return event
}

// passkeyEvent is the data of events about a passkey: the passkey as the API returns it, and its owner.
type passkeyEvent struct {
	ID         uuid.UUID         `json:"id"`
	UserID     uuid.UUID         `json:"userId"`
	Name       string            `json:"name"`
	Transports []string          `json:"transports"`
	AAGUID     uuid.UUID         `json:"aaguid,omitzero"`
	BackedUp   bool              `json:"backedUp"`
	CreatedAt  webhook.Timestamp `json:"createdAt"`
	LastUsedAt webhook.Timestamp `json:"lastUsedAt,omitzero"`
	DisabledAt webhook.Timestamp `json:"disabledAt,omitzero"`
}

func newPasskeyEvent(p *Passkey) passkeyEvent {
	return passkeyEvent{
		ID: p.ID, UserID: p.userID, Name: p.Name, Transports: p.Transports, AAGUID: p.AAGUID, BackedUp: p.BackedUp,
		CreatedAt: webhook.At(p.CreatedAt), LastUsedAt: webhook.At(p.LastUsedAt), DisabledAt: webhook.At(p.DisabledAt),
	}
}

// Events describes the events that this package publishes.
func Events() []webhook.EventType {
	id := uuid.MustParse("019bc0f2-6a80-7000-8000-000000000010")
	at := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	trader := &User{ID: id, Email: "trader@example.com", Role: RoleTrader, EmailVerifiedAt: at, CreatedAt: at}
	fresh := *trader
	fresh.Role, fresh.EmailVerifiedAt = RoleUser, time.Time{}
	user := newUserEvent(trader)
	session := sessionResource{
		ID: uuid.MustParse("019bc0f2-6a80-7000-8000-000000000011"), UserID: id, IPAddress: "203.0.113.7", UserAgent: "Mozilla/5.0",
		LastActivityAt: webhook.At(at), ExpiresAt: webhook.At(at.AddDate(0, 0, 30)),
	}
	passkey := &Passkey{
		ID: uuid.MustParse("019bc0f2-6a80-7000-8000-000000000012"), userID: id, Name: "My phone",
		Transports: []string{"internal", "hybrid"}, AAGUID: uuid.MustParse("ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"), BackedUp: true, CreatedAt: at,
	}
	copied := *passkey
	copied.LastUsedAt, copied.DisabledAt = at.AddDate(0, 0, 29), at.AddDate(0, 0, 30)
	return []webhook.EventType{
		webhook.NewEventType(userRegistered, "Somebody registered.", newUserEvent(&fresh)),
		webhook.NewEventType(userRoleChanged, "An administrator changed a user's role.",
			roleEvent{user, RoleUser}),
		webhook.NewEventType(userSuspended, "An administrator locked a user out.", user),
		webhook.NewEventType(userReinstated, "An administrator let a user in again.", user),
		webhook.NewEventType(userUpdated, "A user changed the display name, the locale or the time zone.",
			profileEvent{user, "Ada Lovelace", "en-GB", "Europe/London"}),
		webhook.NewEventType(loginNewDevice, "A user logged in with a device that was not seen before.",
			deviceEvent{user, "203.0.113.7", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux", webhook.At(at)}),
		webhook.NewEventType(sessionRevoked, "Sessions of a user were ended before their time.",
			newSessionEvent(id, []sessionResource{session}, "logout")),
		webhook.NewEventType(emailVerified, "A user has shown to own the email.", user),
		webhook.NewEventType(emailChanged, "A user's email was changed, which both addresses have confirmed.",
			emailEvent{user, "before@example.com"}),
		webhook.NewEventType(phoneVerified, "A user has shown to own a phone number.",
			phoneEvent{user, "+14155552671", webhook.At(at)}),
		webhook.NewEventType(passwordChanged, "A user's password was changed or reset.", user),
		webhook.NewEventType(twoFactorEnabled, "A user turned the second factor on.", user),
		webhook.NewEventType(twoFactorDisabled, "A user turned the second factor off.", user),
		webhook.NewEventType(passkeyAdded, "A user added a passkey.", newPasskeyEvent(passkey)),
		webhook.NewEventType(passkeyRemoved, "A user removed a passkey.", newPasskeyEvent(passkey)),
		webhook.NewEventType(passkeyDisabled, "A copy of a passkey was used, and it is refused from now on.", newPasskeyEvent(&copied)),
		webhook.NewEventType(userErased, "A user has left for good; forget them too.", erasedEvent{id}),
	}
}

func newPhoneEvent(u *User, phone string) phoneEvent {
	return phoneEvent{newUserEvent(u), phone, webhook.At(u.PhoneVerifiedAt)}
}

// publishUser publishes an event about a user.
func (s *Service) publishUser(ctx context.Context, tx *database.Tx, eventType string, user *User) error {
	return s.publish(ctx, tx, user.TenantID, eventType, newUserEvent(user))
}

func (s *Service) publish(ctx context.Context, tx *database.Tx, tenant uuid.UUID, eventType string, data any) error {
	return s.events.Publish(ctx, tx, webhook.Event{TenantID: tenant, Type: eventType, Data: data})
}

// nobody is a Publisher without receivers, for tests and for commands that run beside a server.
type nobody struct{}

func (nobody) Publish(context.Context, *database.Tx, ...webhook.Event) error { return nil }
