// does not compile: multiple-value result\.Tokens\(\)

package main

import (
	"context"

	bourse "bourse/sdk/go"
)

func main() {
	ctx, client := context.Background(), bourse.New("http://127.0.0.1:8080")
	result, err := client.Login(ctx, bourse.LoginRequest{})
	println(result.Tokens().AccessToken, err)
}
