// compiles

package main

import (
	"context"

	bourse "bourse/sdk/go"
)

func main() {
	ctx, client := context.Background(), bourse.New("http://127.0.0.1:8080")
	result, err := client.Login(ctx, bourse.LoginRequest{Email: "trader@demo.test", Password: "bourse-demo-1"})
	if err != nil {
		panic(err)
	}
	if tokens, isThere := result.Tokens(); isThere {
		println(tokens.AccessToken)
	}
	for order, err := range client.AllOrders(ctx, bourse.ListOrdersParams{Status: bourse.OrderStatusWorking}) {
		if err != nil {
			panic(err)
		}
		println(order.ID, order.Quantity.String())
	}
}
