package database_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// Book is a feature's own plain type.
type Book struct {
	ID     uuid.UUID
	Title  string
	Shelf  string // empty if on no shelf
	Tags   []string
	Length int // of the title
}

// The columns are named once, in the feature's book_store.go.
var books = database.NewTable("books", func(b *Book, column database.Define) {
	column("id", &b.ID)
	column("title", &b.Title)
	column("shelf", database.Optional(&b.Shelf))
	column("tags", database.JSON(&b.Tags))
	column("length", database.Computed(`LENGTH(books.title)`, &b.Length))
})

var errNoBook = errors.New("there is no such book")

// readBook reads one row by plain SQL.
func readBook(ctx context.Context, from database.Querier, id uuid.UUID) (*Book, error) {
	book, err := books.Scan(from.QueryRow(ctx, `SELECT `+books.Columns()+` FROM books WHERE id = $1`, id))
	return book, database.Missing(err, errNoBook)
}

// listBooks reads a page of matching books. Only the necessary conditions are written.
func listBooks(ctx context.Context, from database.Querier, shelf string, page database.Page) ([]*Book, error) {
	var where database.Where
	where.EqualIf(shelf != "", "shelf", shelf)
	query := `SELECT ` + books.Columns() + ` FROM books` + where.String() + ` ORDER BY id` + where.Page(page)
	return books.All(from.Query(ctx, query, where.Arguments...))
}

func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "books")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	db, err := database.Open(ctx, database.Options{URL: filepath.Join(folder, "books.db")})
	if err != nil {
		panic(err)
	}
	defer db.Close()

	first := &Book{ID: database.NewID(), Title: "The Intelligent Investor", Shelf: "A", Tags: []string{"value"}}
	second := &Book{ID: database.NewID(), Title: "Flash Boys"}
	err = db.InTx(ctx, func(tx *database.Tx) error {
		if _, err := tx.Exec(ctx, `CREATE TABLE books (id TEXT PRIMARY KEY, title TEXT NOT NULL, shelf TEXT, tags TEXT NOT NULL)`); err != nil {
			return err
		}
		if err := books.Insert(ctx, tx, first, second); err != nil {
			return err
		}
		second.Shelf = "B"
		return books.Update(ctx, tx, second) // or only some of its columns: books.Update(ctx, tx, second, "shelf")
	})
	if err != nil {
		panic(err)
	}
	found, err := readBook(ctx, db, second.ID)
	fmt.Println(found.Title, found.Shelf, found.Length, err)
	list, err := listBooks(ctx, db, "A", database.Page{Number: 1, Limit: 10})
	fmt.Println(len(list), list[0].Title, list[0].Tags, err)
	// Output:
	// Flash Boys B 10 <nil>
	// 1 The Intelligent Investor [value] <nil>
}
