// does not compile: cannot use .*float64.* as \*bourse\.Decimal

package main

import (
	"context"

	bourse "bourse/sdk/go"
)

func main() {
	ctx, client := context.Background(), bourse.New("http://127.0.0.1:8080")
	_, _ = client.PlaceOrder(ctx, bourse.PlaceOrderRequest{Quantity: bourse.Ptr(0.1)})
}
