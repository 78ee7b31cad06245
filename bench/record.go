package main

import (
	"context"
	"os/exec"
	"strings"
	"time"

	"bourse/bench/growth"
	"bourse/bench/kit"
	"bourse/bench/page"
)

// documents is where the page stands, seen from the root of the source.
const documents = page.Folder("docs")

// names are those of all areas, in their order.
func names() []string {
	all := make([]string, len(areas))
	for i, area := range areas {
		all[i] = area.Name
	}
	return all
}

// circumstances are those under which a bench begins.
type circumstances struct {
	at     time.Time
	load   float64
	clock  kit.Clock
	commit string
}

func observe(ctx context.Context) circumstances {
	return circumstances{at: time.Now(), load: kit.Load(), clock: kit.ReadClock(), commit: commit(ctx)}
}

// commit names the source that is measured; a star says that it was changed since.
func commit(ctx context.Context) string {
	head, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown" // such as in an archive
	}
	changed, err := exec.CommandContext(ctx, "git", "status", "--porcelain", "--", "*.go", "*.sql", "go.mod").Output()
	name := strings.TrimSpace(string(head))
	if err != nil || len(changed) > 0 {
		name += "*"
	}
	return name
}

// record keeps what an area has measured and writes the page.
func record(rig *kit.Rig, area kit.Area, before circumstances) error {
	measured := page.Measured{
		Area: area.Name, About: area.About, At: before.at.UTC(), Took: time.Since(before.at), Commit: before.commit, Machine: rig.DescribeMachine(),
		Rounds: rig.Rounds, LoadBefore: before.load, Stolen: kit.ReadClock().StolenSince(before.clock), Results: rig.Report.Results(),
	}
	if area.Name == growth.Growth.Name {
		measured.Scale = rig.Scale
	}
	if err := documents.Store(measured); err != nil {
		return err
	}
	return documents.Write(names())
}
