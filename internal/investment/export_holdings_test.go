package investment

// What the tests of the pure rules call.
var (
	Unexplained = unexplained
	ValueOf     = value
)
