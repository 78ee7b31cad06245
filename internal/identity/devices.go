package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/webhook"
)

const (
	// devicesKept is how long a device is remembered that nobody logs in with.
	devicesKept = 180 * 24 * time.Hour
	// deviceMailsPerDay bounds how many mails about new devices a user gets: who is on the road has enough of them.
	deviceMailsPerDay = 3
	deviceWindow      = 24 * time.Hour
	deviceTimeForm    = "2 January 2006, 15:04 MST"
)

// knownDevice is what a user has logged in with: a keyed hash of the kind of browser, its system and the network.
type knownDevice struct {
	id          uuid.UUID
	tenantID    uuid.UUID
	userID      uuid.UUID
	fingerprint []byte
	firstSeenAt time.Time
	lastSeenAt  time.Time
}

// fingerprints are those of a device by the present key of the ring, and by older ones.
func (s *Service) fingerprints(user *User, from Origin) [][]byte {
	device := deviceOf(from.UserAgent)
	input := user.ID.String() + "\n" + device.Family + "\n" + device.System + "\n" + textNetwork(from.IPAddress)
	return s.ring.MACs("known-device", []byte(input))
}

// meetDevice remembers what a user, whose row the transaction holds, logs in with. The user is told by mail of a
// device that was not seen before, unless it is the first of the account.
func (s *Service) meetDevice(ctx context.Context, tx *database.Tx, user *User, from Origin) error {
	prints, now := s.fingerprints(user, from), s.now()
	isKnown, err := touchDevice(ctx, tx, user.ID, prints, now)
	if err != nil || isKnown {
		return err
	}
	hasOthers, err := hasDevices(ctx, tx, user.ID)
	if err != nil {
		return err
	}
	device := &knownDevice{database.NewID(), user.TenantID, user.ID, prints[0], now, now}
	if err := knownDeviceTable.Insert(ctx, tx, device); err != nil || !hasOthers {
		return err
	}
	return s.tellNewDevice(ctx, tx, user, from)
}

func (s *Service) tellNewDevice(ctx context.Context, tx *database.Tx, user *User, from Origin) error {
	now, device := s.now(), deviceOf(from.UserAgent).String()
	err := s.publish(ctx, tx, user.TenantID, loginNewDevice,
		deviceEvent{newUserEvent(user), from.IPAddress, from.UserAgent, device, webhook.At(now)})
	if err != nil {
		return err
	}
	mails, _, err := s.countAttempt(ctx, tx, "new-device-mail:"+user.ID.String(), deviceWindow)
	if err != nil || mails > deviceMailsPerDay {
		return err
	}
	return s.tellSecurityChangeWith(ctx, tx, user, "new_device", brand.Values{
		"device": device, "ipAddress": from.IPAddress, "when": now.In(user.Profile.location()).Format(deviceTimeForm),
	})
}
