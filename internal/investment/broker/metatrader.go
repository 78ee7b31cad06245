package broker

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
)

const (
	// startingWait is when to look again at a terminal that is starting.
	startingWait = 15 * time.Second
	// startingPatience is how long a terminal may take to reach the broker. The bridge documents a couple of minutes.
	startingPatience = 15 * time.Minute
	// brokenWait is for problems that somebody has to fix.
	brokenWait = 15 * time.Minute
	// transactionSpan is how long a check keeps the same transaction id.
	transactionSpan = time.Hour
)

// probe asks about one terminal account.
//
// The bridge answers questions about accounts for which it runs a terminal, so a check adds the account to the
// bridge, waits until its terminal has reached the broker, and asks. A connected account stays there, because it is
// read every few minutes and a terminal takes as long to start; an account that is refused, given up or disconnected
// is removed: it costs money by the hour and leaves the customer's password with a third party.
//
// Starting takes longer than a request should. The bridge itself keeps the state: the account has a name derived from
// the credentials, by which the next call finds it. The name is keyed with our token, so that it reveals nothing.
type probe struct {
	*bridge
	platform    Provider
	credentials Credentials
	name        string
}

func (b *bridge) probe(platform Provider, credentials Credentials) *probe {
	p := &probe{bridge: b, platform: platform, credentials: credentials}
	p.name = "bourse-check-" + p.digest("name")[:24]
	return p
}

// digest derives a text from the credentials that does not reveal them.
func (p *probe) digest(purpose string) string {
	mac := hmac.New(sha256.New, []byte(p.token))
	for _, part := range []string{
		purpose, string(p.platform), p.credentials["server"], p.credentials["login"], p.credentials["password"],
	} {
		mac.Write([]byte(part))
		mac.Write([]byte{0})
	}
	return hex.EncodeToString(mac.Sum(nil))
}

// transaction is the id by which the bridge recognises a repeated request to add the account, so that asking again
// polls and does not add it twice. It changes every hour, because a finished transaction must not answer a check made
// much later.
func (p *probe) transaction() string {
	return p.digest("transaction " + p.now().UTC().Truncate(transactionSpan).Format(time.RFC3339))[:32]
}

// verifier returns the verify function of the platform.
func (b *bridge) verifier(platform Provider) func(context.Context, Credentials) Outcome {
	return func(ctx context.Context, credentials Credentials) Outcome {
		if b.token == "" {
			return Outcome{Status: Unreachable, Message: "The check is not possible here: the bridge is not configured."}
		}
		return b.probe(platform, credentials).verify(ctx)
	}
}

// releaser returns the release function of the platform.
func (b *bridge) releaser(platform Provider) func(context.Context, Credentials) error {
	return func(ctx context.Context, credentials Credentials) error {
		if b.token == "" {
			return nil
		}
		p := b.probe(platform, credentials)
		accounts, err := p.find(ctx)
		if err != nil {
			return err
		}
		return p.removeAll(ctx, accounts)
	}
}

func (p *probe) verify(ctx context.Context) Outcome {
	_, information, err := p.enter(ctx, time.Time{})
	if err != nil {
		return conclude(err)
	}
	return information.judge()
}

// enter starts the account's terminal and asks it about the account. lastRead is when that last succeeded: a terminal
// that has since lost the broker gets as much time to find it again as one that starts. It concludes the check when
// there is no answer yet, or never will be.
func (p *probe) enter(ctx context.Context, lastRead time.Time) (account terminalAccount, information terminalInformation, err error) {
	accounts, err := p.find(ctx)
	if err == nil && len(accounts) == 0 {
		accounts, err = p.add(ctx)
	}
	if err != nil {
		return account, information, err
	}
	information, isOver, err := p.inspect(ctx, accounts[0], lastRead)
	spare := accounts[1:] // two concurrent calls may have added one each
	switch {
	case isOver:
		spare = accounts
	case err != nil:
		spare = nil
	}
	// The broker's answer stands, whether the removal works or not; the next call with these credentials, or Release,
	// finds what is left. A shutdown must not interrupt it half-way.
	_ = p.removeAll(context.WithoutCancel(ctx), spare)
	return accounts[0], information, err
}

// add adds the account to the bridge and reads its state. If the account is gone right after it was added, the answer
// was that of an earlier transaction, so a new one is begun.
func (p *probe) add(ctx context.Context) ([]terminalAccount, error) {
	for _, transaction := range []string{p.transaction(), rand.Text() + "bourse"} {
		id, err := p.create(ctx, transaction)
		if err != nil {
			return nil, err
		}
		account, found, err := p.read(ctx, id)
		if err != nil {
			return nil, err
		}
		if found {
			return []terminalAccount{account}, nil
		}
	}
	return nil, p.starting()
}

// inspect looks at an account that the bridge has. It gives the account up when it was refused or the terminal has
// run out of time: a new one then tries the credentials again.
func (p *probe) inspect(ctx context.Context, account terminalAccount, lastRead time.Time) (information terminalInformation, isOver bool, err error) {
	switch {
	case account.State == "CREATED" || account.State == "UNDEPLOYED":
		if err := p.deploy(ctx, account.ID); err != nil {
			return information, conclude(err).Status != Unreachable, err
		}
	case strings.HasSuffix(account.State, "_FAILED"):
		return information, true, unreachable("The MetaTrader bridge could not start a terminal for the account.", brokenWait)
	case account.State == "DEPLOYED" && account.ConnectionStatus == "CONNECTED":
		information, isReady, err := p.information(ctx, account)
		if err != nil {
			return information, conclude(err).Status != Unreachable, err
		}
		if isReady {
			return information, false, nil
		}
	}
	since := account.CreatedAt
	if lastRead.After(since) {
		since = lastRead
	}
	if !since.IsZero() && p.now().Sub(since) > startingPatience {
		return information, true, unreachable("The MetaTrader bridge could not reach the broker's server.", brokenWait)
	}
	return information, false, p.starting()
}

func (p *probe) starting() error {
	return unreachable("The MetaTrader bridge is still connecting to the broker; the check goes on by itself.", startingWait)
}

// removeAll takes accounts off the bridge.
func (p *probe) removeAll(ctx context.Context, accounts []terminalAccount) error {
	var failure error
	for _, account := range accounts {
		if err := p.remove(ctx, account.ID); err != nil {
			failure = err
		}
	}
	return failure
}
