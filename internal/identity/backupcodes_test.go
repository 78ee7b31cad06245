package identity_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

func TestBackupCodesAreReadBackUntilTheyAreUsed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		none, err := h.BackupCodes(t.Context(), ann.caller())
		must(t, err)
		if none == nil || len(none) != 0 {
			t.Errorf("while the second factor is off the codes are %v", none)
		}
		_, backup := ann.enableTwoFactor()
		listed, err := h.BackupCodes(t.Context(), ann.caller())
		must(t, err)
		if diff := cmp.Diff(backup, listed); diff != "" {
			t.Errorf("the listed codes differ (-want +got):\n%s", diff)
		}
		typed := strings.ToLower(strings.ReplaceAll(backup[4], "-", " ")) // as people type
		typed = strings.ReplaceAll(strings.ReplaceAll(typed, "0", "o"), "1", "l")
		_, err = ann.complete(ann.challenge(), typed)
		must(t, err)
		_, err = ann.complete(ann.challenge(), backup[4])
		testkit.WantFault(t, err, fault.Invalid2FACode)
		listed, err = h.BackupCodes(t.Context(), ann.caller())
		must(t, err)
		if want := slices.Delete(slices.Clone(backup), 4, 5); !slices.Equal(listed, want) {
			t.Errorf("the codes left are %v, want %v", listed, want)
		}
	})
}

func TestANewSetOfBackupCodesReplacesTheOldOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		_, err := h.ReplaceBackupCodes(t.Context(), ann.caller())
		testkit.WantFault(t, err, fault.Conflict)
		_, old := ann.enableTwoFactor()
		fresh, err := h.ReplaceBackupCodes(t.Context(), ann.caller())
		must(t, err)
		_, err = ann.complete(ann.challenge(), old[0])
		testkit.WantFault(t, err, fault.Invalid2FACode)
		_, err = ann.complete(ann.challenge(), fresh[0])
		must(t, err)
	})
}

func TestABackupCodeIsOfUseToItsOwnerOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, bob := h.register("ann@example.com"), h.register("bob@example.com")
		_, backup := ann.enableTwoFactor()
		bob.enableTwoFactor()
		_, err := bob.complete(bob.challenge(), backup[0])
		testkit.WantFault(t, err, fault.Invalid2FACode)
	})
}

func TestTurningTheSecondFactorOffNeedsACodeAndDropsTheBackupCodes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		testkit.WantFault(t, h.DisableTwoFactor(t.Context(), ann.caller(), "000000"), fault.Conflict)
		key, backup := ann.enableTwoFactor()
		testkit.WantFault(t, h.DisableTwoFactor(t.Context(), ann.caller(), h.wrongCode(key)), fault.InvalidOTP)
		must(t, h.DisableTwoFactor(t.Context(), ann.caller(), backup[0]))
		if h.Me(ann.caller()).TwoFactorEnabled() {
			t.Error("it is still on")
		}
		left, err := h.BackupCodes(t.Context(), ann.caller())
		must(t, err)
		if len(left) != 0 {
			t.Errorf("the codes are %v", left)
		}
		again, _ := ann.enableTwoFactor() // with another secret
		if again == key {
			t.Error("the second factor came back with the old secret")
		}
	})
}
