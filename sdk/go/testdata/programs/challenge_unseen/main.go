// does not compile: result\.AccessToken undefined

package main

import (
	"context"

	bourse "bourse/sdk/go"
)

func main() {
	ctx, client := context.Background(), bourse.New("http://127.0.0.1:8080")
	result, err := client.Login(ctx, bourse.LoginRequest{})
	println(result.AccessToken, err)
}
