package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// always are the files without which the go command does not recognise the copy as the module.
var always = []string{"go.mod", "go.sum", "sdk/go/go.mod"}

// listed is a package as the go command lists it.
type listed struct {
	Dir, ForTest                                string
	Module                                      *struct{ Main bool }
	EmbedFiles, TestEmbedFiles, XTestEmbedFiles []string
}

// copyModule copies what a package's tests need into a new module of the same name: the package with its tests, and
// without their tests the packages of ours that it depends on. Gremlins copies a module once more for every worker
// and tests every package below the one that it changes, so the copy must contain nothing unnecessary.
func copyModule(ctx context.Context, t target, destination string) error {
	packages, err := list(ctx, t.dir)
	if err != nil {
		return err
	}
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	for _, name := range always {
		if err := copyFile(root, name, destination); err != nil {
			return err
		}
	}
	for _, p := range packages {
		dir, err := filepath.Rel(root, p.Dir)
		if err != nil {
			return err
		}
		files, err := t.filesOf(dir)
		if err != nil {
			return err
		}
		for _, name := range slices.Concat(files, p.EmbedFiles, p.TestEmbedFiles, p.XTestEmbedFiles) {
			if err := copyFile(root, filepath.Join(dir, name), destination); err != nil {
				return err
			}
		}
	}
	testdata := filepath.Join(t.dir, "testdata")
	err = os.CopyFS(filepath.Join(destination, testdata), os.DirFS(testdata))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// list asks the go command for the packages of this module that a package's tests need, including itself.
func list(ctx context.Context, dir string) ([]listed, error) {
	fields := "-json=Dir,ForTest,Module,EmbedFiles,TestEmbedFiles,XTestEmbedFiles"
	command := exec.CommandContext(ctx, "go", "list", "-deps", "-test", fields, "./"+dir)
	var said bytes.Buffer
	command.Stderr = &said
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, said.Bytes())
	}
	var packages []listed
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		if p.Module != nil && p.Module.Main && p.Dir != "" {
			packages = append(packages, p)
		}
	}
}

// filesOf names the files of a folder that belong in the copy.
func (t target) filesOf(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		isTest := strings.HasSuffix(entry.Name(), "_test.go")
		isWanted := !isTest || dir == t.dir && (len(t.tests) == 0 || slices.Contains(t.tests, entry.Name()))
		if entry.Type().IsRegular() && isWanted {
			names = append(names, entry.Name())
		}
	}
	return names, nil
}

func copyFile(root, name, destination string) error {
	content, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return err
	}
	copied := filepath.Join(destination, name)
	if err := os.MkdirAll(filepath.Dir(copied), 0o755); err != nil {
		return err
	}
	return os.WriteFile(copied, content, 0o644)
}
