package binance

// ParseMessage tells only whether a message can be read, which is all that a fuzzer asks.
func ParseMessage(text []byte) error {
	_, err := parseMessage(text)
	return err
}

// ErrMalformed is what ParseMessage fails with.
var ErrMalformed = errMalformed
