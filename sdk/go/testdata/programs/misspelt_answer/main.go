// does not compile: order\.Quantitty undefined

package main

import (
	"context"

	bourse "bourse/sdk/go"
)

func main() {
	ctx, client := context.Background(), bourse.New("http://127.0.0.1:8080")
	order, err := client.GetOrder(ctx, "id")
	println(order.Quantitty.String(), err)
}
