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
	// startingWait is how soon a look at a terminal that is starting is worth while.
	startingWait = 15 * time.Second
	// startingPatience is how long a terminal may take to reach the broker. The bridge documents a couple of
	// minutes.
	startingPatience = 15 * time.Minute
	// brokenWait is for troubles that somebody has to see to.
	brokenWait = 15 * time.Minute
	// transactionSpan is how long a check's transaction id stays the same.
	transactionSpan = time.Hour
)

// probe is what is asked about one terminal account.
//
// The bridge answers questions about accounts that it runs a terminal for, so that a check adds the account
// to the bridge, waits until its terminal has reached the broker, and asks. An account that is connected stays there,
// because it is read every few minutes and a terminal takes as long to start; one that is refused or given up is removed,
// and so is one that is disconnected: it costs money by the hour and leaves the customer's password with a third party.
//
// Starting takes longer than a request should. Its state is kept by the bridge itself: the account
// has a name that follows from the credentials, by which the next call finds it. The name is keyed with our
// token, so that it tells nobody anything.
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

// digest derives a text from the credentials that does not give them away.
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

// transaction is the id under which the bridge recognises the same wish to add the account, so that asking
// again is polling and not adding it twice. It changes with the hour, because a finished transaction must
// not answer for a check that is made much later.
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

// enter brings the terminal of the account up and asks it about the account. lastRead is when that last worked: a
// terminal that has since lost the broker is given as much time to find it again as one that starts. It concludes the
// check when there is no answer yet, or never.
func (p *probe) enter(ctx context.Context, lastRead time.Time) (account terminalAccount, information terminalInformation, err error) {
	accounts, err := p.find(ctx)
	if err == nil && len(accounts) == 0 {
		accounts, err = p.add(ctx)
	}
	if err != nil {
		return account, information, err
	}
	information, isOver, err := p.inspect(ctx, accounts[0], lastRead)
	spare := accounts[1:] // two calls at once may have added one each
	switch {
	case isOver:
		spare = accounts
	case err != nil:
		spare = nil
	}
	// What the broker said stands, whether the removal works or not; the next call with these credentials,
	// or Release, finds what is left. A shutdown must not stop it half-way.
	_ = p.removeAll(context.WithoutCancel(ctx), spare)
	return accounts[0], information, err
}

// add adds the account to the bridge and reads its state. An account that is gone as soon as it was added is
// the echo of an earlier transaction, so that a new one is begun.
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

// inspect looks at an account that the bridge has. It is over with the account when it is refused or when the
// terminal has had its time: a new one then tries the credentials again.
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
