package kit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	"bourse/test/e2e/bourse"
)

// Installation is a data folder and a database of the product, with one user.
type Installation struct {
	Database
	rig    *Rig
	folder string
}

// UserEmail is the email of every installation's user.
const UserEmail = "bench@bench.test"

const userPassword = "side-by-side-figures"

// Install makes a new, migrated installation.
func (r *Rig) Install(ctx context.Context, engine database.Engine) (*Installation, error) {
	folder, err := r.NewFolder()
	if err != nil {
		return nil, err
	}
	url, err := r.newDatabase(ctx, engine, folder)
	if err != nil {
		return nil, err
	}
	installed := &Installation{rig: r, folder: folder, Database: Database{engine, url}}
	return installed, installed.CreateUser(ctx, UserEmail, "--create-database")
}

// CreateUser adds a user who can log in.
func (i *Installation) CreateUser(ctx context.Context, email string, flags ...string) error {
	create := i.command(ctx, slices.Concat([]string{"user", "create"}, flags, []string{email})...)
	create.Env = append(create.Env, "BOURSE_PASSWORD="+userPassword)
	if output, err := create.CombinedOutput(); err != nil {
		return fmt.Errorf("user create: %w\n%s", err, output)
	}
	return nil
}

// InDatabase works in the installation's database, which the product may be using at the same time.
func (i *Installation) InDatabase(ctx context.Context, work func(db *database.DB) error) (err error) {
	db, err := database.Open(ctx, database.Options{URL: i.DatabaseURL, Limits: database.PatientLimits})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return work(db)
}

// command prepares the binary for this installation. Settings in the environment of the benchmark's caller are
// ignored.
func (i *Installation) command(ctx context.Context, arguments ...string) *exec.Cmd {
	// The context does not kill the process: it is stopped in order, see Process.Stop.
	command := exec.CommandContext(context.WithoutCancel(ctx), i.rig.binary, arguments...)
	command.Env = slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, "BOURSE_") })
	command.Env = append(command.Env, "BOURSE_DATA_DIR="+i.folder, "BOURSE_DATABASE_URL="+i.DatabaseURL)
	return command
}

// Server is a running process of an installation, or a bare side.
type Server struct {
	*Process
	Address string
	// StartedIn is the time from the start of the process to the first 200 of /readyz.
	StartedIn time.Duration
}

// StartWait is how long a start may take.
const StartWait = 30 * time.Second

// Serve starts the product as in production, with a log line for every request, but without rate limits.
func (i *Installation) Serve(ctx context.Context, flags ...string) (*Server, error) {
	address, err := bourse.FreeAddress()
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
	s := &Server{Process: running, Address: address}
	limited, cancel := context.WithTimeout(ctx, StartWait)
	defer cancel()
	err = running.Await(limited, func() error {
		_, err := s.Call(limited, http.MethodGet, "/readyz", "", nil)
		return err
	})
	s.StartedIn = time.Since(started)
	if err != nil {
		_ = running.Stop() // the failure to start matters more
		return nil, err
	}
	return s, nil
}

// LogIn opens a session of UserEmail and returns its access token.
func (s *Server) LogIn(ctx context.Context) (string, error) { return s.LogInAs(ctx, UserEmail) }

// LogInAs opens a session of a user and returns its access token.
func (s *Server) LogInAs(ctx context.Context, email string) (string, error) {
	body, err := json.Marshal(map[string]string{"email": email, "password": userPassword})
	if err != nil {
		return "", err
	}
	content, err := s.Call(ctx, http.MethodPost, "/api/v1/auth/login", "", body)
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

// Call makes one request and returns the body of the answer. Any status but 200 is an error.
func (s *Server) Call(ctx context.Context, method, path, token string, body []byte) ([]byte, error) {
	answer, content, err := s.Fetch(ctx, method, path, token, body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s answered %s: %s", method, path, answer.Status, content)
	}
	return content, err
}

// Fetch makes one request on a connection of its own and returns the answer with its body, whatever its status.
func (s *Server) Fetch(ctx context.Context, method, path, token string, body []byte) (*http.Response, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, "http://"+s.Address+path, bytes.NewReader(body))
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
