package ml

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"sync"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const predictPath = "/api/v1/ml/predictions"

// measurePosts compares existing predictions, which is what most callers get, and those that have to be made.
func measurePosts(ctx context.Context, rig *kit.Rig, market *kit.StillMarket, product *kit.Server, token string) (err error) {
	bare, err := rig.StartBare(ctx, "predict", bareSettings{Database: market.Database})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.Stop()) }()
	sides := []predicting{{product, product.Post(predictPath, token), market}, {bare, bare.Post(predictPath, token), market}}
	if err := sides[0].sameAs(ctx, sides[1], token); err != nil {
		return err
	}
	for _, connections := range []int{16, 1} {
		compared, err := rig.Compare(ctx, sides[0].again(connections), sides[1].again(connections))
		if err != nil {
			return fmt.Errorf("there already: %w", err)
		}
		rig.Report.AddComparison(kit.Connections(string(market.Engine)+" POST /ml/predictions, ")(connections), compared, leastOfQueries)
	}
	compared, err := rig.Compare(ctx, sides[0].anew, sides[1].anew)
	if err != nil {
		return fmt.Errorf("made: %w", err)
	}
	rig.Report.AddComparison(string(market.Engine)+" POST /ml/predictions, made", compared, leastOfQueries)
	return nil
}

// predicting is a server that is asked for predictions.
type predicting struct {
	server *kit.Server
	post   kit.Post
	market *kit.StillMarket
}

// sameAs makes sure that both servers give the same answer for every series, whether they find it or make it.
func (p predicting) sameAs(ctx context.Context, other predicting, token string) error {
	for range 2 {
		for _, one := range all {
			var values [2]struct{ Data map[string]any }
			for i, side := range []predicting{p, other} {
				if err := side.forget(ctx); err != nil {
					return err
				}
				content, err := post(ctx, side.server, predictPath, token, one.body(), http.StatusCreated)
				if err == nil {
					err = json.Unmarshal(content, &values[i])
				}
				if err != nil {
					return err
				}
				delete(values[i].Data, "id")
				delete(values[i].Data, "createdAt")
			}
			if !reflect.DeepEqual(values[0], values[1]) {
				return fmt.Errorf("the answers differ:\n%v\n%v", values[0], values[1])
			}
		}
	}
	return nil
}

// post makes one request, whose answer must have a status.
func post(ctx context.Context, server *kit.Server, path, token string, body []byte, status int) ([]byte, error) {
	answer, content, err := server.Fetch(ctx, http.MethodPost, path, token, body)
	if err == nil && answer.StatusCode != status {
		err = fmt.Errorf("POST %s answered %s: %s", path, answer.Status, content)
	}
	return content, err
}

// forget removes the predictions made here.
func (p predicting) forget(ctx context.Context) error {
	return p.market.InDatabase(ctx, func(db *database.DB) error {
		return db.InTx(ctx, func(tx *database.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM ml_predictions WHERE outcome = 'open'`)
			return err
		})
	})
}

// again requests existing predictions, over a number of connections.
func (p predicting) again(connections int) kit.Side {
	return func(ctx context.Context, length time.Duration) (kit.Turn, error) {
		counts, failed := make([]int, connections), make([]error, connections)
		var running sync.WaitGroup
		turn, err := p.timed(func() (int, error) {
			started := time.Now()
			for i := range connections {
				running.Go(func() {
					connection, err := p.server.Dial(ctx, length)
					if failed[i] = err; err != nil {
						return
					}
					defer connection.Close()
					for first := true; first || time.Since(started) < length && ctx.Err() == nil; first = false {
						if failed[i] = connection.Send(p.post, all[counts[i]%len(all)].body(), http.StatusCreated); failed[i] != nil {
							return
						}
						counts[i]++
					}
				})
			}
			running.Wait()
			total := 0
			for _, count := range counts {
				total += count
			}
			return total, errors.Join(append(failed, ctx.Err())...)
		})
		return turn, err
	}
}

// anew requests predictions that have to be made, each once, as often as time allows.
func (p predicting) anew(ctx context.Context, length time.Duration) (kit.Turn, error) {
	var sum kit.Turn
	connection, err := p.server.Dial(ctx, length+10*time.Second)
	if err != nil {
		return sum, err
	}
	defer connection.Close()
	for first := true; first || sum.Elapsed < length; first = false {
		if err := p.forget(ctx); err != nil {
			return sum, err
		}
		turn, err := p.timed(func() (int, error) {
			for _, one := range all {
				if err := connection.Send(p.post, one.body(), http.StatusCreated); err != nil {
					return 0, fmt.Errorf("%s for %s: %w", one.symbol, one.horizon, err)
				}
			}
			return len(all), nil
		})
		if err != nil {
			return sum, err
		}
		sum.Answers, sum.Elapsed, sum.CPU = sum.Answers+turn.Answers, sum.Elapsed+turn.Elapsed, sum.CPU+turn.CPU
	}
	return sum, nil
}

// timed measures the server's cost of something.
func (p predicting) timed(work func() (answers int, err error)) (turn kit.Turn, err error) {
	before, err := p.server.ProcessorTime()
	if err != nil {
		return turn, err
	}
	started := time.Now()
	if turn.Answers, err = work(); err != nil {
		return turn, fmt.Errorf("%s: %w", p.server.Name, err)
	}
	turn.Elapsed = time.Since(started)
	after, err := p.server.ProcessorTime()
	turn.CPU = after - before
	return turn, err
}
