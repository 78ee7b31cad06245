package investment

// The functions that the tests of the pure rules call.
var (
	Unexplained = unexplained
	ValueOf     = value
)
