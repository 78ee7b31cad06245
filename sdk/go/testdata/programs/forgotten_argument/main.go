// does not compile: not enough arguments in call to client\.GetOrder

package main

import (
	"context"

	bourse "bourse/sdk/go"
)

func main() {
	ctx, client := context.Background(), bourse.New("http://127.0.0.1:8080")
	_, _ = client.GetOrder(ctx)
}
