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

// documents is the folder of the page, relative to the source's root.
const documents = page.Folder("docs")

// names are the names of all areas, in order.
func names() []string {
	all := make([]string, len(areas))
	for i, area := range areas {
		all[i] = area.Name
	}
	return all
}

// circumstances are those at the start of a bench.
type circumstances struct {
	at     time.Time
	load   float64
	clock  kit.Clock
	commit string
}

func observe(ctx context.Context) circumstances {
	return circumstances{at: time.Now(), load: kit.Load(), clock: kit.ReadClock(), commit: commit(ctx)}
}

// commit names the measured source; a star marks uncommitted changes.
func commit(ctx context.Context) string {
	head, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown" // for example in an archive
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
