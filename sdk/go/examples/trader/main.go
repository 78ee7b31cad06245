// Command trader is a first program with the client: it logs in, shows the account and the newest signals, buys something
// with play money, reads the whole list of orders and follows the market for a moment.
//
//	bourse demo &
//	go run bourse/sdk/go/examples/trader
//
// BOURSE_URL, BOURSE_EMAIL and BOURSE_PASSWORD set the server and the user; the default is the trader of a demo on this
// machine.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"

	bourse "bourse/sdk/go"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	client := bourse.New(cmp.Or(os.Getenv("BOURSE_URL"), "http://127.0.0.1:8080"))
	if err := run(ctx, client); err != nil {
		var refused *bourse.Error
		if errors.As(err, &refused) && refused.RequestID != "" {
			fmt.Fprintln(os.Stderr, "Whoever runs the server finds this under the request", refused.RequestID)
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, client *bourse.Client) error {
	if err := logIn(ctx, client); err != nil {
		return err
	}
	me, err := client.GetMe(ctx)
	if err != nil {
		return err
	}
	portfolio, err := client.GetTradingPortfolio(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%s has %s USD\n", me.Email, portfolio.TotalValue)

	signals, err := client.ListSignals(ctx, bourse.ListSignalsParams{Limit: 3})
	if err != nil {
		return err
	}
	for _, signal := range signals.Items {
		fmt.Printf("signal: %s %s at %s\n", signal.SignalType, signal.Symbol, signal.Price)
	}

	order, err := client.PlaceOrder(ctx, bourse.PlaceOrderRequest{
		Symbol: "BTCUSD", Side: bourse.PositionSideBuy, Type: bourse.OrderTypeMarket, Notional: bourse.Ptr(bourse.DecimalOf(500)),
	})
	switch {
	case bourse.IsCode(err, bourse.CodeInsufficientFunds):
		fmt.Println("there is not enough money left")
	case err != nil:
		return err
	default:
		fmt.Printf("order: %s %s of %s is %s\n", order.Side, order.Quantity, order.Symbol, order.Status)
	}

	count := 0
	for _, err := range client.AllOrders(ctx, bourse.ListOrdersParams{}) {
		if err != nil {
			return err
		}
		count++
	}
	fmt.Println("orders so far:", count)
	return watch(ctx, client)
}

// logIn logs in, and asks for a code when the account has a second factor.
func logIn(ctx context.Context, client *bourse.Client) error {
	result, err := client.Login(ctx, bourse.LoginRequest{
		Email:    cmp.Or(os.Getenv("BOURSE_EMAIL"), "trader@demo.test"),
		Password: cmp.Or(os.Getenv("BOURSE_PASSWORD"), "bourse-demo-1"),
	})
	if err != nil {
		return err
	}
	challenge, isAsked := result.LoginChallenge()
	if !isAsked {
		return nil
	}
	fmt.Print("The code of your authenticator: ")
	code, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil {
		return err
	}
	_, err = client.CompleteLogin(ctx, bourse.CompleteLoginRequest{ChallengeToken: challenge.ChallengeToken, Code: strings.TrimSpace(code)})
	return err
}

// watch prints the first prices and what happens to the accounts meanwhile.
func watch(ctx context.Context, client *bourse.Client) error {
	for event, err := range client.Stream(ctx, bourse.StreamParams{Symbols: []string{"BTCUSD"}}) {
		if err != nil {
			return err
		}
		switch data := event.Data.(type) {
		case *bourse.AccountEquity:
			fmt.Printf("account: %s has %s\n", data.Kind, data.Equity)
		case bourse.Quotes:
			for _, quote := range data {
				fmt.Printf("quote: %s %s to %s\n", quote.Symbol, quote.Bid, quote.Ask)
			}
			return nil
		}
	}
	return nil
}
