package identity

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// Me is the caller's own account.
func (s *Service) Me(caller Caller) *User { return caller.user }

// administeredTenant returns the tenant whose users the caller may manage. It fails with FORBIDDEN below admin and with
// NOT_FOUND when an admin asks for another tenant.
func administeredTenant(caller Caller, wanted uuid.UUID) (uuid.UUID, error) {
	if err := caller.Require(RoleAdmin); err != nil {
		return uuid.Nil, err
	}
	if wanted == uuid.Nil || wanted == caller.TenantID {
		return caller.TenantID, nil
	}
	if !caller.Role.AtLeast(RoleSuperAdmin) {
		return uuid.Nil, fault.New(fault.NotFound, "there is no such tenant")
	}
	return wanted, nil
}

// UserFilter narrows a list of users; zero values match everything.
type UserFilter struct {
	TenantID    uuid.UUID // the caller's own tenant when nil
	EmailPrefix string
	Role        Role
}

// Users lists a tenant's users, newest first, and their total number. It requires admin; only a super_admin may list
// another tenant.
func (s *Service) Users(ctx context.Context, caller Caller, filter UserFilter, page database.Page) ([]*User, int, error) {
	tenant, err := administeredTenant(caller, filter.TenantID)
	if err != nil {
		return nil, 0, err
	}
	return listUsers(ctx, s.db, tenant, filter, page)
}

// User returns one user whom the caller may manage. It fails with FORBIDDEN below admin; a user of another tenant is
// NOT_FOUND to all but a super_admin.
func (s *Service) User(ctx context.Context, caller Caller, id uuid.UUID) (*User, error) {
	if err := caller.Require(RoleAdmin); err != nil {
		return nil, err
	}
	user, err := readUser(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if err := mayManage(caller, user); err != nil {
		return nil, err
	}
	return user, nil
}

func mayManage(caller Caller, user *User) error {
	if user.TenantID != caller.TenantID && !caller.Role.AtLeast(RoleSuperAdmin) {
		return fault.New(fault.NotFound, "there is no such user")
	}
	return nil
}

// UserChange is an administrator's change to a user; nil fields stay as they are.
type UserChange struct {
	Role      *Role
	Suspended *bool
}

// UpdateUser changes a user's role, suspends the user or lifts the suspension, with effect on the user's next request.
// Nobody can change their own account here, or grant or revoke a role above their own (FORBIDDEN), so the last
// super_admin stays. Changing a role requires a recent log-in (REAUTHENTICATION_REQUIRED). It fails with CONFLICT for
// an erased user, whose suspension is final.
func (s *Service) UpdateUser(ctx context.Context, caller Caller, id uuid.UUID, change UserChange) (*User, error) {
	if err := caller.Require(RoleAdmin); err != nil {
		return nil, err
	}
	if change.Role != nil && !change.Role.Valid() {
		return nil, errNoSuchRole
	}
	var changed *User
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		actor, user, err := lockActorAndUser(ctx, tx, caller.UserID, id)
		if err != nil {
			return err
		}
		// The caller's rights are checked again now that the rows are locked: two administrators may be demoting each
		// other. As nobody can change themselves, and only a super_admin can change a super_admin, one of them always
		// remains.
		caller.Role = actor.Role
		if err := actor.mayEnter(); err != nil {
			return err
		}
		if err := mayChange(caller, user, change, s.now()); err != nil {
			return err
		}
		if user.hasLeft() {
			return fault.New(fault.Conflict, "this person has left")
		}
		before := *user
		user.apply(change, s.now())
		if err := s.updateUser(ctx, tx, user); err != nil {
			return err
		}
		changed = user
		if user.Suspended() && !before.Suspended() {
			if err := s.expel(ctx, tx, user); err != nil {
				return err
			}
		}
		if change.Suspended != nil || user.Role != before.Role {
			if err := s.tellStanding(ctx, tx, user); err != nil {
				return err
			}
		}
		return s.tellChange(ctx, tx, caller, &before, user)
	})
	return changed, err
}

// expel ends a suspended user's sessions and the log-ins that wait for a code. After the suspension is lifted, the user
// must log in again and nobody can continue with what was revoked.
func (s *Service) expel(ctx context.Context, tx *database.Tx, user *User) error {
	if _, err := s.revokeSessions(ctx, tx, user, "suspended", allSessions); err != nil {
		return err
	}
	return dropChallenges(ctx, tx, user.ID)
}

func (u *User) apply(change UserChange, now time.Time) {
	if change.Role != nil {
		u.Role = *change.Role
	}
	if change.Suspended == nil || *change.Suspended == u.Suspended() {
		return
	}
	u.SuspendedAt = time.Time{}
	if *change.Suspended {
		u.SuspendedAt = now
	}
}

// tellChange audits and publishes a change to a user and notifies the user by mail.
func (s *Service) tellChange(ctx context.Context, tx *database.Tx, caller Caller, before, after *User) error {
	if before.Role != after.Role {
		if err := s.auditRole(ctx, tx, caller, before, after); err != nil {
			return err
		}
		if err := s.tellSecurityChangeWith(ctx, tx, after, "role_changed", brand.Values{"role": string(after.Role)}); err != nil {
			return err
		}
		event := roleEvent{newUserEvent(after), before.Role}
		if err := s.publish(ctx, tx, after.TenantID, userRoleChanged, event); err != nil {
			return err
		}
	}
	if before.Suspended() == after.Suspended() {
		return nil
	}
	action, event, kind := "user.reinstated", userReinstated, brand.Kind("account_reinstated")
	if after.Suspended() {
		action, event, kind = "user.suspended", userSuspended, "account_suspended"
	}
	if err := s.tellSecurityChange(ctx, tx, after, kind); err != nil {
		return err
	}
	if err := s.publishUser(ctx, tx, event, after); err != nil {
		return err
	}
	return s.auditUser(ctx, tx, caller, after, action,
		audit.Fields{"suspended": strconv.FormatBool(before.Suspended())},
		audit.Fields{"suspended": strconv.FormatBool(after.Suspended())})
}

// mayChange decides whether the caller may make this change to the user.
func mayChange(caller Caller, user *User, change UserChange, now time.Time) error {
	if err := caller.Require(RoleAdmin); err != nil {
		return err
	}
	if err := mayManage(caller, user); err != nil {
		return err
	}
	if user.ID == caller.UserID {
		return fault.New(fault.Forbidden, "nobody changes their own role or suspension")
	}
	if !caller.Role.AtLeast(user.Role) {
		return fault.New(fault.Forbidden, "this user has a role above yours")
	}
	if change.Role != nil && !caller.Role.AtLeast(*change.Role) {
		return fault.New(fault.Forbidden, "you cannot give a role above yours").About("role")
	}
	if change.Role != nil && *change.Role != user.Role { // a granted role would outlast a stolen session
		return caller.RequireRecentLogin(now)
	}
	return nil
}

// lockActorAndUser locks both rows in the order of their ids, so that two administrators who change each other do not
// deadlock. It fails with NOT_FOUND when the user does not exist.
func lockActorAndUser(ctx context.Context, tx *database.Tx, actor, user uuid.UUID) (*User, *User, error) {
	if database.CompareIDs(actor, user) > 0 {
		second, first, err := lockActorAndUser(ctx, tx, user, actor)
		return first, second, err
	}
	first, err := lockUser(ctx, tx, actor)
	if err != nil || actor == user {
		return first, first, err
	}
	second, err := lockUser(ctx, tx, user)
	return first, second, err
}
