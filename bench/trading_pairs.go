package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
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
func (r *rig) comparePairs(ctx context.Context, ours, bare *desk, product *server) (err error) {
	pairs, err := newBarePairs(ctx, bare.place)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pairs.pool.Close()) }()
	sides := []*pairSide{
		{name: "bourse", cpu: product.processorTime},
		{name: "bare", cpu: ownProcessorTime},
	}
	for i, trader := range ours.seed.traders {
		token, err := product.logInAs(ctx, traderEmail(i))
		if err != nil {
			return err
		}
		client, err := newPairClient(ctx, product, token)
		if err != nil {
			return err
		}
		defer client.connection.Close()
		sides[0].traders = append(sides[0].traders, client)
		sides[1].traders = append(sides[1].traders, newBareTrader(pairs, trader))
	}
	for _, side := range sides {
		side.next, side.signals = make([]int, len(side.traders)), ours.seed.longs()
	}
	if err := sameBooks(ctx, ours, bare, sides); err != nil {
		return err
	}
	compared, err := r.comparePairSides(ctx, sides)
	if err != nil {
		return err
	}
	r.report.addComparison(fmt.Sprintf("%s pairs, %d users", ours.place.engine, pairWorkers), compared, leastPairs)
	return nil
}

// longs are the executable signals that say to buy.
func (s *deskSeed) longs() []string {
	var ids []string
	for _, signal := range s.signals {
		if signal.expires.After(s.now) && !signal.short {
			ids = append(ids, signal.id.String())
		}
	}
	return ids
}

// comparePairSides lets both sides take turns, as rig.compare does.
func (r *rig) comparePairSides(ctx context.Context, sides []*pairSide) (comparison, error) {
	var result comparison
	for _, side := range sides {
		if _, err := side.turn(ctx, warmUp); err != nil {
			return result, err
		}
	}
	var totals [2]turn
	speeds := [2]*[]float64{&result.ours, &result.bare}
	for round := range r.chosen.rounds {
		for step := range sides {
			at := (step + round) % 2
			took, err := sides[at].turn(ctx, r.chosen.round)
			if err != nil {
				return result, err
			}
			totals[at].add(took)
			*speeds[at] = append(*speeds[at], took.perSecond())
		}
		result.ratios = append(result.ratios, result.ours[round]/result.bare[round])
	}
	result.cpuOurs, result.cpuBare = totals[0].cpuPerRequest(), totals[1].cpuPerRequest()
	return result, nil
}

// turn lets all traders work for so long.
func (s *pairSide) turn(ctx context.Context, length time.Duration) (turn, error) {
	before, err := s.cpu()
	if err != nil {
		return turn{}, err
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
		return turn{}, err
	}
	took := turn{elapsed: time.Since(started)}
	for _, count := range done {
		took.answers += count
	}
	after, err := s.cpu()
	took.cpu = after - before
	return took, err
}

// ownProcessorTime is what this program has used: the loop runs in it.
func ownProcessorTime() (time.Duration, error) {
	var used syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), err
}

// pairClient is a user of the product on one connection.
type pairClient struct {
	*client
	address, token string
}

// pairConnection is how long a connection may serve.
const pairConnection = time.Hour

func newPairClient(ctx context.Context, product *server, token string) (*pairClient, error) {
	opened, err := target{address: product.address}.dial(ctx, pairConnection)
	if err != nil {
		return nil, err
	}
	return &pairClient{opened, product.address, token}, nil
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

// post makes a request and returns the body of its answer. Any status but 200 is an error.
func (c *pairClient) post(path, body string) ([]byte, error) {
	request := "POST " + path + " HTTP/1.1\r\nHost: " + c.address + "\r\nUser-Agent: bourse-bench/1.0\r\n" +
		"Content-Type: application/json\r\nAuthorization: Bearer " + c.token + "\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body
	if _, err := io.WriteString(c.connection, request); err != nil {
		return nil, err
	}
	status, err := c.reader.ReadString('\n')
	if err != nil {
		return nil, err
	}
	length := -1
	for {
		line, err := c.reader.ReadSlice('\n')
		if err != nil {
			return nil, err
		}
		if len(line) <= len("\r\n") {
			break
		}
		if value, ok := bytes.CutPrefix(line, lengthHeader); ok {
			if length, err = number(value, 10); err != nil {
				return nil, err
			}
		}
	}
	if length < 0 {
		return nil, fmt.Errorf("%s answered without a length", path)
	}
	content := make([]byte, length)
	if _, err := io.ReadFull(c.reader, content); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix([]byte(status), goodStatus) || !bytes.HasPrefix(content, goodBody) {
		return nil, fmt.Errorf("%s answered %s %s", path, bytes.TrimSpace([]byte(status)), content)
	}
	return content, nil
}
