package telemetry

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// released is the version of a release, set by `make release` with -ldflags=-X; empty in any other build.
var released string

// Build says which program is running.
type Build struct {
	Version   string // of the release, else the module's; "dev" for a build that has none
	Commit    string // the revision it was built from, with "-dirty" after it when files were changed; "unknown" without one
	GoVersion string
}

// Version reads the build information that the Go linker stored in the binary.
func Version() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildFrom(info, released)
}

// String is the line that `bourse version` prints.
func (b Build) String() string {
	return fmt.Sprintf("bourse %s (commit %s, %s)", b.Version, b.Commit, b.GoVersion)
}

func buildFrom(info *debug.BuildInfo, released string) Build {
	build := Build{Version: cmp.Or(released, info.Main.Version), Commit: "unknown", GoVersion: cmp.Or(info.GoVersion, runtime.Version())}
	if build.Version == "" || build.Version == "(devel)" {
		build.Version = "dev"
	}
	dirty := ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision" && setting.Value != "":
			build.Commit = setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			dirty = "-dirty"
		}
	}
	build.Commit += dirty
	return build
}
