// does not compile: cannot use bourse\.OrderTypeLimit .* as bourse\.PositionSide

package main

import (
	"context"

	bourse "bourse/sdk/go"
)

func main() {
	ctx, client := context.Background(), bourse.New("http://127.0.0.1:8080")
	_, _ = client.PlaceOrder(ctx, bourse.PlaceOrderRequest{Side: bourse.OrderTypeLimit})
}
