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
	// devicesKept is how long a device is remembered after its last log-in.
	devicesKept = 180 * 24 * time.Hour
	// deviceMailsPerDay limits how many mails about new devices a user gets, which can be many for someone who travels.
	deviceMailsPerDay = 3
	deviceWindow      = 24 * time.Hour
	deviceTimeForm    = "2 January 2006, 15:04 MST"
)

// knownDevice is a device that a user has logged in with: a keyed hash of the kind of browser, its system and the
// network.
type knownDevice struct {
	id          uuid.UUID
	tenantID    uuid.UUID
	userID      uuid.UUID
	fingerprint []byte
	firstSeenAt time.Time
	lastSeenAt  time.Time
}

// fingerprints returns a device's fingerprints under the current key of the ring and under older ones.
func (s *Service) fingerprints(user *User, from Origin) [][]byte {
	device := deviceOf(from.UserAgent)
	input := user.ID.String() + "\n" + device.Family + "\n" + device.System + "\n" + textNetwork(from.IPAddress)
	return s.ring.MACs("known-device", []byte(input))
}

// meetDevice remembers the device with which a user, whose row the transaction holds, logs in. It notifies the user by
// mail of a device not seen before, unless it is the account's first.
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
