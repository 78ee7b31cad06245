package bots

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
)

// botsTopic announces which bot was added or changed.
const botsTopic = "trading.bots"

// EngineSettings are the settings by which a bot decides and trades. It fails with NOT_FOUND, also for another tenant's.
func (s *Service) EngineSettings(ctx context.Context, caller identity.Caller, id uuid.UUID) (engine.Settings, error) {
	bot, err := s.Bot(ctx, caller, id)
	if err != nil {
		return engine.Settings{}, err
	}
	return bot.settings(), nil
}

// NewBot describes a bot to create. A zero timeframe is five minutes; the scope decides whose it is: the tenant's or the
// platform's.
type NewBot struct {
	Scope        identity.Scope
	Name         string
	Description  string
	StrategyType string
	Parameters   map[string]float64
	Symbols      []string
	Timeframe    market.Interval
	RiskLevel    trading.RiskLevel
}

// CreateBot adds a stopped bot with a paper account of its own. It is for admins, and the bot belongs to the scope's owner.
// It fails with VALIDATION_ERROR (name, strategyType, parameters, symbols, timeframe, riskLevel), with CONFLICT when the
// owner already has a bot of that name, and with FORBIDDEN when somebody other than a super_admin creates one for the
// platform.
func (s *Service) CreateBot(ctx context.Context, caller identity.Caller, wanted NewBot) (bot *Bot, err error) {
	owner, err := caller.OwnerFor(wanted.Scope, identity.RoleAdmin)
	if err != nil {
		return nil, err
	}
	if bot, err = s.newBot(owner, wanted, s.now()); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		added, err := s.addBot(ctx, tx, bot)
		if err != nil {
			return err
		}
		if !added {
			return errNameTaken(bot.Name)
		}
		return s.trading.RecordAuthored(ctx, tx, caller, trading.Authored{Action: "trading.bot.created", Subject: bot.subject(), After: bot.fields()})
	})
	return bot, err
}

// newBot makes a stopped bot created at a given moment, which may be in the past.
func (s *Service) newBot(owner uuid.UUID, wanted NewBot, at time.Time) (*Bot, error) {
	bot := &Bot{
		ID: database.NewIDAt(at), TenantID: owner, AccountID: database.NewIDAt(at), Name: strings.TrimSpace(wanted.Name), Description: wanted.Description,
		StrategyType: wanted.StrategyType, Parameters: wanted.Parameters, Symbols: wanted.Symbols,
		Timeframe: cmp.Or(wanted.Timeframe, market.FiveMinutes), RiskLevel: wanted.RiskLevel,
		Status: BotStopped, Capital: s.settings.BotCapital, CreatedAt: at, UpdatedAt: at,
	}
	return bot, s.checkBot(bot)
}

// addBot writes a bot and funds its account. If the name is taken it adds no bot, and an unused account is left.
func (s *Service) addBot(ctx context.Context, tx *database.Tx, bot *Bot) (added bool, err error) {
	account := trading.Account{ID: bot.AccountID, TenantID: bot.TenantID, Kind: trading.BotAccount, Status: trading.AccountActive}
	if _, err := trading.InsertAccount(ctx, tx, account, bot.CreatedAt); err != nil {
		return false, err
	}
	if added, err = insertBot(ctx, tx, bot); err != nil || !added {
		return false, err
	}
	tx.Notify(botsTopic, bot.ID.String())
	return true, s.trading.Fund(ctx, tx, account, bot.Capital, bot.CreatedAt)
}

// checkBot fails with VALIDATION_ERROR when a bot is invalid.
func (s *Service) checkBot(b *Bot) error {
	if err := checkBotTerms(b); err != nil {
		return err
	}
	return b.settings().Check(s.market)
}

func checkBotTerms(b *Bot) error {
	if b.Name == "" {
		return fault.Invalid("name", "must not be empty")
	}
	return b.settings().CheckRisk()
}

// BotChange is a change to a bot; nil keeps a value. Parameters replace all earlier ones.
type BotChange struct {
	Name        *string
	Description *string
	Parameters  *map[string]float64
	RiskLevel   *trading.RiskLevel
	Status      *BotStatus
}

// UpdateBot changes a bot or its state. It is for the admins of its tenant; the platform's bots are for a super_admin, and
// FORBIDDEN to others. Stopping ends the bot's signals. A change of settings is dated, because the bot's record up to then
// comes from the earlier ones. It fails with NOT_FOUND, also for another tenant's, VALIDATION_ERROR (name, parameters,
// riskLevel), CONFLICT when the name is taken, or when a stopped bot is restarted while the owner's maximum of bots is not
// stopped, and INVALID_TRANSITION when the current state does not allow the new one.
func (s *Service) UpdateBot(ctx context.Context, caller identity.Caller, id uuid.UUID, change BotChange) (bot *Bot, err error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		if bot, err = s.lockAuthored(ctx, tx, caller, id); err != nil {
			return err
		}
		if err := tellFollowing(ctx, tx, caller.UserID, []*Bot{bot}); err != nil {
			return err
		}
		previous, was := *bot, bot.fields()
		if err := change.apply(bot); err != nil {
			return err
		}
		moved, err := s.changeStatus(ctx, tx, bot, change.Status)
		if err != nil {
			return err
		}
		kept := false
		if change.Status != nil && *change.Status == BotPaused {
			if kept, err = s.keepPaused(ctx, tx, bot); err != nil {
				return err
			}
		}
		if !moved && !kept && change.onlyStatus() {
			return nil // it is already in that state
		}
		bot.UpdatedAt = s.now()
		isOther := bot.hasOtherSettings(previous)
		if isOther {
			bot.SettingsChangedAt = bot.UpdatedAt
		}
		if err := updateBot(ctx, tx, bot); err != nil {
			return err
		}
		tx.Notify(botsTopic, bot.ID.String())
		if isOther {
			if err := s.trading.PublishFor(ctx, tx, bot.TenantID, botSettingsChanged, newSettingsEvent(bot, previous)); err != nil {
				return err
			}
		}
		if moved {
			if err := s.afterStatusChange(ctx, tx, bot, previous.Status); err != nil {
				return err
			}
		}
		return s.trading.RecordAuthored(ctx, tx, caller, trading.Authored{Action: "trading.bot.changed", Subject: bot.subject(), Before: was, After: bot.fields()})
	})
	if err != nil {
		return nil, err
	}
	return bot, nil
}

// changeStatus moves a bot to a state, if one is requested, and reports whether that changes anything. It fails with
// INVALID_TRANSITION, and with CONFLICT when a stopped bot is restarted and its owner has no room for it.
func (s *Service) changeStatus(ctx context.Context, tx *database.Tx, bot *Bot, status *BotStatus) (moved bool, err error) {
	if status == nil {
		return false, nil
	}
	before := bot.Status
	if moved, err = bot.moveTo(*status, statusReasons[*status]); err != nil || !moved {
		return false, err
	}
	switch {
	case before == BotStopped:
		err = requireRoom(ctx, tx, bot.TenantID)
	case bot.Status == BotStopped:
		bot.StoppedBehind, err = trading.LastSignal(ctx, tx)
	}
	return moved, err
}

// lockAuthored locks a bot that the caller wants to change. It fails with NOT_FOUND and FORBIDDEN.
func (s *Service) lockAuthored(ctx context.Context, tx *database.Tx, caller identity.Caller, id uuid.UUID) (*Bot, error) {
	bot, err := lockBot(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if !caller.Sees(bot.TenantID) {
		return nil, errNoBot
	}
	return bot, caller.MayAuthor(bot.TenantID, identity.RoleAdmin)
}

var statusReasons = map[BotStatus]string{
	BotActive: "activated by an administrator", BotPaused: "paused by an administrator", BotStopped: "stopped by an administrator",
}

func (c BotChange) onlyStatus() bool {
	return c.Name == nil && c.Description == nil && c.Parameters == nil && c.RiskLevel == nil
}

// apply changes everything but the state. It fails with VALIDATION_ERROR. It does not check what does not change, so that a
// bot can be stopped whatever has happened to its instruments.
func (c BotChange) apply(b *Bot) error {
	if c.Name != nil {
		b.Name = strings.TrimSpace(*c.Name)
	}
	if c.Description != nil {
		b.Description = *c.Description
	}
	if c.RiskLevel != nil {
		b.RiskLevel = *c.RiskLevel
	}
	if c.Parameters != nil {
		b.Parameters = *c.Parameters
		if _, err := newEngine(b); err != nil {
			return err
		}
	}
	return checkBotTerms(b)
}

// afterStatusChange handles the consequences of a change of state: a stopped bot's signals end, and its tenant, or
// everybody, is notified.
func (s *Service) afterStatusChange(ctx context.Context, tx *database.Tx, bot *Bot, before BotStatus) error {
	if bot.Status == BotStopped {
		if err := expireSignals(ctx, tx, bot, s.now()); err != nil {
			return err
		}
	}
	return s.trading.PublishFor(ctx, tx, bot.TenantID, botStatusChanged, newStatusEvent(bot, before))
}
