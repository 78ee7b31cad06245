package app

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
)

// demoAccounts are the investment accounts of the demo's trader, one in each state. The record is the bot
// whose daily trades the account's past is made of.
var demoAccounts = []struct {
	agent   investment.Agent
	profile investment.RiskProfile
	capital int64
	state   investment.Status
	record  string
}{
	{investment.Atlas, investment.Conservative, 25_000, investment.Active, "Long Horizon"},
	{investment.Orion, investment.Moderate, 10_000, investment.Suspended, "Currency Drift"},
	{investment.Nova, investment.Aggressive, 5_000, investment.Closed, "Equity Swing"},
	{investment.Orion, investment.Moderate, 2_500, investment.PendingKYC, ""},
}

// seedInvestments gives the demo's trader investment accounts that are a year old, a goal, and a paper account
// with a past.
func (p *platform) seedInvestments(ctx context.Context, bots []*bots.Bot) error {
	trader, err := p.demoCaller(ctx, demoUsers[0].email)
	if err != nil {
		return err
	}
	if known, err := p.investment.Accounts(ctx, trader); err != nil || len(known) > 0 {
		return err
	}
	admin, err := p.demoCaller(ctx, "admin@demo.test")
	if err != nil {
		return err
	}
	begun := time.Now().AddDate(-1, 0, 0)
	then := func() time.Time { return begun }
	desk := trading.New(trading.Options{
		Database: p.db, Market: p.market, Ledger: ledger.New(then), Events: p.webhooks, Settings: trading.DefaultSettings(),
		Now: then, Logger: p.logger,
	})
	copies := copying.New(copying.Options{
		Trading: desk, Database: p.db, Market: p.market, Events: p.webhooks, Now: then, Logger: p.logger,
	})
	past := investment.New(investment.Options{
		Database: p.db, Keyring: p.ring, Accounts: investmentAccounts{desk, copies}, Events: p.webhooks, KYC: investment.KYCManual,
		Now: then, Logger: p.logger,
	})
	figures, err := desk.AccountFigures(ctx, trading.Trader{UserID: trader.UserID, TenantID: trader.TenantID}) // opens the paper account
	if err != nil {
		return err
	}
	if err := p.copying.RecordFollower(ctx, figures[0].AccountID, leaderNamed(bots, "Equity Swing")); err != nil {
		return err
	}
	for _, wanted := range demoAccounts {
		account, err := past.Create(ctx, trader, investment.NewAccount{
			Agent: wanted.agent, InitialCapital: money.FromInt(wanted.capital), RiskProfile: wanted.profile,
		})
		if err != nil {
			return err
		}
		if wanted.state == investment.PendingKYC {
			if err := p.seedKYC(ctx, trader, account.ID); err != nil {
				return err
			}
			continue
		}
		// As an administrator would: activated when it was opened, everything else today.
		if _, err := past.SetStatus(ctx, admin, account.ID, investment.Active, ""); err != nil {
			return err
		}
		if err := p.copying.RecordFollower(ctx, account.ID, leaderNamed(bots, wanted.record)); err != nil {
			return err
		}
		if wanted.state == investment.Active {
			continue
		}
		if _, err := p.investment.SetStatus(ctx, admin, account.ID, wanted.state, "the demo shows every state"); err != nil {
			return err
		}
	}
	return p.seedGoal(ctx, trader)
}

// seedKYC hands in what an administrator of the demo can review. Where KYC is automatic there is nothing to
// review, and the account would not wait any more.
func (p *platform) seedKYC(ctx context.Context, trader identity.Caller, account uuid.UUID) error {
	if investment.KYCMode(p.settings.KYC) == investment.KYCAuto {
		return nil
	}
	_, err := p.investment.SubmitKYC(ctx, trader, account, investment.KYCDetails{
		FullName: "Tess Trader", Country: "NL", DateOfBirth: time.Date(1988, 4, 27, 0, 0, 0, 0, time.UTC),
		DocumentType: investment.Passport, DocumentNumber: "NX4711D08",
	})
	return err
}

// leaderNamed is a bot as those who follow it know it.
func leaderNamed(all []*bots.Bot, name string) copying.Leader {
	bot := all[slices.IndexFunc(all, func(bot *bots.Bot) bool { return bot.Name == name })]
	return copying.Leader{BotID: bot.ID, AccountID: bot.AccountID, Symbols: bot.Symbols, RiskLevel: bot.RiskLevel, Capital: bot.Capital}
}

// seedGoal gives the trader's main portfolio something to reach.
func (p *platform) seedGoal(ctx context.Context, trader identity.Caller) error {
	portfolios, err := p.portfolio.Portfolios(ctx, trader)
	if err != nil {
		return err
	}
	contribution := money.FromInt(400)
	_, err = p.portfolio.CreateGoal(ctx, trader, portfolios[0].ID, portfolio.NewGoal{
		Name: "A year off", TargetAmount: money.FromInt(200_000), TargetDate: time.Now().AddDate(6, 0, 0), MonthlyContribution: contribution,
	})
	return err
}
