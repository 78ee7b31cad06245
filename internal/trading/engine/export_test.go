package engine

// What tests use of the internals.

var (
	ToTick     = toTick
	SignalLife = signalLife
)
