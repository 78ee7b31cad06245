package alerts

import (
	"context"
	"maps"

	"bourse/internal/database"
	"bourse/internal/identity"
)

// Kind is what a notice is about.
type Kind string

// The kinds of notices.
const (
	OrderFilled     Kind = "order_filled"     // an order was filled while its user was away
	PositionStopped Kind = "position_stopped" // the monitor closed a position at a level
	CopyStopped     Kind = "copy_stopped"     // a subscription reached its loss limit
	AlertFired      Kind = "alert_fired"
)

// Channels are the ways in which a notice is delivered. Without any there is no notice.
type Channels struct {
	Mail    bool `json:"mail"`
	Stream  bool `json:"stream"`
	Webhook bool `json:"webhook"`
}

func (c Channels) isAny() bool { return c.Mail || c.Stream || c.Webhook }

// Choice is a user's channels for each kind.
type Choice map[Kind]Channels

// usualChoice is the default: an alert is worth an email, because whoever set it waits for it.
func usualChoice() Choice {
	return Choice{
		OrderFilled: {Stream: true, Webhook: true}, PositionStopped: {Stream: true, Webhook: true},
		CopyStopped: {Stream: true, Webhook: true}, AlertFired: {Mail: true, Stream: true, Webhook: true},
	}
}

// with is the choice with a user's changes applied.
func (c Choice) with(changed Choice) Choice {
	maps.Copy(c, changed)
	return c
}

// ChannelsChange is a change to the channels of a kind; nil keeps a channel.
type ChannelsChange struct{ Mail, Stream, Webhook *bool }

func (c Channels) changed(by ChannelsChange) Channels {
	for _, one := range [...]struct {
		channel *bool
		to      *bool
	}{{&c.Mail, by.Mail}, {&c.Stream, by.Stream}, {&c.Webhook, by.Webhook}} {
		if one.to != nil {
			*one.channel = *one.to
		}
	}
	return c
}

// Choice is the caller's channels for each kind.
func (s *Service) Choice(ctx context.Context, caller identity.Caller) (Choice, error) {
	chosen, err := readPreferences(ctx, s.db, caller.UserID)
	return usualChoice().with(chosen.Channels), err
}

// Choose changes the caller's channels for some kinds, and returns the whole choice. Two concurrent requests both take
// effect.
func (s *Service) Choose(ctx context.Context, caller identity.Caller, changes map[Kind]ChannelsChange) (choice Choice, err error) {
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		chosen, err := holdPreferences(ctx, tx, caller, s.now())
		if err != nil {
			return err
		}
		choice = usualChoice().with(chosen.Channels)
		for kind, change := range changes {
			if change != (ChannelsChange{}) { // what the user never changed follows the default, also when that changes
				choice[kind] = choice[kind].changed(change)
				chosen.Channels[kind] = choice[kind]
			}
		}
		return writeChannels(ctx, tx, chosen)
	})
	return choice, err
}
