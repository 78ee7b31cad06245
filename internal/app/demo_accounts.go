package app

import (
	"context"
	"slices"
	"time"

	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/kyc"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
)

// demoInvestor is one of the demo's users with what they own. Nobody decides on their own account, so each has an
// administrator who did.
type demoInvestor struct {
	email, decider string
	paper          string // the bot that the paper account has followed
	fullName       string
	goal           string // of the main portfolio
	goalAmount     int64
	renewsKYC      bool // has submitted KYC again, as the passport expires soon
	accounts       []demoAccount
}

// demoAccount is an investment account with its intended state. It has followed its agent.
type demoAccount struct {
	agent   investment.Agent
	profile investment.RiskProfile
	capital int64
	state   investment.Status
}

// demoInvestors are users of the default tenant. The trader has an account in each state possible for an approved
// person, and a KYC case that waits for the administrator.
var demoInvestors = []demoInvestor{
	{
		email: "trader@demo.test", decider: "admin@demo.test", paper: "Crypto Trend Five", fullName: "Tess Trader", goal: "A year off", goalAmount: 120_000, renewsKYC: true,
		accounts: []demoAccount{
			{investment.Nova, investment.Aggressive, 25_000, investment.Active},
			{investment.Orion, investment.Moderate, 10_000, investment.Suspended},
			{investment.Atlas, investment.Conservative, 5_000, investment.Closed},
		},
	},
	{
		email: "analyst@demo.test", decider: "admin@demo.test", paper: "Range Breaker", fullName: "Ana Lyst", goal: "A house by the sea", goalAmount: 250_000,
		accounts: []demoAccount{{investment.Atlas, investment.Conservative, 40_000, investment.Active}},
	},
	{
		email: "admin@demo.test", decider: "super@demo.test", paper: "Nova", fullName: "Ada Min", goal: "School fees", goalAmount: 60_000,
		accounts: []demoAccount{{investment.Orion, investment.Moderate, 15_000, investment.Active}},
	},
	{
		email: "super@demo.test", decider: "admin@demo.test", paper: "Long Horizon", fullName: "Sue Perin", goal: "Retirement", goalAmount: 400_000,
		accounts: []demoAccount{{investment.Nova, investment.Aggressive, 20_000, investment.Active}},
	},
}

// pastServices are services whose clock shows a past time.
type pastServices struct {
	trading    *trading.Service
	investment *investment.Service
	kyc        *kyc.Service
}

func (p *platform) servicesAt(at time.Time) pastServices {
	then := func() time.Time { return at }
	trades := trading.New(trading.Options{
		Database: p.db, Market: p.market, Ledger: ledger.New(then), Events: p.webhooks, Settings: trading.DefaultSettings(),
		Now: then, Logger: p.logger,
	})
	copies := copying.New(copying.Options{
		Trading: trades, Database: p.db, Market: p.market, Events: p.webhooks, Now: then, Logger: p.logger,
	})
	cases := kyc.New(kyc.Options{
		Database: p.db, Keyring: p.ring, Events: p.webhooks, Valid: p.settings.KYCCases.Valid, Now: then, Logger: p.logger,
	})
	accounts := investment.New(investment.Options{
		Database: p.db, Keyring: p.ring, Accounts: investmentAccounts{trades, copies}, Cases: ownerCases{cases}, Events: p.webhooks, Now: then, Logger: p.logger,
	})
	cases.AccountsFollow(accountsOf(accounts, then))
	return pastServices{trades, accounts, cases}
}

// investorSeeder creates what one of the demo's users owns.
type investorSeeder struct {
	*platform
	demoInvestor
	past           pastServices
	bots           []*bots.Bot
	owner, decider identity.Caller
	now            time.Time
}

// seedAccounts gives the demo's users accounts that are a year old and have followed bots since, targets and a goal.
func (p *platform) seedAccounts(ctx context.Context, all []*bots.Bot, now time.Time) error {
	past := p.servicesAt(p.demoYear(now).Add(time.Hour))
	for _, person := range demoInvestors {
		s := &investorSeeder{platform: p, demoInvestor: person, past: past, bots: all, now: now}
		var err error
		if s.owner, err = p.demoCaller(ctx, person.email); err != nil {
			return err
		}
		if s.decider, err = p.demoCaller(ctx, person.decider); err != nil {
			return err
		}
		known, err := p.investment.Accounts(ctx, s.owner)
		if err != nil {
			return err
		}
		if len(known) > 0 {
			continue
		}
		if err := s.seed(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *investorSeeder) seed(ctx context.Context) error {
	figures, err := s.past.trading.AccountFigures(ctx, trading.Trader{UserID: s.owner.UserID, TenantID: s.owner.TenantID}) // opens the paper account
	if err != nil {
		return err
	}
	if err := s.copying.RecordFollower(ctx, figures[0].AccountID, leader(botNamed(s.bots, s.paper))); err != nil {
		return err
	}
	if err := s.seedKYC(ctx); err != nil {
		return err
	}
	for _, wanted := range s.accounts {
		if err := s.seedAccount(ctx, wanted); err != nil {
			return err
		}
	}
	return s.seedPortfolio(ctx)
}

// seedKYC approves a person in the past, and submits anew today for those whose passport expires soon. It continues
// where an earlier start was stopped.
func (s *investorSeeder) seedKYC(ctx context.Context) error {
	handedIn := kyc.Submission{
		FullName: s.fullName, Country: "NL", DateOfBirth: time.Date(1988, 4, 27, 0, 0, 0, 0, time.UTC),
		DocumentType: kyc.Passport, DocumentNumber: "NX4711D08",
		Documents: []kyc.Document{{Type: kyc.Passport, Reference: "demo/passport-2017", IssuedBy: "Burgemeester van Utrecht"}},
	}
	if s.renewsKYC {
		handedIn.Documents[0].ExpiresOn = s.now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 21)
	}
	known, err := s.past.kyc.Mine(ctx, s.owner)
	if err == nil && known.State == kyc.None {
		known, err = s.past.kyc.Submit(ctx, s.owner, handedIn)
	}
	if err == nil && known.CountsAs(s.now) == kyc.Submitted {
		known, err = s.past.kyc.Decide(ctx, s.decider, known.ID, kyc.Approve, "")
	}
	if err != nil || !s.renewsKYC || known.State != kyc.Approved {
		return err
	}
	handedIn.DocumentNumber = "NW8150E31"
	handedIn.Documents = []kyc.Document{{
		Type: kyc.Passport, Reference: "demo/passport-renewed", IssuedBy: "Burgemeester van Utrecht", ExpiresOn: s.now.UTC().Truncate(24*time.Hour).AddDate(10, 0, 0),
	}}
	_, err = s.kyc.Submit(ctx, s.owner, handedIn)
	return err
}

// seedAccount opens an account in the past, which is active as its owner is approved, lets it follow its agent and
// moves it to its state today, as an administrator would; an account to be closed is closed once there are prices.
func (s *investorSeeder) seedAccount(ctx context.Context, wanted demoAccount) error {
	account, err := s.past.investment.Create(ctx, s.owner, investment.NewAccount{
		Agent: wanted.agent, InitialCapital: dollars(wanted.capital), RiskProfile: wanted.profile,
	})
	if err != nil {
		return err
	}
	agent := s.bots[slices.IndexFunc(s.bots, func(bot *bots.Bot) bool { return string(bot.Agent) == string(wanted.agent) })]
	if err := s.copying.RecordFollower(ctx, account.ID, leader(agent)); err != nil {
		return err
	}
	if wanted.state == investment.Suspended {
		_, err = s.investment.SetStatus(ctx, s.decider, account.ID, investment.Suspended, "the owner's papers have expired")
	}
	return err
}

// leader is a bot in the form that copying knows.
func leader(bot *bots.Bot) copying.Leader {
	return copying.Leader{BotID: bot.ID, AccountID: bot.AccountID, Symbols: bot.Symbols, RiskLevel: bot.RiskLevel, Capital: bot.Capital}
}

// demoTargets are the target portfolio of the demo's users. Coins trade at all hours, so that they can be bought
// whenever the demo starts.
var demoTargets = []portfolio.Target{
	{Asset: "BTC", Percent: dollars(25)}, {Asset: "ETH", Percent: dollars(15)}, {Asset: "SOL", Percent: dollars(10)}, {Asset: "USD", Percent: dollars(50)},
}

// seedPortfolio gives a user's main portfolio targets and a goal.
func (s *investorSeeder) seedPortfolio(ctx context.Context) error {
	portfolios, err := s.portfolio.Portfolios(ctx, s.owner)
	if err != nil {
		return err
	}
	if _, err := s.portfolio.SetTargets(ctx, s.owner, portfolios[0].ID, demoTargets); err != nil {
		return err
	}
	_, err = s.portfolio.CreateGoal(ctx, s.owner, portfolios[0].ID, portfolio.NewGoal{
		Name: s.goal, TargetAmount: dollars(s.goalAmount), TargetDate: s.now.AddDate(6, 0, 0), MonthlyContribution: dollars(400),
	})
	return err
}

func dollars(amount int64) money.Decimal { return money.FromInt(amount) }
