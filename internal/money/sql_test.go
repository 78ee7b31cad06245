package money_test

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"math"
	"testing"

	"bourse/internal/money"
)

var (
	_ driver.Valuer = money.Decimal{}
	_ sql.Scanner   = (*money.Decimal)(nil)
)

func TestTheDatabaseStoresUnits(t *testing.T) {
	t.Parallel()
	if got, err := dec("-1.5").Value(); err != nil || got != int64(-150_000_000) {
		t.Errorf("stored as %v, error %v", got, err)
	}
}

func TestUnitsAreReadFromIntegersAndFromTheTextOfASum(t *testing.T) {
	t.Parallel()
	for _, source := range []any{int64(-150_000_000), "-150000000", []byte("-150000000")} {
		var got money.Decimal
		if err := got.Scan(source); err != nil || got != dec("-1.5") {
			t.Errorf("%T is read as %s, error %v", source, got, err)
		}
	}
}

func TestWhatIsNotAWholeNumberOfUnitsIsRefused(t *testing.T) {
	t.Parallel()
	for _, source := range []any{
		nil, 1.5, float64(1), true, "", "1.5", "1e3", "x", "9223372036854775808", []byte("-9223372036854775808"),
		int64(math.MinInt64), int32(1),
	} {
		kept := dec("7")
		err := kept.Scan(source)
		if err == nil || kept != dec("7") {
			t.Errorf("%T %v is read as %s, error %v", source, source, kept, err)
		}
		if input := new(money.InputError); errors.As(err, &input) {
			t.Errorf("%T %v: a fault of the database is blamed on the client: %v", source, source, err)
		}
	}
}

func TestANullableColumnIsAnSQLNull(t *testing.T) {
	t.Parallel()
	var column sql.Null[money.Decimal]
	if err := column.Scan(nil); err != nil || column.Valid {
		t.Errorf("NULL is read as %v, error %v", column, err)
	}
	if err := column.Scan(int64(50_000_000)); err != nil || !column.Valid || column.V != dec("0.5") {
		t.Errorf("a half is read as %v, error %v", column, err)
	}
	stored, err := driver.DefaultParameterConverter.ConvertValue(column)
	if err != nil || stored != int64(50_000_000) {
		t.Errorf("a half is stored as %v, error %v", stored, err)
	}
}
