package engine

// What tests look at from the inside.

var (
	ToTick     = toTick
	SignalLife = signalLife
)
