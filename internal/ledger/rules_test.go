package ledger_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// The rules for transactions, tested without a database.

var (
	brand, otherBrand = uuid.UUID{1}, uuid.UUID{2}
	alice, bob, house = uuid.UUID{0xa}, uuid.UUID{0xb}, uuid.UUID{0xc}
)

// movement returns a transaction of the brand with these entries.
func movement(id string, entries ...ledger.Entry) ledger.Transaction {
	return ledger.Transaction{TenantID: brand, SourceType: "test", SourceID: id, Kind: "move", Entries: entries}
}

func entry(account uuid.UUID, amount string) ledger.Entry {
	return ledger.Entry{Account: account, Amount: money.MustParse(amount)}
}

func TestEntriesOfOneAccountBecomeOneLine(t *testing.T) {
	t.Parallel()
	got, err := ledger.Drafted(movement("1", entry(bob, "3"), entry(alice, "-5"), entry(house, "1"), entry(bob, "4"), entry(house, "-1"), entry(bob, "-2")))
	if err != nil {
		t.Fatal(err)
	}
	want := []ledger.Line{{Account: alice, Amount: money.FromInt(-5)}, {Account: bob, Amount: money.FromInt(5)}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestATransactionNamesItsSourceAndMovesSomething(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*ledger.Transaction){
		"no source type":   func(m *ledger.Transaction) { m.SourceType = "" },
		"no source":        func(m *ledger.Transaction) { m.SourceID = "" },
		"no kind":          func(m *ledger.Transaction) { m.Kind = "" },
		"no entries":       func(m *ledger.Transaction) { m.Entries = nil },
		"nothing is moved": func(m *ledger.Transaction) { m.Entries = []ledger.Entry{entry(alice, "1"), entry(alice, "-1")} },
		"too much is moved": func(m *ledger.Transaction) {
			m.Entries = []ledger.Entry{entry(alice, "90000000000"), entry(alice, "90000000000")}
		},
	} {
		m := movement("1", entry(alice, "-1"), entry(bob, "1"))
		spoil(&m)
		if lines, err := ledger.Drafted(m); err == nil {
			t.Errorf("%s: %v", name, lines)
		}
	}
}

// held returns two accounts of the brand with 100 each, and one of the platform that may be below zero.
func held() map[uuid.UUID]ledger.Held {
	hundred := money.FromInt(100)
	return map[uuid.UUID]ledger.Held{
		alice: {Tenant: brand, Currency: "USD", Balance: hundred}, bob: {Tenant: brand, Currency: "USD", Balance: hundred},
		house: {Currency: "USD", AllowNegative: true},
	}
}

func TestEntriesThatDoNotFitTheAccountsAreMistakes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil   func(map[uuid.UUID]ledger.Held)
		entries []ledger.Entry
		says    string
	}{
		"an unknown account":   {func(map[uuid.UUID]ledger.Held) {}, []ledger.Entry{entry(alice, "-1"), entry(uuid.UUID{9}, "1")}, "there is no account"},
		"not in balance":       {func(map[uuid.UUID]ledger.Held) {}, []ledger.Entry{entry(alice, "-1"), entry(bob, "2")}, "instead of zero"},
		"one currency is left": {func(h map[uuid.UUID]ledger.Held) { h[bob] = ledger.Held{Tenant: brand, Currency: "EUR"} }, []ledger.Entry{entry(alice, "-1"), entry(bob, "1")}, "instead of zero"},
		"another tenant's":     {func(h map[uuid.UUID]ledger.Held) { h[bob] = ledger.Held{Tenant: otherBrand, Currency: "USD"} }, []ledger.Entry{entry(alice, "-1"), entry(bob, "1")}, "another tenant"},
	} {
		accounts := held()
		c.spoil(accounts)
		if _, _, err := ledger.Booked(accounts, movement("1", c.entries...)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatIsNotThereCannotBeTaken(t *testing.T) {
	t.Parallel()
	_, after, err := ledger.Booked(held(), movement("1", entry(alice, "-100"), entry(bob, "100")), movement("2", entry(house, "-5"), entry(alice, "5")))
	want := map[uuid.UUID]money.Decimal{alice: money.FromInt(5), bob: money.FromInt(200), house: money.FromInt(-5)}
	if diff := cmp.Diff(want, after); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	_, _, err = ledger.Booked(held(), movement("1", entry(alice, "-60"), entry(bob, "60")), movement("2", entry(alice, "-40.00000001"), entry(bob, "40.00000001")))
	var short *ledger.Shortfall
	if !errors.As(err, &short) || !fault.Is(err, fault.InsufficientFunds) || short.Transaction != 1 || short.Account != alice ||
		short.Available != money.FromInt(40) || short.Needed != money.MustParse("40.00000001") {
		t.Errorf("one unit too much: %v", err)
	}
	var overflow *money.OverflowError
	if _, _, err = ledger.Booked(held(), movement("1", entry(house, "-92233720368"), entry(alice, "92233720368"))); !errors.As(err, &overflow) {
		t.Errorf("more than fits: %v", err)
	}
}

func TestTheSameSourceIsBookedOnce(t *testing.T) {
	t.Parallel()
	lines, after, err := ledger.Booked(held(), movement("1", entry(alice, "-10"), entry(bob, "10")), movement("1", entry(alice, "-10"), entry(bob, "10")))
	if err != nil || len(lines) != 1 || after[alice] != money.FromInt(90) {
		t.Errorf("%v booked, %s left: %v", lines, after[alice], err)
	}
}

func TestBookingMovesMoneyAndMakesNone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		accounts := held()
		var movements []ledger.Transaction
		for i := range rapid.IntRange(1, 6).Draw(t, "movements") {
			amount := money.FromUnits(rapid.Int64Range(1, 3_000_000_000).Draw(t, "amount"))
			parties := rapid.Permutation([]uuid.UUID{alice, bob, house}).Draw(t, "parties")
			movements = append(movements, movement(string(rune('a'+i)), ledger.Entry{Account: parties[0], Amount: amount.Neg()}, ledger.Entry{Account: parties[1], Amount: amount}))
		}
		lines, after, err := ledger.Booked(accounts, movements...)
		if err != nil {
			var short *ledger.Shortfall
			if !errors.As(err, &short) || !short.Available.LessThan(short.Needed) || short.Account == house {
				t.Fatal(err)
			}
			return
		}
		running := map[uuid.UUID]money.Decimal{}
		for id, h := range accounts {
			running[id] = h.Balance
		}
		for _, moved := range lines {
			for i, line := range moved {
				if running[line.Account] = running[line.Account].Add(line.Amount); running[line.Account] != line.After {
					t.Fatalf("%s stands at %s after a line that says %s", line.Account, running[line.Account], line.After)
				}
				if i > 0 && bytes.Compare(moved[i-1].Account[:], line.Account[:]) >= 0 {
					t.Fatal("lines are not in the order of their accounts")
				}
			}
		}
		if diff := cmp.Diff(running, after); diff != "" {
			t.Fatal(diff)
		}
		if sum := after[alice].Add(after[bob]).Add(after[house]); sum != money.FromInt(200) {
			t.Fatalf("200 have become %s", sum)
		}
	})
}

func TestAnOpeningNamesAnOwnerACurrencyAndKnownKinds(t *testing.T) {
	t.Parallel()
	good := ledger.Opening{TenantID: brand, OwnerID: alice, Currency: "USD", Codes: []ledger.Code{ledger.Cash, ledger.Profit}}
	accounts, err := good.AccountsOf()
	if err != nil || len(accounts) != 2 {
		t.Fatalf("%v: %v", accounts, err)
	}
	want := ledger.Account{ID: ledger.AccountID(alice, ledger.Cash, "USD"), TenantID: brand, OwnerID: alice, Code: ledger.Cash, Currency: "USD"}
	if accounts[0] != want || accounts[0].ID == accounts[1].ID {
		t.Errorf("opened %+v, want %+v", accounts[0], want)
	}
	if ledger.Cash.MayBeNegative() || !ledger.External.MayBeNegative() {
		t.Error("cash may be negative, or what is outside may not")
	}
	for name, spoil := range map[string]func(*ledger.Opening){
		"no owner":           func(o *ledger.Opening) { o.OwnerID = uuid.Nil },
		"no currency":        func(o *ledger.Opening) { o.Currency = "" },
		"a small currency":   func(o *ledger.Opening) { o.Currency = "usd" },
		"a kind of its own":  func(o *ledger.Opening) { o.Codes = append(o.Codes, "luck") },
		"a kind without one": func(o *ledger.Opening) { o.Codes = append(o.Codes, "") },
	} {
		bad := good
		spoil(&bad)
		if accounts, err := bad.AccountsOf(); err == nil {
			t.Errorf("%s: %v", name, accounts)
		}
		// Nothing is written: there is no database that it could be written to.
		if err := (&ledger.Ledger{}).OpenMany(t.Context(), nil, bad); err == nil || !strings.Contains(err.Error(), bad.OwnerID.String()) {
			t.Errorf("%s: opened: %v", name, err)
		}
	}
}
