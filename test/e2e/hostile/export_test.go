package hostile

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"bourse/test/e2e/contract"
)

// newTestCampaign is a campaign that has read the contract and calls nobody.
func newTestCampaign() (*Campaign, *maker, error) {
	served, err := contract.Served()
	if err != nil {
		return nil, nil, err
	}
	c := &Campaign{contract: served, operations: map[string]*operation{}, journeys: journeys()}
	for _, o := range operations(served) {
		c.operations[o.id] = o
		c.deck = append(c.deck, o.id)
	}
	return c, &maker{pool: pool{}, now: time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC), receiver: "http://127.0.0.1:1"}, nil
}

// Made returns the requests of every operation, some of them made wrong, that follow from a seed.
func Made(seed uint64) (all []string, err error) {
	c, m, err := newTestCampaign()
	if err != nil {
		return nil, err
	}
	m.random = rand.New(rand.NewPCG(seed, 0))
	for _, id := range c.deck {
		o := c.operations[id]
		r := m.fill(o, nil)
		if o.body != nil {
			r.body = m.value("", o.body)
		}
		for _, one := range []*request{r, m.mutate(r)} {
			all = append(all, fmt.Sprintf("%s %s %v %q %s", one.method, one.target(), one.header, one.content(), one.wrong))
		}
	}
	return all, nil
}

// Valid counts, for every operation with a body, how many of the given number of intentionally valid bodies are
// valid.
func Valid(tries int) (valid map[string]int, err error) {
	c, m, err := newTestCampaign()
	if err != nil {
		return nil, err
	}
	m.random, valid = rand.New(rand.NewPCG(1, 0)), map[string]int{}
	for _, id := range c.deck {
		o := c.operations[id]
		if o.body == nil {
			continue
		}
		valid[id] = 0
		for range tries {
			r := m.fill(o, nil)
			r.body = m.value("", o.body)
			sent, err := r.build(context.Background(), "http://x")
			if err != nil {
				return nil, err
			}
			if c.refuses(r, sent) == nil {
				valid[id]++
			}
		}
	}
	return valid, nil
}

// Judged returns what is wrong with an answer to an operation; a given body means that the request was made wrong.
func Judged(id string, status int, header http.Header, content, body string) ([]string, error) {
	c, m, err := newTestCampaign()
	if err != nil {
		return nil, err
	}
	m.random, m.as = rand.New(rand.NewPCG(1, 0)), &person{name: "user", token: "the-token-of-a-caller", password: "the-password-of-a-caller"}
	r := m.fill(c.operations[id], nil)
	if body != "" {
		r.raw, r.wrong = []byte(body), "the body"
	}
	sent, err := r.build(context.Background(), "http://x")
	if err != nil {
		return nil, err
	}
	return c.check(r, sent, &answer{status: status, header: header, content: []byte(content)}), nil
}

// Covered returns the operations that the journeys say they call, and all operations.
func Covered() (covered map[string]string, all []string, err error) {
	c, _, err := newTestCampaign()
	if err != nil {
		return nil, nil, err
	}
	covered = map[string]string{}
	for name, script := range c.journeys {
		covered[name] = script.covers
	}
	return covered, c.deck, nil
}
