package telemetry_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"bourse/internal/telemetry"
)

func TestTheBuildIsReadFromWhatTheLinkerLeft(t *testing.T) {
	t.Parallel()
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "7cc33e5"}
	cases := map[string]struct {
		info     debug.BuildInfo
		released string
		want     telemetry.Build
	}{
		"a release": {
			debug.BuildInfo{GoVersion: "go1.26.1", Main: debug.Module{Version: "v1.3.1-0.20260101000000-7cc33e5aaaaa"}, Settings: []debug.BuildSetting{revision}}, "1.4.0",
			telemetry.Build{Version: "1.4.0", Commit: "7cc33e5", GoVersion: "go1.26.1"},
		},
		"a version of the module": {
			debug.BuildInfo{GoVersion: "go1.26.1", Main: debug.Module{Version: "v1.4.0"}, Settings: []debug.BuildSetting{revision}}, "",
			telemetry.Build{Version: "v1.4.0", Commit: "7cc33e5", GoVersion: "go1.26.1"},
		},
		"changed files": {
			debug.BuildInfo{GoVersion: "go1.26.1", Main: debug.Module{Version: "(devel)"},
				Settings: []debug.BuildSetting{{Key: "vcs.modified", Value: "true"}, revision}}, "",
			telemetry.Build{Version: "dev", Commit: "7cc33e5-dirty", GoVersion: "go1.26.1"},
		},
		"nothing known": {
			debug.BuildInfo{}, "",
			telemetry.Build{Version: "dev", Commit: "unknown", GoVersion: runtime.Version()},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := telemetry.BuildFrom(&c.info, c.released); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestTheRunningBuildNamesItself(t *testing.T) {
	t.Parallel()
	build := telemetry.Version()
	if build.Version == "" || build.Commit == "" || build.GoVersion != runtime.Version() {
		t.Errorf("incomplete build %+v", build)
	}
	shown := telemetry.Build{Version: "v1.4.0", Commit: "7cc33e5", GoVersion: "go1.26.1"}.String()
	if want := "bourse v1.4.0 (commit 7cc33e5, go1.26.1)"; shown != want {
		t.Errorf("got %q, want %q", shown, want)
	}
}
