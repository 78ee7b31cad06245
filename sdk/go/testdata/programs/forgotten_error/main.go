// does not compile: assignment mismatch: 1 variable but client\.GetOrder returns 2 values

package main

import (
	"context"

	bourse "bourse/sdk/go"
)

func main() {
	ctx, client := context.Background(), bourse.New("http://127.0.0.1:8080")
	order := client.GetOrder(ctx, "id")
	println(order.ID)
}
