package main

import (
	"context"
	"maps"
	"slices"
)

// things are what a customer has, as far as they were told.
type things struct {
	account, paper string            // the account with money, and the one with play money
	opened         map[string]string // initial cash of the accounts
	positions      []holding
	stops          map[string]string // fees of positions that wait for their stop, by position
	orders         []working
	subscribed     [][2]string // bot and subscription
	withdrawals    []withdrawal
	bought         []purchase
	enrolled       []course
	portfolios     []string
	goals          [][2]string // portfolio and goal
	alerts         []string
	sessions       []session
	endpoints      []string
}

// holding is an open position.
type holding struct{ id, account, margin, quantity string }

// working is an order that works.
type working struct{ id, account, held string }

type withdrawal struct{ id, amount string }

type purchase struct {
	payment string
	of      course
}

// wish is something that customers want from time to time.
type wish struct {
	weight int
	try    func(p *person, ctx context.Context)
}

// wishes are what customers may want, by name.
var wishes = map[string]wish{
	"buy or sell": {14, (*person).trade}, "buy with a stop": {6, (*person).tradeWithStop}, "place a limit order": {5, (*person).placeLimit}, "cancel an order": {4, (*person).cancelOrder},
	"execute a signal": {8, (*person).execute}, "close a position": {12, (*person).close}, "follow a bot": {3, (*person).follow},
	"leave a bot": {3, (*person).leave}, "pay in": {8, (*person).payIn}, "take out": {6, (*person).takeOut},
	"have a withdrawal decided": {6, (*person).haveDecided}, "buy a course": {5, (*person).buyCourse}, "have a course refunded": {3, (*person).haveRefunded},
	"enrol": {4, (*person).enrol}, "learn": {6, (*person).learn}, "plan a portfolio": {2, (*person).planPortfolio}, "set a goal": {4, (*person).setGoal},
	"drop a goal": {2, (*person).dropGoal}, "set an alert": {4, (*person).setAlert}, "drop an alert": {3, (*person).dropAlert},
	"publish an event": {14, (*person).publish}, "add an endpoint": {2, (*person).addEndpoint}, "remove an endpoint": {1, (*person).removeEndpoint},
	"log in elsewhere": {4, (*person).logInElsewhere}, "go on elsewhere": {4, (*person).goOnElsewhere}, "log out elsewhere": {3, (*person).logOutElsewhere},
	"bring a friend": {3, (*person).bringFriend},
}

// wishNames are the names of all wishes, repeated by weight.
var wishNames = func() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(wishes)) {
		all = slices.AppendSeq(all, func(yield func(string) bool) {
			for range wishes[name].weight {
				if !yield(name) {
					return
				}
			}
		})
	}
	return all
}()

// live makes a customer fulfil one wish after the other, until working ends. A started wish is finished: an answer is
// awaited until patience ends.
func (p *person) live(working, patience context.Context) {
	for working.Err() == nil && p.world.remaining.Add(-1) >= 0 {
		wishes[wishNames[p.random.IntN(len(wishNames))]].try(p, patience)
	}
}

// take removes a random element of a list, and reports whether there was one.
func take[T any](p *person, from *[]T) (taken T, ok bool) {
	if len(*from) == 0 {
		return taken, false
	}
	at := p.random.IntN(len(*from))
	taken = (*from)[at]
	*from = slices.Delete(*from, at, at+1)
	return taken, true
}

// pick returns a random element of a list.
func pick[T any](p *person, from []T) (picked T, ok bool) {
	if len(from) == 0 {
		return picked, false
	}
	return from[p.random.IntN(len(from))], true
}
