// Package bourse is a client of the API of Bourse, the backend of a trading platform. It is self-contained: it needs
// nothing but Go's standard library.
//
// # A first call
//
// A Client has a method for each operation of the contract, with the operation's name. Ids in the path come first, then
// the body or the query parameters; the result is the data, without its envelope.
//
//	client := bourse.New("http://127.0.0.1:8080")
//	result, err := client.Login(ctx, bourse.LoginRequest{Email: "trader@demo.test", Password: "bourse-demo-1"})
//
// A log-in returns tokens, or a challenge for the second factor; the program must check which:
//
//	if challenge, isAsked := result.LoginChallenge(); isAsked {
//		_, err = client.CompleteLogin(ctx, bourse.CompleteLoginRequest{ChallengeToken: challenge.ChallengeToken, Code: code})
//	}
//
// The client keeps the tokens. An expired access token is exchanged for the next one, once for all calls that wait for
// it. WithTokenStore has the tokens stored, WithTokens continues with stored ones, and WithSessionEnded has a function
// called when the session has ended. A program that does not act for a person who logs in uses WithAPIKey.
//
// # Optional fields
//
// In bodies and results, an optional field is a pointer, a list or a map: nil is absent, and everything else is present,
// even a zero. So a PATCH changes only the fields that it sets. Ptr makes such a pointer and Value reads one. In query
// parameters, zero values are not sent.
//
// Money, prices and quantities have the type Decimal, which is exact. Texts whose values the contract lists have types of
// their own with constants; a newer server may send other values.
//
// # Failures
//
// A refusal is an *Error, which has a code for programs, a message for people, the field that was refused and the id of
// the request:
//
//	if bourse.IsCode(err, bourse.CodeInsufficientFunds) { … }
//
// An answer that is not the API's, such as a proxy's page, is also an *Error, with CodeUnexpectedAnswer; it ends no session.
//
// Transient failures are retried, three times at most, with growing pauses: a lost connection, a timeout, 502, 503 and
// 504, and 429 when its limit was exceeded, after as long as the server asks for. Only calls that do nothing twice are
// retried: GET, PUT, DELETE, and each POST, because the client sends an Idempotency-Key with it. A PATCH is retried only
// when it was not carried out. A DELETE whose answer was lost may be refused the second time, because what it removes is
// gone. IdempotencyKey identifies a call beyond the lifetime of the client.
//
// The context of a call limits all of its attempts together, WithTimeout each of them.
//
// # Lists
//
// A list can be read page by page (ListOrders), or as a whole:
//
//	for order, err := range client.AllOrders(ctx, bourse.ListOrdersParams{}) { … }
//
// # Events
//
// Stream yields prices, positions, orders and signals as they happen, and continues after the last one when it was cut.
// VerifyWebhook checks whether a request to one of your endpoints was sent by the server.
package bourse
