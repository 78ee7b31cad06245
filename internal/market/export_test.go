package market

import "context"

// LookBack fills what was requested since the market was filled, as the recorder does.
func (m *Market) LookBack(ctx context.Context) error { return m.recorder.lookBack(ctx) }
