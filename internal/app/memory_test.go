package app

import "testing"

func TestWhatStrangersCanFillFitsIntoTheMemory(t *testing.T) {
	t.Parallel()
	for _, megabytes := range []int64{64, 108, 217, 435, 1740, 100_000} {
		m := memoryBudget{limit: megabytes << 20}
		all := m.bodies() + m.queuedWebhooks() + int64(m.connections())*connectionMemory + int64(m.sessions())*sessionMemory +
			int64(m.callers())*callerMemory + int64(m.hashes())*2*hashMemory + 2*m.searchIndex()
		if most := m.limit / 32 * 31; megabytes >= 217 && all > most {
			t.Errorf("%d MB: %d bytes can be filled, want at most %d", megabytes, all, most)
		}
		if m.hashes() < 1 || m.connections() < 64 || m.sessions() < 1000 || m.callers() < 10_000 || m.bodies() < 8<<20 || m.queuedWebhooks() < leastQueuedBytes {
			t.Errorf("%d MB: nothing goes any more: %+v", megabytes, m)
		}
	}
	if m := (memoryBudget{}); m.connections() != mostConnections || m.queuedWebhooks() != mostQueuedBytes {
		t.Error("without a limit there is no bound of connections or of the queue")
	}
}

func TestConnectionsLeaveFilesForTheRest(t *testing.T) {
	t.Parallel()
	for files, want := range map[int]int{0: mostConnections, 256: 128, 1024: 768, 1 << 20: mostConnections} {
		if got := (memoryBudget{files: files}).connections(); got != want {
			t.Errorf("with %d files there may be %d connections, want %d", files, got, want)
		}
	}
}
