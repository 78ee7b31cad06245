package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// file is one file of an archive.
type file struct {
	name    string // with slashes
	mode    fs.FileMode
	content []byte
}

// beside is what goes into each archive beside the binary: files, and folders with everything in them.
var beside = []string{
	"README.md", "CHANGELOG.md", "SECURITY.md", "THIRD_PARTY_NOTICES.md", "docs/operations.md", "docs/storms.md", "docs/runbook",
	"deploy/grafana", "deploy/prometheus", "deploy/systemd",
}

// contents are the files of an archive, sorted by name.
func contents(binary string, inventory []byte) ([]file, error) {
	program, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	files := []file{{filepath.Base(binary), 0o755, program}, {"bourse.cdx.json", 0o644, inventory}}
	for _, root := range beside {
		err := filepath.WalkDir(filepath.FromSlash(root), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			files = append(files, file{filepath.ToSlash(path), 0o644, content})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	return files, nil
}

// tar writes the files into a folder of an archive, all with the commit's time and without an owner.
func (r release) tar(path, folder string, files []file) error {
	var archive bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&archive, gzip.BestCompression)
	if err != nil {
		return err
	}
	writer := tar.NewWriter(compressed)
	for _, one := range files {
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: folder + "/" + one.name, Size: int64(len(one.content)), Mode: int64(one.mode), ModTime: r.at,
			Format: tar.FormatPAX,
		}
		if err := writer.WriteHeader(header); err != nil {
			return err
		}
		if _, err := writer.Write(one.content); err != nil {
			return err
		}
	}
	return errors.Join(writer.Close(), compressed.Close(), os.WriteFile(path, archive.Bytes(), 0o644))
}

// zip does as tar, for systems that unpack zip.
func (r release) zip(path, folder string, files []file) error {
	var archive bytes.Buffer
	writer := zip.NewWriter(&archive)
	for _, one := range files {
		header := &zip.FileHeader{Name: folder + "/" + one.name, Method: zip.Deflate, Modified: r.at}
		header.SetMode(one.mode)
		entry, err := writer.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(one.content); err != nil {
			return err
		}
	}
	return errors.Join(writer.Close(), os.WriteFile(path, archive.Bytes(), 0o644))
}

// writeSums writes SHA256SUMS for all files of the folder, in the format that sha256sum checks.
func writeSums(folder string) error {
	entries, err := os.ReadDir(folder) // sorted by name
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), entry.Name())
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), sums.Bytes(), 0o644)
}
