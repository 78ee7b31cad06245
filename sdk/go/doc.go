// Package bourse calls the API of Bourse, the backend of a trading platform. It stands alone: it needs nothing but Go's
// library.
//
// # A first call
//
// A Client has a method for each operation of the contract, named as the operation is. Ids of the path come first, then the
// body or the parameters of the query; what comes back is the data, without the envelope around it.
//
//	client := bourse.New("http://127.0.0.1:8080")
//	result, err := client.Login(ctx, bourse.LoginRequest{Email: "trader@demo.test", Password: "bourse-demo-1"})
//
// A log-in answers with tokens, or with a challenge for the second factor, and which of the two has to be looked at:
//
//	if challenge, isAsked := result.LoginChallenge(); isAsked {
//		_, err = client.CompleteLogin(ctx, bourse.CompleteLoginRequest{ChallengeToken: challenge.ChallengeToken, Code: code})
//	}
//
// The client keeps the tokens. When the access token has expired, it is exchanged for the next one, once for all calls that
// wait for it. WithTokenStore has them kept somewhere, WithTokens goes on with them, and WithSessionEnded is told when the
// session is over. A program that acts for nobody in particular uses WithAPIKey.
//
// # What may be absent
//
// In bodies and answers, a field that may be absent is a pointer, a list or a map: nil is absent, and everything else is
// there, also a zero. So a PATCH changes what it names and nothing else. Ptr makes such a pointer and Value reads one. In the
// parameters of a query, what is zero is not sent.
//
// Money, prices and quantities are of the type Decimal, which is exact. Texts of which the contract knows all values have a
// type of their own and constants; a newer server may send others.
//
// # Failures
//
// A refusal is an *Error, which has the code for programs, the message for people, the field that was refused and the id of
// the request:
//
//	if bourse.IsCode(err, bourse.CodeInsufficientFunds) { … }
//
// An answer that is not the API's, such as a proxy's page, is an *Error too, with CodeUnexpectedAnswer; it ends no session.
//
// What may pass is tried again, three times at most, with pauses that grow: a lost connection, a time-out, 502, 503 and 504,
// and 429 when its limit was exceeded, after as long as the server asks for. Only what cannot do anything twice is repeated:
// GET, PUT, DELETE, and each POST, because the client sends an Idempotency-Key with it. A PATCH is repeated only when it was
// not carried out. A DELETE whose answer was lost may be refused the second time, because what it removes is gone.
// IdempotencyKey names a call for longer than the client lives.
//
// The context of a call bounds all of its attempts, WithTimeout each of them.
//
// # Lists
//
// A list is read page by page (ListOrders), or whole:
//
//	for order, err := range client.AllOrders(ctx, bourse.ListOrdersParams{}) { … }
//
// # Events
//
// Stream tells prices, positions, orders and signals as they happen, and goes on behind the last one when it was cut.
// VerifyWebhook tells whether a request to an endpoint of yours comes from the server.
package bourse
