package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bourse/internal/money"
)

// The kinds of findings.
const (
	isLost   = "lost"
	isTwice  = "done twice"
	isBroken = "broken"
)

// finding is something that is wrong.
type finding struct{ Kind, Text string }

// state is what the platform has at the end, as it says itself and as others received it.
type state struct {
	Facts  []fact
	Opened map[string]string // initial cash of accounts
	Cash   map[string]string // current, by account
	// Made is what the platform has added to the cash of accounts on its own: by closings at a stop.
	Made   map[string]money.Decimal
	Events []event
	// Received counts the deliveries to a tenant's receiver that is subscribed to everything, by tenant and event.
	Received map[string]map[string]int
}

// event is an event as the platform lists it.
type event struct {
	Tenant, ID, Type string
	Subject          string // what it is about
	Number           string // the publisher's number
}

// toldOnce are the events of which every thing of a kind has exactly one.
var toldOnce = map[string]string{
	"position": "trading.position.opened", "trade": "trading.position.closed", "stop": "trading.position.closed", "payment": "payment.succeeded",
	"withdrawal": "payment.withdrawal.requested", "subscription": "trading.bot.subscribed",
}

// toldOfNothing are the events that do not exist without the thing that they are about.
var toldOfNothing = []string{"trading.position.opened", "trading.position.closed", "payment.succeeded", "payment.withdrawal.requested"}

// judge compares what was acknowledged with what exists.
func judge(lines []line, found state) []finding {
	j := &judging{found: found, expected: map[string]fact{}, unknown: map[string]int{}, moved: map[string]money.Decimal{}}
	for _, read := range lines {
		j.read(read)
	}
	j.compareFacts()
	j.compareCash()
	j.compareEvents()
	j.compareDeliveries()
	return j.findings
}

type judging struct {
	found    state
	expected map[string]fact
	unknown  map[string]int // things that may exist although nobody was told their id, by kind and owner
	moved    map[string]money.Decimal
	findings []finding
}

func (f fact) key() string { return f.Kind + " " + f.ID }

func (j *judging) add(kind, format string, arguments ...any) {
	j.findings = append(j.findings, finding{kind, fmt.Sprintf(format, arguments...)})
}

// read takes in what a journal line says is true. Later lines about the same thing take precedence.
func (j *judging) read(read line) {
	switch read.Phase {
	case unanswered:
		j.add(isBroken, "operation %d (%s, key %s) was never answered", read.Operation, read.Name, read.Key)
		j.unknown[read.Makes+" "+read.Owner]++
	case doneUnseen:
		if read.Makes != "" {
			j.unknown[read.Makes+" "+read.Owner]++
		}
	case acknowledged:
	case refused:
		if read.Code == reauthenticate {
			j.add(isBroken, "operation %d (%s, key %s) was refused for an old log-in, although whoever asks logs in anew", read.Operation, read.Name, read.Key)
		}
		return
	default:
		return
	}
	for _, said := range read.Facts {
		merged := fact{Kind: said.Kind, Owner: said.Owner, ID: said.ID, IsGone: said.IsGone, Values: map[string]string{}}
		maps.Copy(merged.Values, j.expected[said.key()].Values)
		maps.Copy(merged.Values, said.Values)
		j.expected[said.key()] = merged
	}
	for account, text := range read.Moves {
		amount, err := money.Parse(text)
		if err != nil {
			j.add(isBroken, "operation %d moved %q: %v", read.Operation, text, err)
			continue
		}
		j.moved[account] = j.moved[account].Add(amount)
	}
}

// compareFacts finds what was acknowledged but does not exist, and what exists but was told to nobody.
func (j *judging) compareFacts() {
	there := map[string]fact{}
	for _, one := range j.found.Facts {
		if _, isSecond := there[one.key()]; isSecond {
			j.add(isTwice, "the %s of %s is listed twice", one.key(), one.Owner)
		}
		there[one.key()] = one
	}
	for _, key := range slices.Sorted(maps.Keys(j.expected)) {
		said := j.expected[key]
		has, isThere := there[key]
		switch {
		case said.IsGone && isThere:
			j.add(isLost, "the end of the %s of %s was acknowledged, and it is still there", key, said.Owner)
		case !said.IsGone && !isThere:
			j.add(isLost, "the %s of %s was acknowledged and is not there", key, said.Owner)
		case !said.IsGone:
			j.compareValues(key, said, has)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(there)) {
		has := there[key]
		if _, isKnown := j.expected[key]; isKnown {
			continue
		}
		if of := has.Kind + " " + has.Owner; j.unknown[of] > 0 {
			j.unknown[of]--
			continue
		}
		j.add(isTwice, "the %s of %s is there, and nobody was told of it: %v", key, has.Owner, has.Values)
	}
}

func (j *judging) compareValues(key string, said, has fact) {
	if said.Owner != has.Owner {
		j.add(isBroken, "the %s was acknowledged to %s and belongs to %s", key, said.Owner, has.Owner)
	}
	for _, name := range slices.Sorted(maps.Keys(said.Values)) {
		if want, got := said.Values[name], has.Values[name]; want != got {
			j.add(isLost, "the %s of %s was acknowledged with %s %s and has %q", key, said.Owner, name, want, got)
		}
	}
}

// compareCash adds up what was acknowledged and compares it with the balances.
func (j *judging) compareCash() {
	for _, account := range slices.Sorted(maps.Keys(j.found.Cash)) {
		start, startErr := money.Parse(j.found.Opened[account])
		cash, err := money.Parse(j.found.Cash[account])
		if startErr != nil || err != nil {
			j.add(isBroken, "the account %s began with %q and has %q", account, j.found.Opened[account], j.found.Cash[account])
			continue
		}
		if want := start.Add(j.moved[account]).Add(j.found.Made[account]); want != cash {
			j.add(isBroken, "the account %s has %s in cash; it began with %s, %s was acknowledged to be moved and %s came from stops: %s is missing",
				account, cash, start, j.moved[account], j.found.Made[account], want.Sub(cash))
		}
	}
	for _, account := range slices.Sorted(maps.Keys(j.moved)) {
		if _, isThere := j.found.Cash[account]; !isThere {
			j.add(isLost, "the account %s, on which money was moved, is not there", account)
		}
	}
}

// compareEvents finds things without an event or with more than one, and events of one call with two ids.
func (j *judging) compareEvents() {
	told, numbers := map[string]int{}, map[string]string{}
	for _, one := range j.found.Events {
		told[one.Type+" "+one.Subject]++
		if one.Number == "" {
			continue
		}
		if first, isSecond := numbers[one.Number]; isSecond {
			j.add(isTwice, "the events %s and %s are both of number %s", first, one.ID, one.Number)
		}
		numbers[one.Number] = one.ID
	}
	for _, has := range j.found.Facts {
		eventType, isTold := toldOnce[has.Kind]
		if !isTold || has.Kind == "payment" && has.Values["status"] != "paid" {
			continue
		}
		subject := has.ID
		if has.Kind == "stop" {
			subject = has.Values["trade"]
		}
		switch count := told[eventType+" "+subject]; {
		case count == 0:
			j.add(isLost, "no event %s tells of the %s of %s", eventType, has.key(), has.Owner)
		case count > 1:
			j.add(isTwice, "%d events %s tell of the %s of %s", count, eventType, has.key(), has.Owner)
		}
		delete(told, eventType+" "+subject)
	}
	for _, eventType := range toldOfNothing {
		for _, about := range slices.Sorted(maps.Keys(told)) {
			if strings.HasPrefix(about, eventType+" ") {
				j.add(isBroken, "an event tells of what is not there: %s", about)
			}
		}
	}
}

// compareDeliveries finds events that did not reach the receiver, and deliveries of events that do not exist.
func (j *judging) compareDeliveries() {
	known := map[string]bool{}
	for _, one := range j.found.Events {
		known[one.Tenant+" "+one.ID] = true
		if j.found.Received[one.Tenant][one.ID] == 0 {
			j.add(isLost, "the event %s (%s) of %s did not reach the receiver", one.ID, one.Type, one.Tenant)
		}
	}
	for tenant, received := range j.found.Received {
		for _, id := range slices.Sorted(maps.Keys(received)) {
			if !known[tenant+" "+id] {
				j.add(isTwice, "the receiver of %s was told the event %s, which nobody published", tenant, id)
			}
		}
	}
}
