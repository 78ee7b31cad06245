// does not compile: impossible type switch case

package main

import (
	"context"

	bourse "bourse/sdk/go"
)

func main() {
	ctx, client := context.Background(), bourse.New("http://127.0.0.1:8080")
	for event := range client.Stream(ctx, bourse.StreamParams{}) {
		switch event.Data.(type) {
		case *bourse.Course:
		}
	}
}
