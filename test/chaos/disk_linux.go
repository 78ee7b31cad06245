package main

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// disk is a small disk in memory that can be filled. Without the permission to mount one it is a plain folder.
type disk struct {
	folder    string
	isMounted bool
}

// newDisk mounts a disk of the given size at a new folder.
func newDisk(folder, size string) (*disk, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "mode=0755,size="+size)
	if errors.Is(err, syscall.EPERM) {
		return &disk{folder: folder}, nil
	}
	return &disk{folder, err == nil}, err
}

func (d *disk) ballast() string { return filepath.Join(d.folder, "ballast") }

// fill fills the disk completely.
func (d *disk) fill() error {
	if !d.isMounted {
		return nil
	}
	file, err := os.Create(d.ballast())
	if err != nil {
		return err
	}
	defer file.Close()
	for _, size := range []int{1 << 20, 4 << 10, 1} {
		piece := make([]byte, size)
		for err = nil; err == nil; {
			_, err = file.Write(piece)
		}
		if !errors.Is(err, syscall.ENOSPC) {
			return err
		}
	}
	return nil
}

// free makes room again.
func (d *disk) free() error {
	if err := os.Remove(d.ballast()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// remove unmounts the disk and loses its content.
func (d *disk) remove() error {
	if !d.isMounted {
		return nil
	}
	d.isMounted = false
	return syscall.Unmount(d.folder, syscall.MNT_DETACH)
}
