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

// leastPairs is the minimum speed of the product's pairs of executing and closing, or of placing and cancelling,
// relative to the statements alone.
const leastPairs = 0.7

// pairTrader executes a signal and closes the position, or places an order and cancels it, which needs no signal.
type pairTrader interface {
	pair(ctx context.Context, signal string) error
}

// pairSide is one of the compared sides: concurrent traders, and the processor time used for them.
type pairSide struct {
	name    string
	traders []pairTrader
	next    []int    // the next signal of each trader
	signals []string // each trader executes each of them once; nil for pairs without one
	cpu     func() (time.Duration, error)
}

// comparePairs compares executing and closing over HTTP with a loop of the same statements.
func comparePairs(ctx context.Context, rig *kit.Rig, ours, bare *platform, product *kit.Server) (err error) {
	pairs, err := newBarePairs(ctx, bare.Database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pairs.pool.Close()) }()
	executing, ordering := newPairSides(product), newPairSides(product)
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
		loop := newBareTrader(pairs, trader)
		executing[0].traders, executing[1].traders = append(executing[0].traders, client), append(executing[1].traders, loop)
		ordering[0].traders, ordering[1].traders = append(ordering[0].traders, orderClient{client}), append(ordering[1].traders, bareOrders{loop})
	}
	for _, side := range executing {
		side.signals = ours.seed.longs()
	}
	kinds := []struct {
		name, end string
		sides     []*pairSide
	}{{"pairs", "trading.position.closed", executing}, {"order pairs", "trading.order.cancelled", ordering}}
	for _, kind := range kinds { // before either side has more to show
		if err := sameBooks(ctx, ours, bare, kind.sides, kind.end); err != nil {
			return fmt.Errorf("%s: %w", kind.name, err)
		}
	}
	for _, kind := range kinds {
		compared, err := rig.Compare(ctx, kind.sides[0].turn, kind.sides[1].turn)
		if err != nil {
			return fmt.Errorf("%s: %w", kind.name, err)
		}
		rig.Report.AddComparison(fmt.Sprintf("%s %s, %d users", ours.Engine, kind.name, pairWorkers), compared, leastPairs)
	}
	return nil
}

func newPairSides(product *kit.Server) []*pairSide {
	return []*pairSide{
		{name: "bourse", cpu: product.ProcessorTime, next: make([]int, pairWorkers)},
		{name: "bare", cpu: kit.OwnProcessorTime, next: make([]int, pairWorkers)},
	}
}

// pair lets one of the traders make a pair, with the next signal if the side has signals.
func (s *pairSide) pair(ctx context.Context, trader int) error {
	signal := ""
	if s.signals != nil {
		if s.next[trader] == len(s.signals) {
			return errors.New("all signals are executed: the rounds are too long")
		}
		signal = s.signals[s.next[trader]]
		s.next[trader]++
	}
	if err := s.traders[trader].pair(ctx, signal); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return nil
}

// longs are the executable signals to buy.
func (s *seed) longs() []string {
	var ids []string
	for _, signal := range s.signals {
		if signal.expires.After(s.now) && !signal.short {
			ids = append(ids, signal.id.String())
		}
	}
	return ids
}

// turn lets all traders work for the given time.
func (s *pairSide) turn(ctx context.Context, length time.Duration) (kit.Turn, error) {
	before, err := s.cpu()
	if err != nil {
		return kit.Turn{}, err
	}
	done, started := make([]int, len(s.traders)), time.Now()
	group, limited := errgroup.WithContext(ctx)
	for i := range s.traders {
		group.Go(func() error {
			for ; time.Since(started) < length; done[i]++ {
				if err := s.pair(limited, i); err != nil {
					return err
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
