package trading

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"bourse/bench/kit"
)

// leastPairs is how many pairs of executing and closing the product must make, measured by the statements
// alone.
const leastPairs = 0.5

// pairTrader is somebody who executes a signal and closes the position.
type pairTrader interface {
	pair(ctx context.Context, signal string) error
}

// pairSide is one of the two that are compared: traders who work at the same time, and what processor time
// has been used for them.
type pairSide struct {
	name    string
	traders []pairTrader
	next    []int    // the next signal of each trader
	signals []string // each trader executes each of them once
	cpu     func() (time.Duration, error)
}

// comparePairs compares executing and closing over HTTP with a loop of the same statements.
func comparePairs(ctx context.Context, rig *kit.Rig, ours, bare *platform, product *kit.Server) (err error) {
	pairs, err := newBarePairs(ctx, bare.Database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pairs.pool.Close()) }()
	sides := []*pairSide{
		{name: "bourse", cpu: product.ProcessorTime},
		{name: "bare", cpu: kit.OwnProcessorTime},
	}
	for i, trader := range ours.seed.traders {
		token, err := product.LogInAs(ctx, traderEmail(i))
		if err != nil {
			return err
		}
		client, err := newPairClient(ctx, product, token)
		if err != nil {
			return err
		}
		defer client.Close()
		sides[0].traders = append(sides[0].traders, client)
		sides[1].traders = append(sides[1].traders, newBareTrader(pairs, trader))
	}
	for _, side := range sides {
		side.next, side.signals = make([]int, len(side.traders)), ours.seed.longs()
	}
	if err := sameBooks(ctx, ours, bare, sides); err != nil {
		return err
	}
	compared, err := rig.Compare(ctx, sides[0].turn, sides[1].turn)
	if err != nil {
		return err
	}
	rig.Report.AddComparison(fmt.Sprintf("%s pairs, %d users", ours.Engine, pairWorkers), compared, leastPairs)
	return nil
}

// longs are the executable signals that say to buy.
func (s *seed) longs() []string {
	var ids []string
	for _, signal := range s.signals {
		if signal.expires.After(s.now) && !signal.short {
			ids = append(ids, signal.id.String())
		}
	}
	return ids
}

// turn lets all traders work for so long.
func (s *pairSide) turn(ctx context.Context, length time.Duration) (kit.Turn, error) {
	before, err := s.cpu()
	if err != nil {
		return kit.Turn{}, err
	}
	done, started := make([]int, len(s.traders)), time.Now()
	group, limited := errgroup.WithContext(ctx)
	for i, trader := range s.traders {
		group.Go(func() error {
			for ; time.Since(started) < length; done[i]++ {
				if s.next[i] == len(s.signals) {
					return errors.New("all signals are executed: the rounds are too long")
				}
				s.next[i]++
				if err := trader.pair(limited, s.signals[s.next[i]-1]); err != nil {
					return fmt.Errorf("%s: %w", s.name, err)
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return kit.Turn{}, err
	}
	turn := kit.Turn{Elapsed: time.Since(started)}
	for _, count := range done {
		turn.Answers += count
	}
	after, err := s.cpu()
	turn.CPU = after - before
	return turn, err
}

// pairClient is a user of the product on one connection.
type pairClient struct {
	*kit.Connection
	product *kit.Server
	token   string
}

// pairConnection is how long a connection may serve.
const pairConnection = time.Hour

func newPairClient(ctx context.Context, product *kit.Server, token string) (*pairClient, error) {
	connection, err := product.Dial(ctx, pairConnection)
	if err != nil {
		return nil, err
	}
	return &pairClient{connection, product, token}, nil
}

var openedPosition = []byte(`"position":{"id":"`)

func (c *pairClient) pair(_ context.Context, signal string) error {
	content, err := c.post("/api/v1/trading/signals/"+signal+"/execute", `{"quantity":1}`)
	if err != nil {
		return err
	}
	_, rest, found := bytes.Cut(content, openedPosition)
	if !found || len(rest) < len(signal) {
		return fmt.Errorf("executing answered %s", content)
	}
	_, err = c.post("/api/v1/trading/positions/"+string(rest[:len(signal)])+"/close", `{}`)
	return err
}

func (c *pairClient) post(path, body string) ([]byte, error) {
	content, err := c.Ask(c.product.Post(path, c.token), []byte(body))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return content, nil
}
