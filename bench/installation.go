package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bourse/internal/database"
)

// installation is a data folder and a database of the product, with one user.
type installation struct {
	rig         *rig
	engine      database.Engine
	folder      string
	databaseURL string
}

const (
	userEmail    = "bench@bench.test"
	userPassword = "side-by-side-figures"
)

// install makes a new installation, its schema in place.
func (r *rig) install(ctx context.Context, engine database.Engine) (*installation, error) {
	r.made++
	folder := filepath.Join(r.directory, fmt.Sprintf("installation-%d", r.made))
	if err := os.Mkdir(folder, 0o700); err != nil {
		return nil, err
	}
	url, err := r.newDatabase(ctx, engine, folder)
	if err != nil {
		return nil, err
	}
	made := &installation{rig: r, engine: engine, folder: folder, databaseURL: url}
	create := made.command(ctx, "user", "create", "--create-database", userEmail)
	create.Env = append(create.Env, "BOURSE_PASSWORD="+userPassword)
	if output, err := create.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("user create: %w\n%s", err, output)
	}
	return made, nil
}

// command prepares the binary for this installation. Settings in the environment of who runs the
// benchmark do not count.
func (i *installation) command(ctx context.Context, arguments ...string) *exec.Cmd {
	// The context does not kill the process: it is stopped in order, see process.stop.
	command := exec.CommandContext(context.WithoutCancel(ctx), i.rig.binary, arguments...)
	command.Env = slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, "BOURSE_") })
	command.Env = append(command.Env, "BOURSE_DATA_DIR="+i.folder, "BOURSE_DATABASE_URL="+i.databaseURL)
	return command
}

// server is a running process of an installation.
type server struct {
	*process
	address string
	// startedIn is how long it took from the start of the process to the first 200 of /readyz.
	startedIn time.Duration
}

// startWait is how long a start may take.
const startWait = 30 * time.Second

// serve starts the product as in production, with a log line for every request, but without rate limits.
func (i *installation) serve(ctx context.Context, flags ...string) (*server, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	arguments := append([]string{"serve", "--listen", address, "--rate-limit", "off", "--log-level", "info", "--drain-delay", "0s"}, flags...)
	command := i.command(ctx, arguments...)
	started := time.Now()
	running, err := startProcess("bourse", filepath.Join(i.folder, "log"), command)
	if err != nil {
		return nil, err
	}
	s := &server{process: running, address: address}
	limited, cancel := context.WithTimeout(ctx, startWait)
	defer cancel()
	err = running.await(limited, func() error {
		_, err := s.call(limited, http.MethodGet, "/readyz", "", nil)
		return err
	})
	s.startedIn = time.Since(started)
	if err != nil {
		_ = running.stop() // it is the failure to start that counts
		return nil, err
	}
	return s, nil
}

// logIn opens a session and returns its access token.
func (s *server) logIn(ctx context.Context) (string, error) { return s.logInAs(ctx, userEmail) }

func (s *server) logInAs(ctx context.Context, email string) (string, error) {
	body, err := json.Marshal(map[string]string{"email": email, "password": userPassword})
	if err != nil {
		return "", err
	}
	content, err := s.call(ctx, http.MethodPost, "/api/v1/auth/login", "", body)
	if err != nil {
		return "", err
	}
	var answer struct {
		Data struct{ AccessToken string }
	}
	if err := json.Unmarshal(content, &answer); err != nil || answer.Data.AccessToken == "" {
		return "", fmt.Errorf("log-in answered %s", content)
	}
	return answer.Data.AccessToken, nil
}

// call makes one request and returns the body of the answer. Any status but 200 is an error.
func (s *server) call(ctx context.Context, method, path, token string, body []byte) ([]byte, error) {
	answer, content, err := fetch(ctx, method, "http://"+s.address+path, token, body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s answered %s: %s", method, path, answer.Status, content)
	}
	return content, err
}

// fetch makes one request on a connection of its own.
func fetch(ctx context.Context, method, url, token string, body []byte) (*http.Response, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	request.Close = true
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Mozilla/5.0 (bench)")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	return answer, content, err
}
