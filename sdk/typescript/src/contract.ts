// Generated from api/openapi.yaml by npm run generate. Do not edit.

export interface paths {
    "/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account and log in
         * @description An email is unique within its brand; one person may be a customer of several brands. Pages of other origins may
         *     not request a session in a cookie (`FORBIDDEN`).
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with email and password
         * @description Returns tokens or, if the account has a second factor, a challenge that `POST /auth/login/2fa` completes. Five
         *     failures within fifteen minutes lock the email of a brand for the caller's address. A wrong password, an unknown
         *     email and an unknown brand all return INVALID_CREDENTIALS.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login/2fa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a log-in with the second factor
         * @description Send a code from the authenticator app or an unused backup code. After five wrong codes within fifteen minutes,
         *     or twenty within a day, every code is refused with `OTP_ATTEMPTS_EXCEEDED` until `Retry-After` has passed,
         *     whichever challenge it comes with; a passkey is still accepted, and a new password starts the day's count anew,
         *     once a day. The first wrong code of a day is reported to the account's owner by email.
         */
        post: operations["completeLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a log-in with a passkey
         * @description Returns the options for `navigator.credentials.get`: pass `publicKey` to
         *     `PublicKeyCredential.parseRequestOptionsFromJSON`. No user is named; the person chooses one of the passkeys on
         *     their device. With the `challengeToken` of a log-in that requires a second factor, only passkeys of that account
         *     are accepted.
         */
        post: operations["beginPasskeyLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with a passkey
         * @description `credential` is the result of `navigator.credentials.get` as its `toJSON()`. The options can be used once,
         *     within five minutes. A passkey proves both the device and its owner, so no second factor is required; with the
         *     `challengeToken` of a log-in, the passkey is its second factor and the options must have been requested for that
         *     log-in. A passkey whose counter goes back has been copied: it is refused and disabled, and its owner is notified
         *     by email.
         */
        post: operations["loginWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for the next pair
         * @description A refresh token can be used once. Within thirty seconds the same exchange may be repeated and returns the same
         *     refresh token, so that two tabs do not log each other out; any later use of a spent token ends the session.
         *
         *     A page whose session is in the cookie sends no token; its cookie is replaced by the next one. The page must be
         *     of the API's own origin or of one that the brand allows (otherwise FORBIDDEN).
         */
        post: operations["refreshTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out of this session, all others, or all
         * @description If the session is in a cookie, the cookie is deleted.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's account
         * @description The current state of the caller's own account: role, brand, what is verified, and the display name. With an API
         *     key it is the account of the key's owner.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        /**
         * Delete the caller's account permanently
         * @description Erases the caller: everything that identifies them is removed, and the books remain under an id that no longer
         *     leads to a person. All sessions end at once and the email is free again; data of which there may be a lot, such
         *     as messages and audit log entries, is erased shortly afterwards. Refused with `CONFLICT` while there is
         *     something that only the user can settle: money, open positions, working orders, investment accounts that are not
         *     closed, external accounts that are not disconnected, and undecided payments and withdrawals. It is also refused
         *     for an admin or super_admin until another administrator has removed that role. An administrator's actions on
         *     other users stay in the audit log with IP address and browser for as long as the log is kept, and so does the
         *     entry about losing the role, with the email.
         */
        delete: operations["deleteMe"];
        options?: never;
        head?: never;
        /**
         * Change the caller's display name, locale or time zone
         * @description Omitted fields stay unchanged; an empty string removes a value. Certificates and signals show the display name
         *     that their holder or author has when they are issued or published, or, without one, the email with its middle
         *     part hidden.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/auth/log-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's log-ins and log-in attempts
         * @description Taken from the audit log: when, from where, how, and whether it succeeded. Paging covers at most 10,000 entries,
         *     and `meta.total` stops there.
         */
        get: operations["listLogIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all data about the caller
         * @description A file of JSON lines. The first line describes the file (`userId`, `exportedAt`); every other line is one row of
         *     stored data with its table (`table`, `row`). Times are written as times and amounts as decimals, and encrypted
         *     values are decrypted. Credentials, such as password hashes, are left out. A user may download two files at a
         *     time (`RATE_LIMITED`). The connection is closed when the session ends.
         */
        get: operations["exportMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reauthenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the password or a passkey again
         * @description Sensitive operations require a log-in within the last fifteen minutes and otherwise return
         *     `REAUTHENTICATION_REQUIRED`. Send `password`, and `code` if the account has a second factor; or only `passkey`,
         *     made with the options of `POST /auth/reauthenticate/options`.
         */
        post: operations["reauthenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reauthenticate/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to confirm with a passkey
         * @description Returns the options for `navigator.credentials.get` with one of the caller's own passkeys. Send the result as
         *     `passkey` to `POST /auth/reauthenticate`. An account without passkeys gets a `CONFLICT`.
         */
        post: operations["beginReauthentication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's open sessions
         * @description Every device on which the caller is logged in. `isCurrent` marks the session of this request.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of the caller's sessions
         * @description The device is refused from its next request on (`SESSION_REVOKED`). The current session may be ended, too.
         *     Another user's session is `NOT_FOUND`.
         */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/email/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an email with the token from the verification email
         * @description No log-in is needed; the token from the email is enough. Opening the link again succeeds and does nothing. A
         *     token that was never sent, was replaced or has expired is `TOKEN_INVALID`.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/email/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the verification email again
         * @description Goes to the caller's own address. The link in the previous email stops working. Three within fifteen minutes and
         *     ten within a day can be sent; more are `RATE_LIMITED`.
         */
        post: operations["resendVerificationMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/email/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a change of email
         * @description Requires a recent log-in. One link goes to the new address and one to the present address; the email changes
         *     when both have been confirmed with `POST /auth/email/change/confirm` within 48 hours. The present address also
         *     gets a link that cancels the change. A new request cancels the previous one. The response does not reveal
         *     whether the new address is already in use.
         */
        post: operations["changeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/email/change/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a change of email with a token from an email
         * @description The second confirmation changes the email and ends all sessions except the one that requested the change.
         *     Opening a link again returns the state of the change. `EMAIL_ALREADY_REGISTERED` if somebody else has registered
         *     the new address in the meantime.
         */
        post: operations["confirmEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/email/change/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a change of email with the token sent to the present address
         * @description No log-in is needed; the token from the email is enough. Opening the link again succeeds. `TOKEN_INVALID` if the
         *     email has changed already.
         */
        post: operations["cancelEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an email to reset the password
         * @description Returns 202 whether or not the account and the brand exist. An address is sent three of these emails within
         *     fifteen minutes and ten within a day; further requests return 202 as well, and send nothing.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the token from the email
         * @description Ends all sessions of the account.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Ends all other sessions of the account. While the second factor is on, this requires a log-in within the last 15
         *     minutes that included it (`REAUTHENTICATION_REQUIRED`).
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/2fa/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set up the second factor
         * @description Requires a recent log-in. The second factor is on after `POST /auth/2fa/verify` has accepted a code.
         */
        post: operations["setupTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/2fa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor on
         * @description Requires a recent log-in and a code from the app that was set up with `POST /auth/2fa/setup`. A wrong code is
         *     `INVALID_OTP`. `CONFLICT` if no set-up was begun or the second factor is already on.
         */
        post: operations["verifyTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/2fa/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor off
         * @description Requires a recent log-in and a code from the authenticator app, or an unused backup code.
         */
        post: operations["disableTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/2fa/backup-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the unused backup codes
         * @description Requires a log-in within the last fifteen minutes that included the second factor, and otherwise returns
         *     `REAUTHENTICATION_REQUIRED`: in a session that is older than the second factor, confirm a code with POST
         *     /auth/reauthenticate first. The list is empty while the second factor is off.
         */
        get: operations["listBackupCodes"];
        put?: never;
        /**
         * Create a new set of backup codes
         * @description Requires a recent log-in. The codes of the old set stop working.
         */
        post: operations["replaceBackupCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's API keys
         * @description Keys that were not revoked, newest first. The keys themselves are never shown again.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Requires a recent log-in. The key is shown only in this response; only its hash is stored. Send it as
         *     `Authorization: Bearer bourse_…`. It acts as its owner, with the owner's current role, limited to its scopes. No
         *     key can call sensitive account operations (log-in, second factors, keys, email, deletion), change roles or do
         *     anything that requires a recent log-in: listing such an operation in `scopes` is FORBIDDEN, and so is calling
         *     it. A user may have at most 50 keys.
         *
         *     Repeating the request with the same Idempotency-Key creates no second key and returns 409, because the key is
         *     not shown again.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke one of the caller's API keys
         * @description The key is refused from its next request on, and its open connections are closed.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's passkeys
         * @description Each with the name that its owner gave it, when it was created and when it was last used.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey created by the browser
         * @description `credential` is the result of `navigator.credentials.create` with the options of `POST /auth/passkeys/options`,
         *     as its `toJSON()`. The options can be used once, within five minutes and in the same session. Requires a recent
         *     log-in. The owner is notified by email.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description Returns the options for `navigator.credentials.create`: pass `publicKey` to
         *     `PublicKeyCredential.parseCreationOptionsFromJSON`. Passkeys belong to the domain of the brand's app and ask the
         *     person for a fingerprint, a face or a PIN. Requires a recent log-in; more than 20 passkeys are a `CONFLICT`.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Requires a recent log-in. The passkey can no longer be used to log in; the owner is notified by email.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description Only the owner sees the name. Another user's passkey is `NOT_FOUND`.
         */
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/auth/phone/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a code to a phone number
         * @description Sends a text message with a six-digit code; only the newest code is valid. An impossible number is
         *     `INVALID_PHONE_NUMBER`. `OTP_COOLDOWN` within a minute of the previous code, and `RATE_LIMITED` if the user,
         *     number, network or country has been sent too many. While the second factor is on, a number other than the
         *     verified one requires a log-in within the last 15 minutes that included it (`REAUTHENTICATION_REQUIRED`).
         */
        post: operations["sendPhoneCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/phone/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the phone number with the code
         * @description A wrong code is `INVALID_OTP` and uses up one of the five attempts per code and of fifteen per day
         *     (`OTP_ATTEMPTS_EXCEEDED`). `OTP_EXPIRED` if there is no valid code. While the second factor is on, a number
         *     other than the verified one requires a recent log-in, as sending the code does.
         */
        post: operations["verifyPhone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users of a tenant
         * @description For admins, in their own tenant. A super_admin may name another one.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A user of the caller's tenant; any user for super_admin.
                 * @example 019bc0f2-6a80-7000-8000-000000000004
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get a user
         * @description For admins, in their own tenant (otherwise `NOT_FOUND`); a super_admin can read users of every tenant.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a user's role or suspend the account
         * @description Takes effect on the user's next request. Nobody can change their own account here, or give or take a role above
         *     their own, so the last super_admin cannot be removed. Changing `role` requires a log-in within the last 15
         *     minutes (`REAUTHENTICATION_REQUIRED`). `suspended: true` ends the user's sessions. Signals that the user may no
         *     longer publish expire. A user who has deleted their account is a `CONFLICT`.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log of a tenant
         * @description For admins, in their own tenant; a super_admin may name another one. Lists all security events and everything
         *     that administrators did, with the values before and after. Paging covers at most 10,000 entries, and
         *     `meta.total` stops there. To go further back, pass as `before` the `createdAt` of the last entry plus one
         *     millisecond (times are rounded down), and skip entries that you already have.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all tenants
         * @description For super_admin.
         */
        get: operations["listTenants"];
        put?: never;
        /**
         * Create a tenant
         * @description For super_admin. Its users register with its `slug`, which must be unique (`CONFLICT`).
         */
        post: operations["createTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenantId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        /**
         * Get a tenant and its brand
         * @description For admins of the tenant; a super_admin can read every tenant.
         */
        get: operations["getTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a tenant's brand
         * @description For admins of the tenant; a super_admin can change every tenant. Omitted fields stay unchanged, and empty ones
         *     follow the installation's brand again. Only a super_admin can set `domains`, whose pages may call the API and
         *     whose log-ins belong to the tenant; a domain of another tenant is a CONFLICT. For everybody else, `appUrl` and
         *     `mailSenderAddress` must be within these domains, because links in emails lead to the one and customers trust
         *     the other. Changing any of the three, `productName`, `supportAddress` or `mailSenderName` requires a log-in
         *     within the last 15 minutes (`REAUTHENTICATION_REQUIRED`), which an API key never has (`FORBIDDEN`).
         */
        patch: operations["updateTenant"];
        trace?: never;
    };
    "/tenants/{tenantId}/mail-templates": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        /**
         * List the email templates of a tenant
         * @description Every kind of email with its variables, the platform's template and the tenant's own, if there is one.
         */
        get: operations["listMailTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenantId}/mail-templates/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The kind of email, as in the list of templates.
                 * @example verify_email
                 */
                kind: components["parameters"]["MailKind"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Replace an email template
         * @description `{{.Values.name}}` inserts one of the kind's variables and `{{.Brand.ProductName}}` a value of the brand (also
         *     AppURL, SupportAddress, LogoURL, PrimaryColor, AccentColor). `{{if .Values.name}}…{{else}}…{{end}}` chooses,
         *     with `eq`, `ne`, `not`, `and` and `or`; nothing else is available. A variable that is a link gives access to an
         *     account. In the text it must be surrounded by spaces or line breaks, in HTML it must be the text of an element
         *     or the whole `href` of an `a`, and a subject must not contain it. HTML may contain only allow-listed elements
         *     and attributes, those that emails need (text, tables, images, links and inline styles), and no style sheets, so
         *     that nothing else in the email can read a link. The text of an `a` may name an address, also in brackets, only
         *     if the `a` leads there. Inside a tag, conditions and values may stand only within attribute values. A template
         *     that breaks a rule, or that cannot be rendered with sample values, is refused with the field and the reason.
         *     Requires a recent log-in.
         */
        put: operations["setMailTemplate"];
        post?: never;
        /**
         * Restore the platform's email template
         * @description Requires a recent log-in. Does nothing if the tenant has no template of its own.
         */
        delete: operations["resetMailTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenantId}/mail-templates/{kind}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The kind of email, as in the list of templates.
                 * @example verify_email
                 */
                kind: components["parameters"]["MailKind"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an email
         * @description Renders the template in the body, or without a body the one in use, with sample values. Nothing is stored or
         *     sent. Show the HTML in a sandboxed frame (`sandbox`).
         */
        post: operations["previewMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenantId}/mail-templates/{kind}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The kind of email, as in the list of templates.
                 * @example verify_email
                 */
                kind: components["parameters"]["MailKind"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample email to the caller
         * @description Goes to the caller's own address, with sample values; at most ten within fifteen minutes.
         */
        post: operations["sendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public face of a brand
         * @description The brand is taken from `tenant`; else from the Origin or Host, if it is one of a brand's domains; else it is
         *     the installation's own. Clients may cache it for a minute.
         */
        get: operations["getBrand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health of the installation
         * @description For admins and super_admins. The answering process reports its current state; other processes report theirs
         *     every minute. External parts are in trouble if any process finds them so. Delivery queues are those of the
         *     caller's tenant; mail and text-message queues count the whole installation. No names, contents or secrets are
         *     shown. Load balancers use `/readyz`, which needs no token.
         */
        get: operations["getPlatformHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tenant's endpoints
         * @description For admins, in their own tenant.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create an endpoint
         * @description A tenant has at most one endpoint per URL, and at most as many endpoints as the operator allows (1,000 by
         *     default); more are a CONFLICT. Without a `signingSecret` one is generated; an empty one turns signing off. It is
         *     shown in full only in this response; later, it is masked, and so are the secrets in `authConfig` and the values
         *     of `customHeaders`. The caller is notified by email.
         *
         *     `authConfig` by `authType`: basic {username, password} · bearer {token} · hmac {secret, header, algorithm
         *     (sha256, sha512), encoding (hex, base64)} · oauth2 {tokenUrl, clientId, clientSecret, scopes}.
         *
         *     `filters` are conditions on the delivered body: dotted paths with a value, or with $eq $ne $in $nin $gt $gte $lt
         *     $lte $exists $prefix; $and, $or and $not combine them.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /**
         * Get an endpoint
         * @description For admins, in their own tenant; another tenant's is `NOT_FOUND`. An endpoint that can no longer be read is
         *     returned with the reason why it is broken.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint and its deliveries
         * @description The endpoint is gone and its URL is free at once. Its deliveries can no longer be read and are deleted in the
         *     background.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change an endpoint
         * @description Omitted fields stay unchanged, and so does a secret that is sent back masked. A new URL must be verified again,
         *     and the caller is notified of it by email. Deactivating an endpoint skips its pending deliveries, in the
         *     background if there are many; `recover` can send them later. To repair a `broken` endpoint, send again whatever
         *     can no longer be read.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/webhooks/endpoints/{endpointId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an endpoint with a challenge
         * @description Sends `{"type": "webhook.verification", "data": {"challenge": …}, …}`. The receiver must respond within ten
         *     seconds with 2xx and the challenge as its body, or with `{"challenge": …}`. CONFLICT if it does not, and
         *     RATE_LIMITED for more than two verifications of a tenant at a time.
         */
        post: operations["verifyWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description For admins. Sends an event of the type `webhook.test` to this endpoint only, whatever it is subscribed to.
         *     `CONFLICT` if the endpoint is inactive or broken.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{endpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description The new secret is shown in full only in this response. The replaced one also signs for 24 hours. While five
         *     replaced secrets still sign, another rotation is RATE_LIMITED; setting `signingSecret` ends them all.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{endpointId}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send exhausted and skipped deliveries again
         * @description Oldest first. If there are many deliveries, the first ones are under way when this returns and the rest follow
         *     in the background while `state` is `running`; get the recovery to see its progress. Events that were skipped
         *     because the endpoint was broken are sent only if its present subscription and filters match them. Deliveries
         *     past the retention period are not sent. CONFLICT if the endpoint is inactive or broken.
         */
        post: operations["recoverWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{endpointId}/recoveries/{recoveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
                /** @description The recovery's id. */
                recoveryId: string;
            };
            cookie?: never;
        };
        /**
         * Get the progress of a recovery
         * @description Available until seven days after the recovery has ended, while the endpoint exists.
         */
        get: operations["getWebhookRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /**
         * List the deliveries of an endpoint
         * @description For admins, in their own tenant. Pages go back in time: `before` is the `meta.next` of the previous page. With
         *     `status` or `eventType` some thousands of deliveries are searched per page, so a page may have fewer than
         *     `limit` or even none although more follow. The list ends when `meta.next` is missing.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{endpointId}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /**
         * Delivery statistics of an endpoint
         * @description For admins, in their own tenant: what is waiting, the outcomes of the last hour's and the last day's deliveries,
         *     and how much of the rate limits is used. Figures are counted on request, from at most 10,000 deliveries.
         */
        get: operations["getWebhookEndpointStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of all endpoints
         * @description For admins, in their own tenant: one list for all endpoints. Pages go back in time: `before` is the `meta.next`
         *     of the previous page. With `status` or `eventType` some thousands of deliveries are searched per page, so a page
         *     may have fewer than `limit` or even none although more follow. The list ends when `meta.next` is missing. Events
         *     published in the meantime do not shift later pages.
         */
        get: operations["listAllWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A delivery to an endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000006
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        /**
         * Get a delivery with all its attempts
         * @description For admins, in their own tenant. Each attempt shows the request as it was sent, the response and the duration.
         *     Secrets in headers are masked.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A delivery to an endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000006
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an exhausted or skipped delivery again
         * @description For admins. Its retries start over. `CONFLICT` if the delivery is pending, has succeeded or is past the
         *     retention period, or if its endpoint is inactive or broken.
         */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published events
         * @description For admins, in their own tenant: the platform's events and the tenant's own. Pages go back in time: `before` is
         *     the `meta.next` of the previous page. With `type` some thousands of events are searched per page, so a page may
         *     have fewer than `limit` or even none although more follow. The list ends when `meta.next` is missing.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        /**
         * Publish an event
         * @description The type begins with `custom.`. The response is sent when the event is stored; delivery follows.
         */
        post: operations["publishWebhookEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/events/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish many events
         * @description Up to 1,000 events in one call: all of them are stored, or none. The types begin with `custom.`. The response is
         *     sent when they are stored; each is then delivered separately. As everywhere, the body may have up to 1 MiB:
         *     about 1 KiB per event with 1,000 events. If an event is invalid, `field` gives its position, such as
         *     `events[3].type`. Events that would cause more than 20,000 deliveries in total (one per endpoint that subscribes
         *     to the event, active or not) are a VALIDATION_ERROR about `events`: 20 events always fit with 1,000 endpoints,
         *     and a single event always does. A call counts as one request.
         */
        post: operations["publishWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the event types
         * @description For admins. The types that an endpoint can subscribe to; a tenant's own types begin with `custom.` and are not
         *     listed.
         */
        get: operations["listWebhookEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/instruments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the instruments
         * @description With price and quantity steps, trading hours and whether the market is open now.
         */
        get: operations["listInstruments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the latest prices
         * @description For the named symbols, or for all. An unknown symbol is `NOT_FOUND`. Each quote has the time at which it was
         *     made; orders at prices that are too old are refused (`MARKET_DATA_STALE`).
         */
        get: operations["listQuotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/candles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get closed candles
         * @description The newest `limit` candles between `from` and `to`. The candle that is still open is not included.
         */
        get: operations["listCandles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/watchlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the watchlist
         * @description The caller's own list; it is empty until it is set with `PUT /trading/watchlist`.
         */
        get: operations["getWatchlist"];
        /**
         * Replace the watchlist
         * @description The new list replaces the old one. Symbols are case-insensitive and duplicates are dropped, keeping the first.
         *     An unknown one is `NOT_FOUND`.
         */
        put: operations["replaceWatchlist"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's price alerts
         * @description Fired and cancelled alerts are kept for 90 days.
         */
        get: operations["listAlerts"];
        put?: never;
        /**
         * Create a price alert
         * @description Fires once, at the first price that reaches it, through the channels that the caller has chosen for
         *     `alert_fired`: email (to a verified address only), an event of the stream, the webhook `trading.alert.fired`. An
         *     alert whose price is already reached fires with the next price. A user may have at most 100 working alerts; more
         *     are a `CONFLICT`.
         */
        post: operations["createAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/alerts/{alertId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A price alert of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000012
                 */
                alertId: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        /**
         * Get a price alert
         * @description The caller's own; another user's is `NOT_FOUND`.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        /**
         * Cancel a price alert
         * @description An alert that has fired or was cancelled is `INVALID_TRANSITION`.
         */
        delete: operations["cancelAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Notification channels of the caller
         * @description The caller's settings; anything that was never set has the platform's default.
         */
        get: operations["getNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the notification channels
         * @description Omitted fields stay unchanged. If a kind has no channel, no notices of that kind are created.
         */
        patch: operations["updateNotifications"];
        trace?: never;
    };
    "/trading/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's notices
         * @description Notices are kept for 30 days.
         */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream quotes, the caller's positions, orders and accounts, and new signals
         * @description Server-sent events: `quotes` (a list of Quote, at most one message a second), `account` (an AccountEquity of the
         *     caller: at the start, then after changes at most once a second), `position` (a Position of the caller that was
         *     opened, changed or closed, in its state at that time), `order` (an Order of the caller), `notice` (a Notice to
         *     the caller) and `signal` (a Signal). A comment every fifteen seconds keeps the connection open.
         *
         *     Events that must not be missed have an `id`: positions, orders, notices and signals. After an interruption, send
         *     the last `id` that you received in the header `Last-Event-ID` (an `EventSource` does this automatically) or in
         *     `lastEventId`: any server then sends everything after it, once and in order, and the stream continues. The
         *     stream begins with an `id`, so there always is one. Changes are kept for a day. An `id` that is unknown, older
         *     than that or followed by more than a thousand events ends the stream with the reason `missed` and the current
         *     `id`: read the lists again and continue after it.
         *
         *     The stream lasts as long as the session, across access tokens, and ends with an `end` event whose data gives the
         *     reason: `{"reason": "session_ended"}`, or `account_suspended`, `draining` (the server is stopping: reconnect),
         *     `slow` (the client did not keep up: reconnect), `missed` (see above) or `unavailable` (the server could not
         *     check the session: reconnect).
         *
         *     A user may have at most five streams open across all servers; a sixth returns 429 `RATE_LIMITED`. An
         *     `EventSource` cannot send a token; it opens the stream with a `ticket`, see POST /trading/stream/tickets.
         */
        get: operations["streamTrading"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/stream/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a ticket for an EventSource
         * @description Opens one stream, `GET /trading/stream?ticket=…`, without a token, which the `EventSource` of browsers cannot
         *     send. It can be used once, within a minute, and belongs to the session that created it: the stream ends with
         *     that session. To reconnect after an interruption, create another ticket and pass the last event in
         *     `lastEventId`.
         */
        post: operations["createStreamTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the bots
         * @description Those of the platform and of the caller's brand.
         */
        get: operations["listBots"];
        put?: never;
        /**
         * Create a bot
         * @description For admins, whose bots belong to their brand. A super_admin's belong to the platform unless `scope` says
         *     otherwise. Names are unique among the bots of one owner. The bot gets its own paper account.
         */
        post: operations["createBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/bots/{botId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A bot of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000007
                 */
                botId: components["parameters"]["BotId"];
            };
            cookie?: never;
        };
        /**
         * Get a bot
         * @description Another brand's is `NOT_FOUND`.
         */
        get: operations["getBot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a bot's settings or status
         * @description For admins of the bot's brand. Bots of the platform, including the agents, can be changed only by a super_admin
         *     (FORBIDDEN to others). Status changes: stopped → active; active ↔ paused (no entries, exits continue); active or
         *     paused → stopped (its signals expire); error → active or stopped. Others are INVALID_TRANSITION. An owner may
         *     have at most 100 bots that are not stopped; activating another one is a `CONFLICT`.
         */
        patch: operations["updateBot"];
        trace?: never;
    };
    "/trading/bots/{botId}/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A bot of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000007
                 */
                botId: components["parameters"]["BotId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Follow a bot
         * @description Without a body the subscription is `manual`: signals are counted, and the user executes them. `auto` executes
         *     every entry and exit of the bot in proportion to `allocatedCapital` and ends automatically when its loss reaches
         *     `copyStopPercent` of that capital. Position sizes under the subscription are based on `allocatedCapital`; the
         *     active subscriptions of an account may together allocate at most the account's value (422 INSUFFICIENT_FUNDS).
         *     `accountId` is an active investment account of the caller (otherwise 409 ACCOUNT_NOT_ACTIVE); if missing, the
         *     paper account. Each account can follow a bot once and executes its signals independently. Following a bot again
         *     takes over what is still open from before: the bot's exits close that, too.
         */
        post: operations["subscribeToBot"];
        /**
         * Stop following a bot
         * @description Positions that the subscription has opened stay open for the caller to close, unless `closePositions` is true:
         *     then they are closed at the market with the exit reason `manual`, or as soon as their market opens. Nothing is
         *     copied after the response. NOT_FOUND if the caller does not follow the bot.
         */
        delete: operations["unsubscribeFromBot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/bots/{botId}/equity": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A bot of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000007
                 */
                botId: components["parameters"]["BotId"];
            };
            cookie?: never;
        };
        /**
         * Daily value of a bot's account
         * @description One point at the end of each past UTC day since the bot began, and a last one for now. Another brand's bot is
         *     NOT_FOUND.
         */
        get: operations["getBotEquity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/bots/{botId}/trades": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A bot of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000007
                 */
                botId: components["parameters"]["BotId"];
            };
            cookie?: never;
        };
        /**
         * Closed trades of a bot
         * @description One entry per closing fill, as in a user's history. Another brand's bot is NOT_FOUND.
         */
        get: operations["listBotTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signals
         * @description Those of the platform and of the caller's brand.
         */
        get: operations["listSignals"];
        put?: never;
        /**
         * Publish a signal
         * @description For analysts, whose signals belong to their brand. A super_admin's belong to the platform unless `scope` says
         *     otherwise. If `price` is missing, it is the market's mark price.
         */
        post: operations["createSignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/signals/{signalId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A signal of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000009
                 */
                signalId: components["parameters"]["SignalId"];
            };
            cookie?: never;
        };
        /**
         * Get a signal
         * @description Another brand's is `NOT_FOUND`.
         */
        get: operations["getSignal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/signals/{signalId}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A signal of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000009
                 */
                signalId: components["parameters"]["SignalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute a signal
         * @description An entry opens one position at the market. Without `quantity` it is sized by risk, at most a tenth of the
         *     account's value or of the capital of the account's subscription to the bot; a `quantity` of your own only has to
         *     be affordable. An exit closes the account's open positions in that symbol and side that came from the same bot
         *     or analyst; at a connected exchange it is a `CONFLICT` if orders are already closing all of them. An entry is a
         *     `CONFLICT` if the account has 1000 open positions, the maximum; an exit is not. `accountId` is one of the
         *     caller's investment accounts; if missing, the paper account. Each user can execute a signal once.
         */
        post: operations["executeSignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/signals/{signalId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A signal of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000009
                 */
                signalId: components["parameters"]["SignalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview executing a signal
         * @description Returns what `execute` with the same body would do now, and does nothing. A refusal is returned with `allowed`
         *     false and the code that executing would fail with; only NOT_FOUND and VALIDATION_ERROR are errors here, too.
         */
        post: operations["previewSignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the orders
         * @description The caller's orders, newest first.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description Every order opens its own position, long for `buy` and short for `sell`; positions are never netted. A `market`
         *     order fills at once, at the ask or the bid with slippage. A `limit` order fills at its limit or better and never
         *     slips: at once if the market is already there, otherwise on the tick that reaches it. A `stop` order becomes a
         *     market order on the tick that reaches its price. If the price jumps past the order's price, the order fills at
         *     the new price, which is better than a limit and worse than a stop. A closed market accepts limit and stop
         *     orders, which wait, but no market orders (MARKET_CLOSED).
         *
         *     A working order reserves its expected cost, `held`: quantity × price with slippage and fee. This still counts as
         *     the account's money but cannot be withdrawn. If a jump makes the fill more expensive than that, free cash pays
         *     the difference; if that is not enough, the order fills as many lots as the money buys, and is `rejected` if that
         *     is none. It is also `rejected` if its price is reached while the account has the maximum number of open
         *     positions.
         *
         *     Codes: NOT_FOUND (symbol, account), QUANTITY_TOO_SMALL, INSUFFICIENT_FUNDS, ACCOUNT_NOT_ACTIVE, MARKET_CLOSED,
         *     MARKET_DATA_STALE, PRICE_MOVED (the market has already reached `stopPrice`, or the position's stop or target),
         *     CONFLICT (the account has 1000 working orders, 100 at an exchange; or 1000 open positions, at an exchange
         *     including those being bought). Orders of an account at an exchange are sent to it and filled there; they buy,
         *     and can sell only what is open there.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/orders/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an order
         * @description Returns what placing the same order would do now, and does nothing. A refusal is returned with `allowed` false
         *     and the code that placing would fail with; only NOT_FOUND and VALIDATION_ERROR are errors here, too.
         */
        post: operations["previewOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 019bc0f2-6a80-7000-8000-000000000010
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        /**
         * Get an order
         * @description Another user's is NOT_FOUND.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        /**
         * Cancel an order
         * @description The money held for it is free again. An order that is filled or has ended otherwise is INVALID_TRANSITION. An
         *     order at an exchange keeps working until the exchange has cancelled it, and may still be filled before that.
         */
        delete: operations["cancelOrder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's positions
         * @description Of all accounts of the caller, or of one. Pages go back in time: `before` is the id of the last position on the
         *     previous page.
         */
        get: operations["listPositions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/positions/{positionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A position of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000011
                 */
                positionId: components["parameters"]["PositionId"];
            };
            cookie?: never;
        };
        /**
         * Get a position
         * @description The caller's own, valued at the current price; another user's is `NOT_FOUND`.
         */
        get: operations["getPosition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the stop, target and trailing stop
         * @description Omitted fields stay unchanged; 0 removes a level. A stop must not be reached already: it must be below the bid
         *     of a long position and above the ask of a short one; a target the other way round. A trailing stop follows the
         *     best price at which the position could have been closed, at a distance of `trailingPercent`, in steps of a tenth
         *     of that distance, and never moves back. A position that is not open is POSITION_NOT_OPEN; if the old stop is
         *     reached before the change is made, the old stop wins.
         */
        patch: operations["changePosition"];
        trace?: never;
    };
    "/trading/positions/{positionId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A position of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000011
                 */
                positionId: components["parameters"]["PositionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a position
         * @description All of it, or `quantity` of it. At a connected exchange this places an order; `CONFLICT` if another order is
         *     already closing the position, or if working orders would sell the same quantity: cancel those first.
         */
        post: operations["closePosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List closed trades
         * @description Of all accounts of the caller. Days are UTC and inclusive; a start after the end is a `VALIDATION_ERROR`.
         */
        get: operations["listTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/my-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's subscriptions
         * @description Current ones and the last hundred that have ended, each with its bot.
         */
        get: operations["listSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/my-subscriptions/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A subscription of the caller to a bot.
                 * @example 019bc0f2-6a80-7000-8000-000000000015
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a subscription
         * @description Omitted fields stay unchanged. A paused subscription enters nothing and records each missed entry as skipped;
         *     the bot's exits, stops, targets and the copy-stop continue for its open positions. A new `allocatedCapital`
         *     applies from the next entry on and may be at most the account's value minus what its other subscriptions have
         *     allocated (422 INSUFFICIENT_FUNDS). A manual subscription has no copy-stop: `copyStopPercent` becomes 0 with
         *     `manual`, and 20 with `auto` unless given. A subscription that has ended or was stopped is INVALID_TRANSITION,
         *     another user's NOT_FOUND. If after the change it has nothing open and has already lost what it may lose, it is
         *     returned as `stopped`.
         */
        patch: operations["updateSubscription"];
        trace?: never;
    };
    "/trading/my-subscriptions/{subscriptionId}/copies": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A subscription of the caller to a bot.
                 * @example 019bc0f2-6a80-7000-8000-000000000015
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        /**
         * Outcomes of a bot's signals under a subscription
         * @description Each signal that was executed, automatically or by hand, or skipped, with the reason.
         */
        get: operations["listCopies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's accounts
         * @description The paper account, then the investment accounts, oldest first and including closed ones. `equity` is `cash` +
         *     `held` + `reserved` + `margin` + `unrealizedPnl`; `totalPnl` is `equity` − `netDeposits`, which equals
         *     `realizedPnl` + `unrealizedPnl` − `openFees`. All figures are from the same moment: the open accounts add up to
         *     /trading/portfolio, and `realizedPnl` to /trading/history.
         */
        get: operations["listTradingAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/accounts/{accountId}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        /**
         * Get an account's statement
         * @description Every ledger booking that changed the account's balance, with the balance after it: deposits and withdrawals,
         *     fees for opening and results of closing positions. `balance` is `cash` + `held` + `reserved` + `margin` of the
         *     account, so the balance of the newest line plus the unrealized profit is its equity. Money that is only set
         *     aside, as margin, for an order or for a withdrawal, does not appear here. Another user's account is NOT_FOUND.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/accounts/{accountId}/statement.csv": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        /**
         * Download an account's statement
         * @description All lines of the statement, oldest first, as CSV (RFC 4180, UTF-8) with a header: `id, time, kind, description,
         *     amount, fee, balance, positionId, tradeId, orderId`. Texts that a spreadsheet would read as a formula begin with
         *     an apostrophe. If it fails midway, the connection is cut: a download that ends normally is complete.
         */
        get: operations["downloadStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's portfolio
         * @description Totals over open accounts. Paper money and invested money are never added together: the top-level figures cover
         *     the investment accounts, or the paper account if there are none. `realizedPnl` always equals the sum of the
         *     history; `totalPnl` is `realizedPnl` + `unrealizedPnl` − `openFees`, which equals `totalValue` minus what was
         *     paid in.
         */
        get: operations["getTradingPortfolio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/backtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's backtests
         * @description For analysts. Backtests are kept for 30 days.
         */
        get: operations["listBacktests"];
        put?: never;
        /**
         * Start a backtest
         * @description For analysts. Runs the settings on stored candles in the background, with the same engine, costs and stop rules
         *     as live bots: when a candle closes, the strategy decides, and it trades at the next open; in between, stops and
         *     targets are checked against every stored minute, or against the whole candle if its minutes are not stored (if a
         *     candle reaches both stop and target, the worse one counts). With `botId` the bot's settings are used and the
         *     other fields override them, which shows what a change would have done. Without it `strategyType`, `symbols` and
         *     `riskLevel` are required. A bot of type `ml` cannot be tested, because its models have learned from these
         *     candles. A user may have at most three backtests waiting or running (409 CONFLICT).
         */
        post: operations["createBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/backtests/{backtestId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A backtest.
                 * @example 019bc0f2-6a80-7000-8000-000000000008
                 */
                backtestId: components["parameters"]["BacktestId"];
            };
            cookie?: never;
        };
        /**
         * Get a backtest
         * @description For analysts. Another user's is NOT_FOUND.
         */
        get: operations["getBacktest"];
        put?: never;
        post?: never;
        /**
         * Cancel a backtest
         * @description For analysts. A backtest that is neither queued nor running is INVALID_TRANSITION.
         */
        delete: operations["cancelBacktest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trading/backtests/{backtestId}/trades": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A backtest.
                 * @example 019bc0f2-6a80-7000-8000-000000000008
                 */
                backtestId: components["parameters"]["BacktestId"];
            };
            cookie?: never;
        };
        /**
         * Closed trades of a backtest
         * @description For analysts. Another user's is NOT_FOUND. While the backtest runs, the trades closed so far.
         */
        get: operations["listBacktestTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/investment/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's investment accounts
         * @description The caller's own, including closed ones.
         */
        get: operations["listInvestmentAccounts"];
        put?: never;
        /**
         * Open an investment account
         * @description A user may have at most 20 accounts that are not closed; more are a `CONFLICT`.
         */
        post: operations["createInvestmentAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/investment/accounts/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect an account at an exchange or broker
         * @description `credentials` are `apiKey` and `apiSecret` for binance, and `login`, `password` and `server` for mt4 and mt5.
         *     They are stored encrypted; only the last four characters are ever returned. A read-only key or the investor
         *     password is enough to see what the account holds; a key with withdrawal permission is refused.
         */
        post: operations["connectAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/investment/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        /**
         * Get an investment account
         * @description The caller's own, valued at current prices; another user's is `NOT_FOUND`.
         */
        get: operations["getInvestmentAccount"];
        /**
         * Change the risk profile
         * @description Takes effect with the next trade that the account copies. Another user's account is `NOT_FOUND`, a closed one
         *     `ACCOUNT_NOT_ACTIVE`.
         */
        put: operations["updateInvestmentAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/investment/accounts/{accountId}/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit KYC data through an account, or decide on it
         * @description The owner submits `fullName`, `country`, `dateOfBirth`, `documentNumber` and optionally `documentType`; an admin
         *     of the tenant sends `decision` and, for a rejection, `reason`. Nobody can decide on their own case, whatever
         *     their role (`SELF_DECISION`). With `--kyc auto` a submission is approved at once. A person has one case, which
         *     applies to all their accounts: this is POST /kyc, or POST /kyc/cases/{caseId}/decision, through an account.
         */
        post: operations["submitKyc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/investment/accounts/{accountId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the status of an account
         * @description For admins of the tenant. pending_kyc → active, active ↔ suspended, → closed. Others are INVALID_TRANSITION.
         *     Nobody can decide on their own account, whatever their role (SELF_DECISION), except that its owner, admin or
         *     not, may request `closed` while it is not suspended. A suspended account enters nothing; its exits and stops
         *     continue, and it follows the same agent when it is active again. Closing first sells everything. Positions that
         *     cannot be sold now are sold when their market opens: until then the account is `suspended` with `closingSince`,
         *     and it is closed with its last position.
         */
        patch: operations["setInvestmentAccountStatus"];
        trace?: never;
    };
    "/investment/kyc-cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the KYC cases of a tenant by account
         * @description For admins, in their own tenant. A super_admin may name another one. One entry per account, with the state of
         *     its owner's case; GET /kyc/cases has one per person. Accounts that were closed while their owner's case was
         *     waiting are left out. The list does not contain the submitted data.
         */
        get: operations["listKycCases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/investment/kyc-cases/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        /**
         * Get a KYC case with the submitted data
         * @description For admins, in their own tenant; a super_admin can read every case. Reading a case that has submitted data is
         *     recorded in the audit log.
         */
        get: operations["getKycCase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller's KYC state
         * @description The caller's own case. Without a submission its state is `none`. The submitted data is not included.
         */
        get: operations["getMyKyc"];
        put?: never;
        /**
         * Submit KYC data
         * @description Once for all accounts of the person, if the state is `none`, `rejected` or `expired`, and as a renewal from 30
         *     days before an approval ends (the present approval lasts until its end, whatever is decided). Anything else is
         *     INVALID_TRANSITION. Documents are references to where the operator stores them; their content is never sent
         *     here. With `--kyc auto` the submission is approved at once, with `--kyc http` a provider is asked, and otherwise
         *     an administrator decides. A provider is asked about five submissions a day of a person and fifty of a network
         *     address; more are `RATE_LIMITED` and change nothing.
         */
        post: operations["submitMyKyc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kyc/cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the KYC cases of a tenant by person
         * @description For admins, in their own tenant. A super_admin may name another one. The list does not contain the submitted
         *     data.
         */
        get: operations["listKycPersons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kyc/cases/{caseId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A person's KYC case.
                 * @example 019bc0f2-6a80-7000-8000-000000000013
                 */
                caseId: components["parameters"]["KycCaseId"];
            };
            cookie?: never;
        };
        /**
         * Get a KYC case with the submitted data
         * @description For admins, in their own tenant; a super_admin can read every case. Reading a case that has submitted data is
         *     recorded in the audit log.
         */
        get: operations["getKycPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kyc/cases/{caseId}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A person's KYC case.
                 * @example 019bc0f2-6a80-7000-8000-000000000013
                 */
                caseId: components["parameters"]["KycCaseId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or reject a KYC case
         * @description For admins, in their own tenant; a super_admin can decide on every case, and nobody on their own
         *     (SELF_DECISION). An approval activates all accounts of the person that wait for it; a rejection needs a reason.
         *     A case that is not waiting for a decision is INVALID_TRANSITION.
         */
        post: operations["decideKycPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kyc/callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Callback of the KYC provider
         * @description Signed as in Standard Webhooks, with the secret of `--kyc-secret`, over the bytes of the body: `{"submissionId",
         *     "decision": "approve" or "reject", "reason", "reference"}`, where `submissionId` is the one sent to the
         *     provider. The same callback may arrive any number of times and gets the same response as the first time; one
         *     that arrives too late changes nothing, and an approval that arrives after a document has expired rejects the
         *     case with a `reason` that says so. Available only with `--kyc http` (otherwise 404); the body is read only if
         *     the headers look like a signature from the last five minutes.
         */
        post: operations["receiveKycCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/investment/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's connections
         * @description To exchanges and brokers, including ended ones. Credentials are never shown.
         */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/investment/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A connection of the caller to an account at an exchange or broker.
                 * @example 019bc0f2-6a80-7000-8000-000000000016
                 */
                connectionId: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        /**
         * Get a connection
         * @description The caller's own; another user's is `NOT_FOUND`. Credentials are never shown.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Disconnect an account and erase the credentials
         * @description CONFLICT while orders are at the exchange, because without the credentials they could not be cancelled.
         */
        delete: operations["disconnectAccount"];
        options?: never;
        head?: never;
        /**
         * Allow or stop orders to a connected account
         * @description With `trading: true`, orders, `execute` and automatic subscriptions can name the `accountId` of the connection
         *     and go to the exchange. Without it no order is ever sent. Allowing it requires a log-in within the last 15
         *     minutes (`REAUTHENTICATION_REQUIRED`), the provider binance (`VALIDATION_ERROR`), the status `connected` and the
         *     permission `spotAndMarginTrading` (`INVALID_TRANSITION`). It is switched off automatically when the key may no
         *     longer trade and when the connection ends.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/investment/connections/{connectionId}/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A connection of the caller to an account at an exchange or broker.
                 * @example 019bc0f2-6a80-7000-8000-000000000016
                 */
                connectionId: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        /**
         * List the holdings of a connected account
         * @description As read at `syncedAt`, every few minutes, and valued at current prices: US dollars and their stablecoins (USDT,
         *     USDC, FDUSD, BUSD, DAI) count as 1, assets in our market have our price, and others the provider's price at
         *     `syncedAt`. Assets without any price are listed with `priceUsd` 0 and do not count. Empty before the first
         *     reading, and once the account can no longer be read. A MetaTrader account holds its currency; the locked amount
         *     is the margin of its open positions.
         */
        get: operations["getConnectionHoldings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/investment/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Performance of the caller's accounts
         * @description Of all the caller's investment accounts together, or of one (`NOT_FOUND` if it is another user's). Returns are
         *     fractions: 0.125 is 12.5 %.
         */
        get: operations["getInvestmentPerformance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/investment/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Detailed performance of the caller's accounts
         * @description Of all the caller's investment accounts together, or of one (`NOT_FOUND` if it is another user's), since they
         *     were opened. Figures that cannot be calculated yet, such as the Sharpe ratio of two days, are 0.
         */
        get: operations["getInvestmentAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's portfolios
         * @description Every user has two portfolios: the primary one over all investment accounts, and one over the paper account.
         *     Real and paper money are never added together.
         */
        get: operations["listPortfolios"];
        put?: never;
        /**
         * Create a portfolio
         * @description The paper account cannot be combined with others.
         */
        post: operations["createPortfolio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portfolio/{portfolioId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        /**
         * Get a portfolio
         * @description The caller's own, valued at current prices; another user's is `NOT_FOUND`.
         */
        get: operations["getPortfolio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a portfolio
         * @description Omitted fields stay unchanged. Another risk profile sets new targets, unless the caller has set their own.
         *     Another user's portfolio is `NOT_FOUND`.
         */
        patch: operations["updatePortfolio"];
        trace?: never;
    };
    "/portfolio/{portfolioId}/allocations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        /**
         * Get the allocations of a portfolio
         * @description Assets by current value, cash as USD; the percentages add up to 100. A short position has a negative value.
         */
        get: operations["listAllocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portfolio/{portfolioId}/targets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the targets of a portfolio
         * @description The percentages must add up to 100.
         */
        put: operations["setTargets"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portfolio/{portfolioId}/performance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        /**
         * Daily value of a portfolio
         * @description `pnl` is the value minus the first value and minus what was paid in since. Days without a snapshot have the
         *     value of the day before.
         */
        get: operations["getPortfolioPerformance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portfolio/{portfolioId}/goals": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        /**
         * List the goals of a portfolio
         * @description The caller's own, each with its progress and the monthly amount needed to reach it in time.
         */
        get: operations["listGoals"];
        put?: never;
        /**
         * Create a goal
         * @description A goal that is already reached is achieved at once. Several goals share the portfolio, by their `share` or in
         *     order of their dates. Too many goals are a `CONFLICT`.
         */
        post: operations["createGoal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portfolio/{portfolioId}/goals/{goalId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
                /**
                 * @description A goal of the portfolio.
                 * @example 019bc0f2-6a80-7000-8000-000000000018
                 */
                goalId: components["parameters"]["GoalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a goal
         * @description The portfolio is not changed. Another user's goal is `NOT_FOUND`.
         */
        delete: operations["deleteGoal"];
        options?: never;
        head?: never;
        /**
         * Change a goal
         * @description Omitted fields stay unchanged. An achieved goal stays achieved, whatever is changed. Another user's goal is
         *     `NOT_FOUND`.
         */
        patch: operations["updateGoal"];
        trace?: never;
    };
    "/portfolio/{portfolioId}/rebalance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        /**
         * Preview rebalancing a portfolio
         * @description Compares the targets with the present holdings and lists the trades between them. Another user's portfolio is
         *     `NOT_FOUND`.
         */
        get: operations["previewRebalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/courses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published courses
         * @description Those of the platform and of one brand, see `tenant`.
         */
        get: operations["listCourses"];
        put?: never;
        /**
         * Create a course
         * @description For admins, whose courses belong to their brand. A super_admin's belong to the platform unless `scope` says
         *     otherwise. Slugs are unique among the courses of one owner.
         */
        post: operations["createCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/courses/featured": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the featured courses
         * @description The brand's first, then the platform's. See `tenant` for which brand.
         */
        get: operations["listFeaturedCourses"];
        /**
         * Set the featured courses and their order
         * @description For admins, who replace their brand's selection with courses of their brand; a super_admin selects among the
         *     platform's courses unless `scope` says otherwise. A course of the other owner is FORBIDDEN.
         */
        put: operations["setFeaturedCourses"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/courses/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search published courses
         * @description Those of the platform and of one brand, see `tenant`.
         */
        get: operations["searchCourses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/courses/{courseId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a course with its lessons
         * @description A course of the platform or of one brand, see `tenant`, by its id or slug. A course of any other brand is
         *     NOT_FOUND. If the platform and the brand use the same slug, the brand's course is returned; an archived one only
         *     if the caller has access to it, or if the platform's is archived too.
         */
        get: operations["getCourse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a course
         * @description For admins of the course's brand; courses of the platform can be changed only by a super_admin (FORBIDDEN to
         *     others).
         */
        patch: operations["updateCourse"];
        trace?: never;
    };
    "/education/courses/{courseId}/thumbnail.svg": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        /**
         * Get the generated picture of a course
         * @description This is the `thumbnailUrl` of a course until its authors set another picture. It is generated from the slug, is
         *     always the same and may be cached for a day.
         */
        get: operations["getCourseThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/courses/{courseId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a course
         * @description For admins of the course's brand; courses of the platform can be published only by a super_admin (FORBIDDEN to
         *     others). The course needs a published lesson.
         */
        post: operations["publishCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/courses/{courseId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a course
         * @description For admins of the course's brand; courses of the platform can be changed only by a super_admin (FORBIDDEN to
         *     others).
         */
        post: operations["archiveCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/courses/{courseId}/lessons": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a lesson
         * @description For admins of the course's brand; courses of the platform can be changed only by a super_admin (FORBIDDEN to
         *     others). A course may have at most 500 lessons, including drafts; more are a `CONFLICT`.
         */
        post: operations["createLesson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/courses/{courseId}/lesson-order": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the order of the lessons
         * @description For admins of the course's brand; courses of the platform can be changed only by a super_admin (FORBIDDEN to
         *     others). Send all lessons of the course, each once.
         */
        put: operations["orderLessons"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/courses/{courseId}/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enroll in a course
         * @description A paid course must be paid for first: see `POST /payments/checkout`. An archived course is a `CONFLICT`, except
         *     for users who bought it, while that access lasts. A user can begin 20 attempts at courses within 24 hours; one
         *     more is `RATE_LIMITED`.
         */
        post: operations["enroll"];
        /**
         * Leave a course
         * @description A purchase stays valid: enrolling again costs nothing while the access lasts. `NOT_FOUND` without an enrollment,
         *     `INVALID_TRANSITION` if it has already ended.
         */
        delete: operations["cancelEnrollment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/courses/{courseId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        /**
         * Get the caller's progress in a course
         * @description Of the caller's last enrollment, even if it has ended. `NOT_ENROLLED` without one.
         */
        get: operations["getProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/lessons/{lessonId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A lesson of the course.
                 * @example 019bc0f2-6a80-7000-8000-000000000020
                 */
                lessonId: components["parameters"]["LessonId"];
            };
            cookie?: never;
        };
        /**
         * Get a lesson with its content
         * @description `NOT_ENROLLED` unless the caller is enrolled or the lesson is a preview. Quiz questions come without their
         *     answers, which only the course's authors see.
         */
        get: operations["getLesson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a lesson
         * @description For admins of the course's brand; courses of the platform can be changed only by a super_admin (FORBIDDEN to
         *     others).
         */
        patch: operations["updateLesson"];
        trace?: never;
    };
    "/education/lessons/{lessonId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A lesson of the course.
                 * @example 019bc0f2-6a80-7000-8000-000000000020
                 */
                lessonId: components["parameters"]["LessonId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a lesson
         * @description Idempotent. A quiz with questions is completed by passing it: until then this is a CONFLICT.
         */
        post: operations["completeLesson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/lessons/{lessonId}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A lesson of the course.
                 * @example 019bc0f2-6a80-7000-8000-000000000020
                 */
                lessonId: components["parameters"]["LessonId"];
            };
            cookie?: never;
        };
        /**
         * List the caller's attempts at a quiz
         * @description Of all enrollments, newest first. Explanations are the current ones of the questions.
         */
        get: operations["listQuizAttempts"];
        put?: never;
        /**
         * Submit answers to a quiz
         * @description Answer each question once. The response shows what was right and why; enough right answers (`passPercent`)
         *     complete the lesson. A user can submit 100 times within 24 hours, over all quizzes; one more is `RATE_LIMITED`.
         *     NOT_ENROLLED without an active or completed enrollment, CONFLICT if the lesson has no questions.
         */
        post: operations["attemptQuiz"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/my-courses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's courses
         * @description Every course that the caller has enrolled in, with the progress of the last enrollment.
         */
        get: operations["listMyCourses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/certificates/{serial}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The serial shown on the certificate.
                 * @example K3X9Q-0VHT7-2MRWD-7A1BC
                 */
                serial: components["parameters"]["Serial"];
            };
            cookie?: never;
        };
        /**
         * Verify a certificate
         * @description For anybody who has the serial, for example an employer, under every brand. It says who issued it, namely the
         *     owner of the course, because any brand may give its course the title of another's. The certificate of a refunded
         *     course is shown as revoked.
         */
        get: operations["getCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/authoring/courses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List courses in every state
         * @description For admins: the courses that they may edit, which are their brand's. A super_admin also sees the platform's.
         */
        get: operations["listAllCourses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/authoring/courses/{courseId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        /**
         * Get a course in any state, for its authors
         * @description For admins: a course of their brand, including drafts, with all its lessons in any state. A super_admin can also
         *     read the platform's. Any other is NOT_FOUND.
         */
        get: operations["getAuthoredCourse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/education/authoring/lessons/{lessonId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A lesson of the course.
                 * @example 019bc0f2-6a80-7000-8000-000000000020
                 */
                lessonId: components["parameters"]["LessonId"];
            };
            cookie?: never;
        };
        /**
         * Get a lesson with its answers, for its authors
         * @description For admins: a lesson of a course of their brand, in any state, with its content and, for a quiz, the right
         *     answers and their explanations. A super_admin can also read the platform's. Any other is NOT_FOUND.
         */
        get: operations["getAuthoredLesson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy a course
         * @description Starts a purchase and returns where to pay; if one is already pending, the same one again. The enrollment begins
         *     when the money has arrived. `CONFLICT` if the course is not for sale or the caller already has it,
         *     `URL_NOT_ALLOWED` if `returnUrl` is outside the brand's app and domains, `PAYMENTS_UNAVAILABLE` without a
         *     payment provider. After `SERVICE_UNAVAILABLE` the request may be repeated.
         */
        post: operations["checkout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deposit money into an investment account
         * @description Starts a payment into an account of the caller and returns where to pay; the money is available once it is paid.
         *     Another user's account is `NOT_FOUND`. `ACCOUNT_NOT_ACTIVE` if the account is closed or closing, its owner's KYC
         *     approval has expired, or it holds sandbox deposits and the sandbox is no longer in use; such an account accepts
         *     only what is owed on it, or the smallest deposit if less is owed. `URL_NOT_ALLOWED` if `returnUrl` is outside
         *     the brand's app and domains, `CONFLICT` if 20 deposits to the account are pending (pay or cancel one first),
         *     `PAYMENTS_UNAVAILABLE` without a payment provider. After `SERVICE_UNAVAILABLE` the request may be repeated.
         */
        post: operations["createDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the withdrawals
         * @description The caller's own; with `scope=tenant`, for admins, those of the whole tenant (`FORBIDDEN` to others).
         */
        get: operations["listWithdrawals"];
        put?: never;
        /**
         * Request a withdrawal from an investment account
         * @description Requires a recent log-in, approved KYC, an account that is not suspended, and no debt on another account. The
         *     amount is held, and the owner is notified by email. Once approved, the money first goes back where it came from,
         *     as refunds of deposits; the rest is transferred to the destination.
         */
        post: operations["createWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/withdrawals/{withdrawalId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The withdrawal.
                 * @example 019bc0f2-6a80-7000-8000-000000000021
                 */
                withdrawalId: components["parameters"]["WithdrawalId"];
            };
            cookie?: never;
        };
        /**
         * Get a withdrawal
         * @description The caller's own withdrawal or, for admins, one of the tenant with its full destination, which is audited. While
         *     the owner owes money or is suspended, nothing may be transferred: admins then get a `reason` instead of the
         *     destination.
         */
        get: operations["getWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Approve or reject a withdrawal
         * @description For admins of the tenant, but never for their own. The money of an approved withdrawal first goes back where it
         *     came from, as refunds of the account's deposits, newest first; the rest is `transferAmount`. Nothing can be
         *     approved while the owner owes money on any account or is suspended (`ACCOUNT_NOT_ACTIVE`).
         */
        patch: operations["decideWithdrawal"];
        trace?: never;
    };
    "/payments/withdrawals/{withdrawalId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The withdrawal.
                 * @example 019bc0f2-6a80-7000-8000-000000000021
                 */
                withdrawalId: components["parameters"]["WithdrawalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a withdrawal
         * @description Possible until it is decided; the money is free again.
         */
        post: operations["cancelWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/withdrawals/{withdrawalId}/paid": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The withdrawal.
                 * @example 019bc0f2-6a80-7000-8000-000000000021
                 */
                withdrawalId: components["parameters"]["WithdrawalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that a withdrawal was transferred
         * @description For admins of the tenant, but never for their own. The withdrawal must be approved and its refunds settled.
         */
        post: operations["markWithdrawalPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/withdrawals/{withdrawalId}/failed": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The withdrawal.
                 * @example 019bc0f2-6a80-7000-8000-000000000021
                 */
                withdrawalId: components["parameters"]["WithdrawalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that a transfer has failed
         * @description For admins of the tenant, but never for their own. The amount that was to be transferred goes back to the
         *     account.
         */
        post: operations["markWithdrawalFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's wallet
         * @description Over all investment accounts: free and held money, deposits and withdrawals, and what was spent on courses.
         */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payments
         * @description The caller's own; with `scope=tenant`, for admins, those of the whole tenant (`FORBIDDEN` to others).
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook of Stripe
         * @description Signed by Stripe over the bytes of the body. The same event may arrive any number of times. Available only if
         *     Stripe is the payment provider (otherwise 404); the body is read only if the header looks like a signature from
         *     the last five minutes.
         */
        post: operations["receiveStripeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment.
                 * @example 019bc0f2-6a80-7000-8000-000000000024
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        /**
         * Get a payment
         * @description The caller's own or, for admins, one of the tenant; any other is `NOT_FOUND`.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment.
                 * @example 019bc0f2-6a80-7000-8000-000000000024
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a pending payment
         * @description The caller's own. `INVALID_TRANSITION` if it has already ended. If the money arrives anyway, it is refunded
         *     automatically.
         */
        post: operations["cancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentId}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment.
                 * @example 019bc0f2-6a80-7000-8000-000000000024
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a payment
         * @description For admins of the tenant, but never for their own payments. Without `amount`, everything that is left is
         *     refunded.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ml/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the models
         * @description Every version with its training. Models belong to the platform: every brand sees the same ones.
         */
        get: operations["listModels"];
        put?: never;
        /**
         * Train a model
         * @description For super_admin, because all tenants share the models, and every version tried counts against the others. A
         *     version of the model for an instrument and horizon is trained in the background, on a year of hourly candles or
         *     up to 2,000 days; the response has its id, under which its progress can be read. While one is in training,
         *     another is a CONFLICT. INSUFFICIENT_HISTORY if it is already known that there are too few candles; otherwise the
         *     training fails with that message. A version that is to serve as soon as it is trained does so in the caller's
         *     name: if the caller is no longer a super_admin by then, it stays ready.
         */
        post: operations["trainModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ml/models/{modelId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The model.
                 * @example 019bc0f2-6a80-7000-8000-000000000022
                 */
                modelId: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        /**
         * Get a version of a model
         * @description With its features, the metrics of every fold next to those of the baselines, and the calibration of its
         *     probabilities.
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ml/models/{modelId}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The model.
                 * @example 019bc0f2-6a80-7000-8000-000000000022
                 */
                modelId: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a version into service
         * @description For super_admin. The version that served before is retired. The version must be ready or retired and have been
         *     trained within a year; anything else is INVALID_TRANSITION. Its edge is corrected for all versions tried since.
         */
        post: operations["promoteModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ml/models/{modelId}/scorecard": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The model.
                 * @example 019bc0f2-6a80-7000-8000-000000000022
                 */
                modelId: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        /**
         * Accuracy of a model's predictions
         * @description Over all predictions settled since the version has served: how often it was right, its Brier score and its log
         *     loss, next to those of the baselines. A version that was not trained has none and is MODEL_NOT_TRAINED.
         */
        get: operations["getScorecard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ml/predictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List predictions and their outcomes
         * @description Of all models. Each has its outcome once its horizon is over.
         */
        get: operations["listPredictions"];
        put?: never;
        /**
         * Predict the next move of a price
         * @description The probability that the close one horizon after the newest closed candle is above that candle's close. There is
         *     one prediction per candle: later requests return the same one. A model without a proven edge predicts the base
         *     rate and says `no_edge`. MODEL_NOT_TRAINED if no model serves, INSUFFICIENT_HISTORY if the candles that the
         *     features need are missing.
         */
        post: operations["predict"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ml/predictions/{predictionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The prediction.
                 * @example 019bc0f2-6a80-7000-8000-000000000023
                 */
                predictionId: components["parameters"]["PredictionId"];
            };
            cookie?: never;
        };
        /**
         * Get a prediction
         * @description The same for everybody. It has its outcome once its horizon is over.
         */
        get: operations["getPrediction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Always `true`; a failed request has `false` and `error` instead.
         * @enum {boolean}
         */
        Success: true;
        /**
         * @description Always `false`; `error` says why.
         * @enum {boolean}
         */
        Failed: false;
        /** @description The request was carried out and returns no data. */
        DoneEnvelope: {
            success: components["schemas"]["Success"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The envelope of every failed request. */
        ErrorEnvelope: {
            success: components["schemas"]["Failed"];
            /** @description What went wrong. */
            error: {
                /**
                 * @description What went wrong and what to change, for people; the wording may change.
                 * @example must be an email address
                 */
                message: string;
                code: components["schemas"]["ErrorCode"];
                /**
                 * @description The name of the invalid field, parameter or header, with dots for nested ones. Missing if no single one is the cause.
                 * @example email
                 */
                field?: string;
            };
        };
        /**
         * @description What went wrong, for programs. A code keeps its meaning and its status; new ones may be added, so handle an
         *     unknown code by its status.
         * @enum {string}
         */
        ErrorCode: "INVALID_JSON" | "VALIDATION_ERROR" | "TOKEN_INVALID" | "INVALID_OTP" | "OTP_EXPIRED" | "UNAUTHORIZED" | "TOKEN_EXPIRED" | "SESSION_REVOKED" | "INVALID_CREDENTIALS" | "INVALID_2FA_CODE" | "REFRESH_TOKEN_INVALID" | "REFRESH_TOKEN_REUSED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "REAUTHENTICATION_REQUIRED" | "ACCOUNT_SUSPENDED" | "NOT_ENROLLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EMAIL_ALREADY_REGISTERED" | "ALREADY_SUBSCRIBED" | "POSITION_NOT_OPEN" | "SIGNAL_ALREADY_EXECUTED" | "SIGNAL_EXPIRED" | "PRICE_MOVED" | "NO_MATCHING_POSITION" | "ACCOUNT_NOT_ACTIVE" | "INVALID_TRANSITION" | "MARKET_CLOSED" | "SELF_DECISION" | "MODEL_NOT_TRAINED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "INSUFFICIENT_FUNDS" | "SIGNAL_NOT_ACTIONABLE" | "QUANTITY_TOO_SMALL" | "WEAK_PASSWORD" | "INVALID_PHONE_NUMBER" | "IDEMPOTENCY_KEY_REUSED" | "URL_NOT_ALLOWED" | "INSUFFICIENT_HISTORY" | "RATE_LIMITED" | "OTP_COOLDOWN" | "OTP_ATTEMPTS_EXCEEDED" | "ACCOUNT_LOCKED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "MARKET_DATA_STALE" | "PAYMENTS_UNAVAILABLE";
        /** @description The position of this page in the list. */
        PaginationMeta: {
            /** @description The number of this page, starting with 1. */
            page: number;
            /** @description The maximum number of items per page. */
            limit: number;
            /** @description The number of items on all pages. Up to 1000 it is exact; a larger total may be ten seconds old. The audit log and the list of log-ins count no further than 10000. */
            total: number;
            /** @description The number of pages; 0 if there are no items. */
            totalPages: number;
        };
        /**
         * @description What a user may do. Each role includes the ones before it: `analyst` publishes signals, `admin` manages a
         *     tenant, `super_admin` all tenants and the platform.
         * @enum {string}
         */
        Role: "user" | "trader" | "analyst" | "admin" | "super_admin";
        /** @description An account. */
        User: {
            /**
             * Format: uuid
             * @description The user's id, which never changes.
             */
            id: string;
            /**
             * Format: email
             * @description The email used to log in, in lower case; unique within the tenant.
             */
            email: string;
            role: components["schemas"]["Role"];
            /** @description Whether the link in the verification email was opened. */
            emailVerified: boolean;
            /** @description Whether logging in with the password also requires a code from the authenticator app. */
            twoFactorEnabled: boolean;
            /**
             * Format: date-time
             * @description When the account was created.
             */
            createdAt: string;
        };
        /** @description A user, with details that only the user and administrators see. */
        Profile: components["schemas"]["User"] & {
            /**
             * Format: uuid
             * @description The tenant that the user belongs to.
             */
            tenantId: string;
            /** @description The verified number in E.164 format. */
            phoneNumber?: string;
            /** @description Whether the user has verified the number. */
            phoneVerified: boolean;
            /** @description Whether an administrator has suspended the user: all their calls fail with ACCOUNT_SUSPENDED. */
            suspended: boolean;
            /**
             * @description The name that the user chose. Missing until it is set.
             * @example Ada Lovelace
             */
            displayName?: string;
            /**
             * @description The user's preferred language and region, as a BCP 47 tag. Missing until it is set.
             * @example en-GB
             */
            locale?: string;
            /**
             * @description The user's time zone, as an IANA name. Missing until it is set.
             * @example Europe/London
             */
            timeZone?: string;
        };
        /** @description Changes to the caller's own settings. Omitted fields stay unchanged; at least one is required. */
        UpdateMeRequest: {
            /**
             * @description The name to display, without control characters. An empty string removes it.
             * @example Ada Lovelace
             */
            displayName?: string;
            /**
             * @description A BCP 47 tag. An empty string removes it.
             * @example en-GB
             */
            locale?: string;
            /**
             * @description An IANA name. An empty string removes it.
             * @example Europe/London
             */
            timeZone?: string;
        };
        /** @description A log-in of the user, or an attempt. */
        LogIn: {
            /**
             * Format: uuid
             * @description The entry's id.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @description Whether it opened a session. */
            succeeded: boolean;
            /**
             * @description What was used last. A failed `second_factor` is a wrong code after the right password.
             * @enum {string}
             */
            method: "registration" | "password" | "second_factor" | "passkey";
            /** @description The address it came from. */
            ipAddress: string;
            /** @description The User-Agent of the browser or app. */
            userAgent: string;
            /**
             * @description The browser or app and its system, as far as they are known.
             * @example Firefox on Linux
             */
            device: string;
        };
        /** @description A page of log-ins. */
        LogInListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The log-ins and attempts, newest first. */
            data: components["schemas"]["LogIn"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A new email for the caller. */
        ChangeEmailRequest: {
            /** @description The new email. It takes effect when both addresses have confirmed. */
            newEmail: components["schemas"]["Email"];
        };
        /** @description The state of a change of email after a confirmation. */
        EmailChange: {
            /**
             * @description `waiting` for the other address to confirm, or `changed`.
             * @enum {string}
             */
            status: "waiting" | "changed";
        };
        /** @description A response with a change of email. */
        EmailChangeEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["EmailChange"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a user's profile. */
        ProfileEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Profile"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of users. */
        UserListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The users, newest first. */
            data: components["schemas"]["Profile"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description Changes that an administrator makes to a user. Omitted fields stay unchanged; at least one is required. */
        UpdateUserRequest: {
            /** @description The new role, at most the caller's own. */
            role?: components["schemas"]["Role"];
            /** @description `true` suspends the user from their next request on; `false` reinstates them. */
            suspended?: boolean;
        };
        /**
         * Format: email
         * @description An email address, case-insensitive.
         */
        Email: string;
        /** @description 8 to 128 characters. Shorter and common passwords and the email itself are refused with WEAK_PASSWORD. */
        NewPassword: string;
        /** @description An existing password. */
        Password: string;
        /**
         * @description A six-digit code from the authenticator app or a text message, depending on the operation; where accepted, an
         *     unused backup code.
         */
        Code: string;
        /** @description A new account. */
        RegisterRequest: {
            email: components["schemas"]["Email"];
            password: components["schemas"]["NewPassword"];
            tenant?: components["schemas"]["MeantTenant"];
            session?: components["schemas"]["SessionKind"];
        };
        /**
         * @description The slug of the brand. If missing, it is the brand whose domain is the request's Origin or Host, else the only
         *     one in which the email is known, else `default`.
         * @example northwind
         */
        MeantTenant: string;
        /** @description A log-in with the password. */
        LoginRequest: {
            email: components["schemas"]["Email"];
            password: components["schemas"]["Password"];
            tenant?: components["schemas"]["MeantTenant"];
            session?: components["schemas"]["SessionKind"];
        };
        /** @description The second factor of a log-in. */
        CompleteLoginRequest: {
            /** @description The `challengeToken` from POST /auth/login. It can be used for one log-in within five minutes. */
            challengeToken: string;
            code: components["schemas"]["Code"];
            session?: components["schemas"]["SessionKind"];
        };
        /**
         * @description Where the refresh token goes: `token` puts it in the response; `cookie`, for web pages, in a cookie that scripts
         *     cannot read (`__Host-bourse_session`; Secure, HttpOnly, SameSite=Strict). Cookies are set and accepted only for
         *     pages of the API's own origin or of one that the brand allows (otherwise FORBIDDEN). Send it with the request
         *     that opens the session: with a second factor, the one with the code.
         * @default token
         * @enum {string}
         */
        SessionKind: "token" | "cookie";
        /**
         * @description The refresh token to exchange for new tokens. A page whose session is in the cookie sends none and needs no
         *     body.
         */
        RefreshRequest: {
            /** @description The `refreshToken` from the log-in or the previous refresh. Omit it if the session is in the cookie. */
            refreshToken?: string;
        };
        /** @description Which sessions end. */
        LogoutRequest: {
            /**
             * @description `local` is the current session, `others` all but this one, `global` all.
             * @default local
             * @enum {string}
             */
            scope?: "local" | "others" | "global";
        };
        /** @description The password, with a code if the second factor is on; or a passkey instead of both. */
        ReauthenticateRequest: {
            /** @description The caller's password; required unless a passkey is sent. */
            password?: components["schemas"]["Password"];
            /**
             * @description A code from the authenticator app or an unused backup code; required with the password if the second factor
             *     is on.
             */
            code?: components["schemas"]["Code"];
            /** @description A passkey of the caller, made with the options of POST /auth/reauthenticate/options. */
            passkey?: components["schemas"]["PasskeyProof"];
        };
        /** @description An open session: the tokens of the logged-in user. */
        Tokens: {
            /**
             * @description The user is logged in. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            outcome: "authenticated";
            /** @description Send this as `Authorization: Bearer` with every call. A JWT; treat it as opaque. */
            accessToken: string;
            /** @description Send this to POST /auth/refresh. It can be used once and is then replaced by another. Missing if the session is in a cookie. */
            refreshToken?: string;
            /**
             * @description How the access token is sent.
             * @enum {string}
             */
            tokenType: "Bearer";
            /** @description Seconds until the access token expires. */
            expiresIn: number;
            user: components["schemas"]["User"];
        };
        /** @description A response that opens or renews a session. */
        TokensEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Tokens"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The password was right, and the account has a second factor. The user is not logged in yet. */
        LoginChallenge: {
            /**
             * @description The second factor is required. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            outcome: "second_factor";
            /**
             * @description Always `true`, for clients that do not read `outcome`.
             * @enum {boolean}
             */
            twoFactorRequired: true;
            /** @description Identifies this log-in at POST /auth/login/2fa and POST /auth/login/passkey. It can be used for one log-in. */
            challengeToken: string;
            /** @description The accepted second factors. `passkey` is listed if the account has one. */
            methods: ("totp" | "backup_code" | "passkey")[];
            /** @description Seconds until the challenge expires. */
            expiresIn: number;
        };
        /** @description The response to a log-in with the password. */
        LoginEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The tokens, or the challenge if the account has a second factor; `outcome` says which. */
            data: components["schemas"]["Tokens"] | components["schemas"]["LoginChallenge"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A new access token for the current session. */
        AccessToken: {
            /** @description The access token to use instead of the previous one. */
            accessToken: string;
            /**
             * @description How the access token is sent.
             * @enum {string}
             */
            tokenType: "Bearer";
            /** @description Seconds until the access token expires. */
            expiresIn: number;
        };
        /** @description A response with a new access token. */
        AccessTokenEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["AccessToken"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description One log-in on one device, until the log-out. */
        UserSession: {
            /**
             * Format: uuid
             * @description The session's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The user's id.
             */
            userId: string;
            /** @description The address from which it was last opened or refreshed. */
            ipAddress: string;
            /** @description The User-Agent at that time; empty if there was none. */
            userAgent: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             */
            lastActivityAt: string;
            /**
             * Format: date-time
             * @description When it ends without further use: 30 days after the last refresh, and at the latest 90 days after the log-in.
             */
            expiresAt: string;
            /** @description Whether it is the current session. */
            isCurrent: boolean;
        };
        /** @description A response with the caller's sessions. */
        SessionListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The open sessions, most recently used first. */
            data: components["schemas"]["UserSession"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The token from a link in an email. */
        MailTokenRequest: {
            /** @description The `token` of the link. */
            token: string;
        };
        /** @description The account whose password is to be reset. */
        ForgotPasswordRequest: {
            email: components["schemas"]["Email"];
            tenant?: components["schemas"]["MeantTenant"];
        };
        /** @description A new password, with the token from the email. */
        ResetPasswordRequest: {
            /** @description The `token` of the link. It can be used once, within an hour. */
            token: string;
            password: components["schemas"]["NewPassword"];
        };
        /** @description A new password, with the current one. */
        ChangePasswordRequest: {
            currentPassword: components["schemas"]["Password"];
            newPassword: components["schemas"]["NewPassword"];
        };
        /** @description A code. */
        CodeRequest: {
            code: components["schemas"]["Code"];
        };
        /** @description The number to send a code to. */
        SendPhoneCodeRequest: {
            /**
             * @description In international format, with the leading +. An impossible number is INVALID_PHONE_NUMBER.
             * @example +447400123456
             */
            phoneNumber: string;
        };
        /**
         * @description What the key may call: operations by their operationId, or `<tag>:read` (every GET of a tag) and `<tag>:write`
         *     (all its other operations).
         * @example [
         *       "trading:read",
         *       "placeOrder"
         *     ]
         */
        ApiKeyScopes: string[];
        /** @description A new API key of the caller. */
        CreateApiKeyRequest: {
            /**
             * @description What the key is for.
             * @example Reporting
             */
            name: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            /**
             * Format: date-time
             * @description When the key expires, at most 366 days ahead; 90 days ahead if missing.
             */
            expiresAt?: string;
        };
        /** @description A key with which a program acts as its owner. The key itself is shown once, when it is created. */
        ApiKey: {
            /**
             * Format: uuid
             * @description The key's id.
             */
            id: string;
            /** @description What the key is for. */
            name: string;
            /**
             * @description The beginning of the key.
             * @example bourse_3fXk9Q
             */
            prefix: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            /**
             * Format: date-time
             * @description When the key expires.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute; missing until then.
             */
            lastUsedAt?: string;
            /** @description The address from which it was last used; missing until then. */
            lastUsedIp?: string;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            createdAt: string;
        };
        /** @description A response with the caller's API keys. */
        ApiKeyListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The keys that were not revoked, including expired ones, newest first. */
            data: components["schemas"]["ApiKey"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A new key, with its text, which is shown only now. */
        NewApiKey: {
            /**
             * Format: uuid
             * @description The key's id.
             */
            id: string;
            /** @description What the key is for. */
            name: string;
            /**
             * @description The beginning of the key.
             * @example bourse_3fXk9Q
             */
            prefix: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            /**
             * Format: date-time
             * @description When the key expires.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            createdAt: string;
            /**
             * @description `bourse_`, thirty letters and digits, and six more that are the CRC-32 of those thirty in base 62, so that
             *     scanners can recognize leaked keys.
             * @example bourse_3fXk9QmT7LzB2cVn8RwYpD5sHgJa4E0KzzHp
             */
            key: string;
        };
        /** @description A response with a new API key. */
        NewApiKeyEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["NewApiKey"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The data that an authenticator app needs. It takes effect when a code has been verified. */
        TwoFactorSetup: {
            /** @description The secret in Base32, to be typed into the app. */
            secret: string;
            /** @description The same with the brand and the email, to be shown as a QR code. */
            otpauthUrl: string;
        };
        /** @description A response with the set-up of a second factor. */
        TwoFactorSetupEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["TwoFactorSetup"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description Codes for use when the authenticator app is lost, each valid for one log-in. */
        BackupCodes: {
            /** @description The unused codes; a new set has ten. Empty while the second factor is off. */
            codes: string[];
        };
        /** @description A response with backup codes. */
        BackupCodesEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["BackupCodes"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A key of a user, kept by a device or a password manager, that allows logging in without a password. */
        Passkey: {
            /**
             * Format: uuid
             * @description The passkey's id.
             */
            id: string;
            /**
             * @description The name given by its owner.
             * @example My phone
             */
            name: string;
            /** @description How a browser can reach it, as far as known. */
            transports: string[];
            /**
             * Format: uuid
             * @description The model of the authenticator that made it. Missing if unknown.
             */
            aaguid?: string;
            /** @description Whether it is stored in an account of its owner, so that it is not lost with one device. */
            backedUp: boolean;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last used to log in or to confirm. Missing until then.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it was disabled because a copy of it was used. It can only be removed. Missing while it is valid.
             */
            disabledAt?: string;
        };
        /** @description A response with a passkey. */
        PasskeyEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Passkey"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the caller's passkeys. */
        PasskeyListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The passkeys, at most 20, newest first. */
            data: components["schemas"]["Passkey"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /**
         * @description The name given by its owner.
         * @example My phone
         */
        PasskeyName: string;
        /** @description Identifies the options given to the browser. It can be used once, within five minutes. */
        CeremonyToken: string;
        /** @description A passkey created by the browser with the options of POST /auth/passkeys/options. */
        AddPasskeyRequest: {
            ceremonyToken: components["schemas"]["CeremonyToken"];
            /** @default Passkey */
            name?: components["schemas"]["PasskeyName"];
            credential: components["schemas"]["RegistrationCredential"];
        };
        /** @description A new name for a passkey. */
        RenamePasskeyRequest: {
            name: components["schemas"]["PasskeyName"];
        };
        /**
         * @description Who is about to log in. Without a challenge it is a log-in without a password, and any passkey of the brand is
         *     accepted.
         */
        BeginPasskeyLoginRequest: {
            /** @description From a log-in that requires the second factor. */
            challengeToken?: string;
            /** @description The slug of the brand. If missing, the brand is found by the page's origin or the host. */
            tenant?: string;
        };
        /** @description A passkey's signature for the options of POST /auth/login/passkey/options. */
        PasskeyLoginRequest: {
            ceremonyToken: components["schemas"]["CeremonyToken"];
            credential: components["schemas"]["AuthenticationCredential"];
            /** @description The one for which the options were requested. */
            challengeToken?: string;
            session?: components["schemas"]["SessionKind"];
        };
        /** @description A passkey's signature for these options. */
        PasskeyProof: {
            ceremonyToken: components["schemas"]["CeremonyToken"];
            credential: components["schemas"]["AuthenticationCredential"];
        };
        /** @description The data that the browser needs to create a passkey. */
        PasskeyCreation: {
            ceremonyToken: components["schemas"]["CeremonyToken"];
            /** @description Seconds until the options expire. */
            expiresIn: number;
            publicKey: components["schemas"]["PublicKeyCredentialCreationOptions"];
        };
        /** @description A response with the options for a new passkey. */
        PasskeyCreationEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PasskeyCreation"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The data that the browser needs to sign with a passkey. */
        PasskeyRequest: {
            ceremonyToken: components["schemas"]["CeremonyToken"];
            /** @description Seconds until the options expire. */
            expiresIn: number;
            publicKey: components["schemas"]["PublicKeyCredentialRequestOptions"];
        };
        /** @description A response with the options for signing with a passkey. */
        PasskeyRequestEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PasskeyRequest"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The browser's PublicKeyCredentialCreationOptionsJSON. */
        PublicKeyCredentialCreationOptions: {
            /** @description The owner of the domain to which the passkey will belong. */
            rp: {
                /**
                 * @description The domain that the passkey belongs to.
                 * @example app.example.com
                 */
                id: string;
                /**
                 * @description The brand's product name.
                 * @example Bourse
                 */
                name: string;
            };
            /** @description The user to whom the passkey will belong. */
            user: {
                /** @description The account's handle in base64url. */
                id: string;
                /** @description The account's email. */
                name: string;
                /** @description The name that the device shows for the account. */
                displayName: string;
            };
            /** @description Random bytes in base64url. */
            challenge: string;
            /** @description The accepted key algorithms, best first. */
            pubKeyCredParams: {
                /**
                 * @description Always `public-key`.
                 * @example public-key
                 */
                type: string;
                /**
                 * @description A COSE algorithm identifier.
                 * @example -7
                 */
                alg: number;
            }[];
            /** @description How long the browser waits for the person, in milliseconds. */
            timeout: number;
            /** @description The passkeys that the account already has. */
            excludeCredentials: components["schemas"]["PublicKeyCredentialDescriptor"][];
            /** @description Requirements for the device. */
            authenticatorSelection: {
                /**
                 * @description Whether the device stores the passkey so that it is found without a user name: always `required`.
                 * @example required
                 */
                residentKey: string;
                /** @description The same for older browsers: always `true`. */
                requireResidentKey: boolean;
                /**
                 * @description Whether the device verifies its owner: always `required`.
                 * @example required
                 */
                userVerification: string;
            };
            /**
             * @description Whether the device proves its model: always `none`.
             * @example none
             */
            attestation: string;
        };
        /** @description The browser's PublicKeyCredentialRequestOptionsJSON. */
        PublicKeyCredentialRequestOptions: {
            /** @description Random bytes in base64url. */
            challenge: string;
            /** @description How long the browser waits for the person, in milliseconds. */
            timeout: number;
            /**
             * @description The domain that the passkey belongs to.
             * @example app.example.com
             */
            rpId: string;
            /** @description The accepted passkeys; empty for any passkey of the domain. */
            allowCredentials: components["schemas"]["PublicKeyCredentialDescriptor"][];
            /**
             * @description Whether the device verifies its owner: always `required`.
             * @example required
             */
            userVerification: string;
        };
        /** @description A passkey as browsers describe it. */
        PublicKeyCredentialDescriptor: {
            /**
             * @description Always `public-key`.
             * @example public-key
             */
            type: string;
            /** @description The credential's id in base64url. */
            id: string;
            /** @description How a browser can reach it, such as `internal`, `hybrid`, `usb` or `nfc`. Missing if unknown. */
            transports?: string[];
        };
        /** @description Bytes in base64url without padding. */
        Base64URL: string;
        /** @description The credential's id in base64url. */
        CredentialId: string;
        /** @description The browser's RegistrationResponseJSON, which may have more fields than listed here. */
        RegistrationCredential: {
            id: components["schemas"]["CredentialId"];
            rawId: components["schemas"]["CredentialId"];
            /**
             * @description The kind of credential.
             * @enum {string}
             */
            type: "public-key";
            /** @description The result of the authenticator. */
            response: {
                clientDataJSON: components["schemas"]["Base64URL"];
                attestationObject: components["schemas"]["Base64URL"];
                /** @description How the browser can reach the authenticator. */
                transports?: string[];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description The browser's AuthenticationResponseJSON, which may have more fields than listed here. */
        AuthenticationCredential: {
            id: components["schemas"]["CredentialId"];
            rawId: components["schemas"]["CredentialId"];
            /**
             * @description The kind of credential.
             * @enum {string}
             */
            type: "public-key";
            /** @description The data signed by the authenticator. */
            response: {
                clientDataJSON: components["schemas"]["Base64URL"];
                authenticatorData: components["schemas"]["Base64URL"];
                signature: components["schemas"]["Base64URL"];
                /** @description The account's handle in base64url. */
                userHandle?: string | null;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description A brand with its users, its endpoints and its part of the catalogue. */
        Tenant: {
            /**
             * Format: uuid
             * @description The tenant's id.
             */
            id: string;
            /** @description The name of the tenant in requests, which never changes. */
            slug: string;
            /** @description The operator's name for the tenant. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /** @description A new tenant. */
        CreateTenantRequest: {
            /**
             * @description The name of the tenant in requests, which can never be changed. Lower-case letters, digits and, between
             *     them, hyphens.
             * @example northwind
             */
            slug: string;
            /** @description The operator's name for the tenant, at most 200 bytes. */
            name: string;
        };
        /** @description A response with a tenant. */
        TenantEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Tenant"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of tenants. */
        TenantListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The tenants, newest first. */
            data: components["schemas"]["Tenant"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description What customers see of a tenant. */
        Brand: {
            /**
             * @description Slug of the tenant.
             * @example northwind
             */
            tenant: string;
            /**
             * @description The name of the platform in pages and emails.
             * @example Northwind Invest
             */
            productName: string;
            /**
             * @description The address of the front end.
             * @example https://app.northwind.example
             */
            appUrl: string;
            /**
             * @description The address to write to for help; empty if there is none.
             * @example help@northwind.example
             */
            supportAddress: string;
            /** @description The address of the logo; empty if there is none. */
            logoUrl: string;
            /**
             * @description The colour of buttons and headings.
             * @example #14523d
             */
            primaryColor: string;
            /**
             * @description The accent colour.
             * @example #c8932e
             */
            accentColor: string;
            /**
             * @description The accounts of the demo that anybody may use, so that a log-in page can offer them. Only the demo has this
             *     field; a real installation never does.
             */
            demoAccounts?: components["schemas"]["DemoAccount"][];
        };
        /** @description A user of the demo. The password is no secret; the demo prints it at its start. */
        DemoAccount: {
            /**
             * @description The email to log in with.
             * @example trader@demo.test
             */
            email: string;
            /**
             * @description The password to log in with.
             * @example bourse-demo-1
             */
            password: string;
            role: components["schemas"]["Role"];
        };
        /** @description A response with a brand. */
        BrandEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Brand"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The tenant's own settings; an empty one follows the installation's brand. */
        BrandSettings: {
            /** @description The name of the platform in pages and emails. */
            productName: string;
            /** @description The address of the front end. */
            appUrl: string;
            /** @description The address to write to for help. */
            supportAddress: string;
            /** @description The sender's name in emails. */
            mailSenderName: string;
            /** @description The sender's address in emails. */
            mailSenderAddress: string;
            /** @description The colour of buttons and headings. */
            primaryColor: string;
            /** @description The accent colour. */
            accentColor: string;
            /** @description The address of the logo. */
            logoUrl: string;
        };
        /** @description A tenant with its own settings and what its customers see. */
        TenantDetails: {
            /**
             * Format: uuid
             * @description The tenant's id.
             */
            id: string;
            /** @description The name of the tenant in requests, which never changes. */
            slug: string;
            /** @description The operator's name for the tenant. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The hosts whose pages may call the API and whose log-ins belong to the tenant. */
            domains: string[];
            settings: components["schemas"]["BrandSettings"];
            brand: components["schemas"]["Brand"];
        };
        /** @description A response with a tenant and its brand. */
        TenantDetailsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["TenantDetails"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description Changes to a tenant's settings. Omitted fields stay unchanged; an empty string follows the installation's brand. */
        UpdateTenantRequest: {
            /**
             * @description The name of the platform in pages and emails.
             * @example Northwind Invest
             */
            productName?: string;
            /**
             * @description The address of the front end: https, or http on this machine, without a query. For admins it must be within the tenant's domains.
             * @example https://app.northwind.example
             */
            appUrl?: string;
            /**
             * @description The address to write to for help: an email address without a name.
             * @example help@northwind.example
             */
            supportAddress?: string;
            /**
             * @description The sender's name in emails.
             * @example Northwind
             */
            mailSenderName?: string;
            /**
             * @description The sender's address in emails; the installation's if empty. For admins it must be within the tenant's domains.
             * @example no-reply@northwind.example
             */
            mailSenderAddress?: string;
            /**
             * @description The colour of buttons and headings: # and six hexadecimal digits.
             * @example #1b4f72
             */
            primaryColor?: string;
            /**
             * @description The accent colour: # and six hexadecimal digits.
             * @example #e67e22
             */
            accentColor?: string;
            /** @description The address of an image: https, or http on this machine. */
            logoUrl?: string;
            /** @description Hosts, with the port if it is not the default one; for super_admin. */
            domains?: string[];
        };
        /** @description A tenant's own email template, with the values of the kind (`{{.Values.…}}`) and of the brand (`{{.Brand.…}}`). */
        MailOverride: {
            /**
             * @description One line.
             * @example Confirm your email for {{.Brand.ProductName}}
             */
            subject: string;
            /**
             * @description The plain-text version. It must contain every link of the kind.
             * @example Welcome.
             *
             *     {{.Values.link}}
             */
            text: string;
            /** @description The content between the brand's heading and its footer; generated from the text if empty or omitted. It must contain every link of the kind, too. */
            html?: string;
        };
        /** @description The template of one kind of email for a tenant. */
        MailTemplate: {
            /**
             * @description The kind of email.
             * @example verify_email
             */
            kind: string;
            /** @description The names of the kind's variables. */
            variables: string[];
            /** @description The platform's template. */
            default: components["schemas"]["MailOverride"];
            /** @description The tenant's template. Missing if it has none. */
            override?: components["schemas"]["MailOverride"];
            /**
             * Format: date-time
             * @description When the tenant last changed its template. Missing if it has none.
             */
            updatedAt?: string;
            /**
             * @description Why `override` is not used as it is: its field and the rule that it breaks, which may be newer than the
             *     template. If it is `html`, the HTML is generated from the tenant's text; otherwise the platform's template
             *     is used. Missing if the override is used or there is none.
             * @example html: the element style is not allowed
             */
            problem?: string;
        };
        /** @description A response with an email template. */
        MailTemplateEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["MailTemplate"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with all email templates. */
        MailTemplateListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description One per kind of email, sorted by name. */
            data: components["schemas"]["MailTemplate"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description An email as its recipient would get it, with sample values. */
        MailPreview: {
            /** @description The subject. */
            subject: string;
            /** @description The plain-text version. */
            text: string;
            /** @description The email as a page, with the brand's heading and footer. */
            html: string;
        };
        /** @description A response with a preview of an email. */
        MailPreviewEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["MailPreview"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description Who did what, to whom or what, from where, with the values before and after. No entry contains a secret. */
        AuditEntry: {
            /**
             * Format: uuid
             * @description The entry's id.
             */
            id: string;
            /**
             * @description What was done.
             * @example session.revoked
             */
            action: string;
            /**
             * Format: uuid
             * @description Who did it. Missing if nobody was logged in, and for the platform and the command line.
             */
            actorId?: string;
            /**
             * Format: uuid
             * @description The API key that was used. Missing if there was none.
             */
            apiKeyId?: string;
            /**
             * Format: uuid
             * @description The user whom it concerns. Missing if there is none.
             */
            userId?: string;
            /**
             * @description The kind of object that was changed. Missing if it is the user.
             * @example withdrawal
             */
            subjectKind?: string;
            /** @description The id of the object that was changed. Missing if it is the user. */
            subjectId?: string;
            /**
             * @description The changed fields with their old values; empty for a new object.
             * @example {
             *       "status": "submitted"
             *     }
             */
            before: {
                [key: string]: string;
            };
            /**
             * @description The changed fields with their new values; empty for a removed object.
             * @example {
             *       "status": "approved"
             *     }
             */
            after: {
                [key: string]: string;
            };
            /** @description The address it came from; empty for the platform and the command line. */
            ipAddress: string;
            /** @description The User-Agent of the browser or app; empty if there was none. */
            userAgent: string;
            /** @description The X-Request-Id of the call; empty if there was none. */
            requestId: string;
            /** @description Further details by name, depending on the action. */
            details: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When it was done.
             */
            createdAt: string;
        };
        /** @description A page of the audit log. */
        AuditLogEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The entries, newest first. */
            data: components["schemas"]["AuditEntry"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description Any JSON object. */
        JSONObject: {
            [key: string]: unknown;
        };
        /** @description Strings by name. */
        StringMap: {
            [key: string]: string;
        };
        /** @description The position in a list that is read with `before`. */
        CursorMeta: {
            /** @description The maximum number of items per page. */
            limit: number;
            /**
             * Format: uuid
             * @description Send it as `before` to get older items. Missing on the last page.
             */
            next?: string;
        };
        /**
         * @description How requests to an endpoint are authenticated, in addition to the signature: `none`; `basic`, a name and a
         *     password; `bearer`, a token; `hmac`, an HMAC of the body in a header of its own; `oauth2`, a token obtained with
         *     client credentials.
         * @enum {string}
         */
        WebhookAuthType: "none" | "basic" | "bearer" | "hmac" | "oauth2";
        /** @description Where a tenant receives events, how they are sent, and how that has worked so far. */
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description The endpoint's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The tenant's id.
             */
            tenantId: string;
            /** @description The name given by its tenant. */
            name: string;
            /** @description What it is for. Missing if not set. */
            description?: string;
            /** @description Where requests are sent. */
            url: string;
            /** @description The HTTP method: `POST`, `PUT` or `PATCH`. */
            httpMethod: string;
            authType: components["schemas"]["WebhookAuthType"];
            /**
             * @description The settings of the `authType`, with their defaults; of secrets at most the last four characters. Empty with
             *     `none`, and if they cannot be read.
             */
            authConfig: components["schemas"]["WebhookAuthConfig"];
            /** @description Headers sent with every request; of values at most the last four characters. */
            customHeaders: components["schemas"]["WebhookHeaders"];
            /** @description The types of events to send: types, prefixes that end in `.*`, or `*` for all. If empty, none. */
            subscribedEvents: string[];
            /** @description Conditions that an event must meet; if empty, every event does. */
            filters: components["schemas"]["JSONObject"];
            /** @description Whether failed deliveries are retried. */
            retryEnabled: boolean;
            /** @description The number of retries after the first attempt. */
            maxRetries: number;
            /** @description Seconds between the first attempt and the first retry. */
            retryDelaySeconds: number;
            /**
             * Format: double
             * @description The factor by which the delay grows with each retry.
             */
            retryBackoffMultiplier: number;
            /** @description The timeout of a request, in seconds. */
            timeoutSeconds: number;
            /** @description Whether events are sent. Events published while it is inactive are recorded as skipped. */
            isActive: boolean;
            /** @description Whether the receiver has echoed a challenge since the URL was last changed. */
            isVerified: boolean;
            /**
             * Format: date-time
             * @description When it last did. Missing if it is not verified.
             */
            verifiedAt?: string;
            /** @description The secret that signs requests; masked, except in the responses to creation and rotation. Missing if requests are not signed. */
            signingSecret?: string;
            /**
             * Format: int64
             * @description Finished deliveries: those that succeeded and those that failed.
             */
            totalDeliveries: number;
            /**
             * Format: int64
             * @description Deliveries that succeeded.
             */
            successfulDeliveries: number;
            /**
             * Format: int64
             * @description Deliveries that were given up.
             */
            failedDeliveries: number;
            /**
             * Format: date-time
             * @description When the last attempt was made. Missing until then.
             */
            lastDeliveryAt?: string;
            /**
             * Format: date-time
             * @description When the last successful attempt was made. Missing until then.
             */
            lastSuccessAt?: string;
            /**
             * Format: date-time
             * @description When the last failed attempt was made. Missing until then.
             */
            lastFailureAt?: string;
            /** @description The maximum number of requests in any minute; further ones wait, which does not count as a retry. */
            rateLimitPerMinute: number;
            /** @description The maximum number of requests in any hour; further ones wait, which does not count as a retry. */
            rateLimitPerHour: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its settings last changed.
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description Who created it. Missing for the platform.
             */
            createdBy?: string;
            /**
             * @description Why nothing can be sent to the endpoint, in words: a key, the operator's policy or a rule has changed since
             *     it was saved. Events published in the meantime are kept, and `recover` sends them once the endpoint is
             *     repaired. Missing if nothing is wrong.
             */
            broken?: string;
        };
        /**
         * @description The settings of an `authType`, and no others: none for `none`; `username` and `password` for `basic`; `token`
         *     for `bearer`; `secret` and optionally `header`, `algorithm` and `encoding` for `hmac`; `tokenUrl`, `clientId`,
         *     `clientSecret` and optionally `scopes` for `oauth2`. Of secrets at most the last four characters are returned.
         *     At most 64 KiB.
         */
        WebhookAuthConfig: {
            /** @description For `basic`: the name, without a colon. */
            username?: string;
            /** @description For `basic`: the password, a secret; it may be empty. */
            password?: string;
            /** @description For `bearer`: the token, a secret of visible ASCII characters without spaces. */
            token?: string;
            /** @description For `hmac`: the key, a secret, whose bytes are used as they are. */
            secret?: string;
            /** @description For `hmac`: the header that carries the HMAC of the body; `X-Webhook-Signature` if missing. */
            header?: string | null;
            /** @description For `hmac`: `sha256` (the default) or `sha512`. */
            algorithm?: string | null;
            /** @description For `hmac`: `hex` (the default) or `base64`. */
            encoding?: string | null;
            /** @description For `oauth2`: where tokens are obtained with client credentials. The same addresses are allowed as for `url`. */
            tokenUrl?: string;
            /** @description For `oauth2`: the client's id. */
            clientId?: string;
            /** @description For `oauth2`: the client's secret. It must be sent again when `tokenUrl` changes. */
            clientSecret?: string;
            /** @description For `oauth2`: the scopes to request; none if missing. */
            scopes?: string[] | null;
        };
        /**
         * @description Headers by name, at most 16 KiB in total. Names used for the connection, the body or the signature (`webhook-…`)
         *     are refused, and so are values with more than 4096 characters or anything but visible ASCII.
         */
        WebhookHeaders: {
            [key: string]: string;
        };
        /** @description A new endpoint. */
        CreateWebhookEndpointRequest: {
            /**
             * @description The name given by its tenant.
             * @example Back office
             */
            name: string;
            /**
             * @description What it is for.
             * @example Books deposits and withdrawals
             */
            description?: string;
            /**
             * @description Where requests are sent; a tenant may have one endpoint per URL. Only https to public addresses unless the
             *     operator allows more: others are URL_NOT_ALLOWED.
             * @example https://back-office.example.com/hooks/bourse
             */
            url: string;
            /**
             * @description The HTTP method: `POST`, `PUT` or `PATCH`.
             * @default POST
             * @example POST
             */
            httpMethod?: string;
            /**
             * @description How requests are authenticated, in addition to the signature.
             * @default none
             */
            authType?: components["schemas"]["WebhookAuthType"];
            /**
             * @description The settings of the `authType`.
             * @example {
             *       "username": "bourse",
             *       "password": "correct-horse-battery"
             *     }
             */
            authConfig?: components["schemas"]["WebhookAuthConfig"];
            /**
             * @description Headers sent with every request.
             * @example {
             *       "X-Environment": "production"
             *     }
             */
            customHeaders?: components["schemas"]["WebhookHeaders"];
            /**
             * @description Event types from the catalogue, or the tenant's own (`custom.…`); a prefix ends in `.*`, and `*` means all.
             *     Patterns that match no type are refused. If empty or missing, no events are sent.
             * @default []
             * @example [
             *       "trading.position.*",
             *       "payment.succeeded"
             *     ]
             */
            subscribedEvents?: string[];
            /**
             * @description Conditions on the delivered body, all of which must be met: dotted paths with a value, or with $eq, $ne,
             *     $in, $nin, $gt, $gte, $lt, $lte, $exists or $prefix; $and, $or and $not combine them. At most 16 KiB, 8
             *     levels and 100 conditions. If empty or missing, every event is sent.
             * @example {
             *       "data.symbol": "BTCUSD",
             *       "data.quantity": {
             *         "$gte": 1
             *       }
             *     }
             */
            filters?: components["schemas"]["JSONObject"];
            /**
             * @description Whether failed deliveries are retried.
             * @default true
             */
            retryEnabled?: boolean;
            /**
             * @description The number of retries after the first attempt. The last retry must come within the 30 days for which events
             *     are kept.
             * @default 5
             */
            maxRetries?: number;
            /**
             * @description Seconds between the first attempt and the first retry.
             * @default 60
             */
            retryDelaySeconds?: number;
            /**
             * Format: double
             * @description The factor by which the delay grows with each retry, with at most one decimal place.
             * @default 2
             */
            retryBackoffMultiplier?: number;
            /**
             * @description The timeout of a request, in seconds.
             * @default 30
             */
            timeoutSeconds?: number;
            /**
             * @description Whether events are sent. Events published while it is inactive are recorded as skipped.
             * @default true
             */
            isActive?: boolean;
            /** @description The secret that signs requests: `whsec_` and a key in Base64, or any other text, whose bytes are the key. If missing, one is generated; if empty, requests are not signed. */
            signingSecret?: string;
            /**
             * @description The maximum number of requests in any minute; further ones wait, which does not count as a retry.
             * @default 60
             */
            rateLimitPerMinute?: number;
            /**
             * @description The maximum number of requests in any hour; further ones wait, which does not count as a retry.
             * @default 1000
             */
            rateLimitPerHour?: number;
        };
        /** @description Changes to an endpoint. Omitted fields stay unchanged; at least one is required. */
        UpdateWebhookEndpointRequest: {
            /**
             * @description The name given by its tenant.
             * @example Back office
             */
            name?: string;
            /**
             * @description What it is for.
             * @example Books deposits and withdrawals
             */
            description?: string;
            /**
             * @description Where requests are sent; a tenant may have one endpoint per URL. Only https to public addresses unless the
             *     operator allows more: others are URL_NOT_ALLOWED. A new URL must be verified again; with a new scheme or
             *     host the secrets must be sent again, too.
             * @example https://back-office.example.com/hooks/bourse
             */
            url?: string;
            /**
             * @description The HTTP method: `POST`, `PUT` or `PATCH`.
             * @example POST
             */
            httpMethod?: string;
            /** @description How requests are authenticated, in addition to the signature. Changing it drops the previous settings. */
            authType?: components["schemas"]["WebhookAuthType"];
            /**
             * @description The settings of the `authType`, replacing the present ones; a secret that is sent back masked stays
             *     unchanged.
             * @example {
             *       "username": "bourse",
             *       "password": "correct-horse-battery"
             *     }
             */
            authConfig?: components["schemas"]["WebhookAuthConfig"];
            /**
             * @description Headers sent with every request, replacing the present ones; a value that is sent back masked stays
             *     unchanged.
             * @example {
             *       "X-Environment": "production"
             *     }
             */
            customHeaders?: components["schemas"]["WebhookHeaders"];
            /**
             * @description Event types from the catalogue, or the tenant's own (`custom.…`); a prefix ends in `.*`, and `*` means all.
             *     Patterns that match no type are refused. If empty, no events are sent.
             * @example [
             *       "trading.position.*",
             *       "payment.succeeded"
             *     ]
             */
            subscribedEvents?: string[];
            /**
             * @description Conditions on the delivered body, all of which must be met: dotted paths with a value, or with $eq, $ne,
             *     $in, $nin, $gt, $gte, $lt, $lte, $exists or $prefix; $and, $or and $not combine them. At most 16 KiB, 8
             *     levels and 100 conditions. If empty, every event is sent.
             * @example {
             *       "data.symbol": "BTCUSD",
             *       "data.quantity": {
             *         "$gte": 1
             *       }
             *     }
             */
            filters?: components["schemas"]["JSONObject"];
            /** @description Whether failed deliveries are retried. */
            retryEnabled?: boolean;
            /**
             * @description The number of retries after the first attempt. The last retry must come within the 30 days for which events
             *     are kept.
             */
            maxRetries?: number;
            /** @description Seconds between the first attempt and the first retry. */
            retryDelaySeconds?: number;
            /**
             * Format: double
             * @description The factor by which the delay grows with each retry, with at most one decimal place.
             */
            retryBackoffMultiplier?: number;
            /** @description The timeout of a request, in seconds. */
            timeoutSeconds?: number;
            /** @description Whether events are sent. Events published while it is inactive are recorded as skipped. Activating it gives it a fresh start. */
            isActive?: boolean;
            /** @description The secret that signs requests, without an overlap with the previous one (use rotate-secret for that). If empty, requests are not signed; a masked secret stays unchanged. */
            signingSecret?: string;
            /** @description The maximum number of requests in any minute; further ones wait, which does not count as a retry. */
            rateLimitPerMinute?: number;
            /** @description The maximum number of requests in any hour; further ones wait, which does not count as a retry. */
            rateLimitPerHour?: number;
        };
        /** @description A response with an endpoint. */
        WebhookEndpointEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookEndpoint"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of endpoints. */
        WebhookEndpointListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The tenant's endpoints, newest first. */
            data: components["schemas"]["WebhookEndpoint"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /**
         * @description `pending` until it succeeds or is given up, `succeeded` after a 2xx, `exhausted` if no retry is left or the
         *     endpoint no longer allows a retry that is due, `skipped` if the endpoint was inactive or broken.
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "succeeded" | "exhausted" | "skipped";
        /** @description One event for one endpoint, until it succeeds or is given up. */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The delivery's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The event's id, which is the webhook-id of every attempt.
             */
            eventId: string;
            /** @description The type of the event. */
            eventType: string;
            /**
             * Format: uuid
             * @description The endpoint that it goes to.
             */
            endpointId: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description The number of attempts made. */
            attempts: number;
            /**
             * Format: date-time
             * @description When the next attempt is due; present while it is pending.
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @description When the event was published.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it succeeded, was given up or was skipped. Missing while it is pending.
             */
            finishedAt?: string;
            /**
             * Format: double
             * @description The duration of the last attempt, in milliseconds. Missing before the first attempt.
             */
            lastDurationMs?: number;
            /** @description The status of the response to the last attempt; 0 if there was no response. Missing before the first attempt. */
            lastResponseStatus?: number;
        };
        /** @description Microseconds by phase. */
        WebhookTiming: {
            /**
             * Format: int64
             * @description Resolving the name; 0 for an IP address, and on an open connection.
             */
            dns: number;
            /**
             * Format: int64
             * @description Opening the connection; 0 on an open one.
             */
            connect: number;
            /**
             * Format: int64
             * @description The TLS handshake; 0 without TLS, and on an open connection.
             */
            tls: number;
            /**
             * Format: int64
             * @description From the start until the first byte of the response; 0 without a response.
             */
            firstByte: number;
            /**
             * Format: int64
             * @description The whole attempt.
             */
            total: number;
            /** @description Whether the connection was already open. */
            reused: boolean;
        };
        /** @description One request of a delivery, with its result. */
        WebhookAttempt: {
            /** @description The number of the attempt, starting with 1. */
            number: number;
            /**
             * Format: date-time
             * @description When the request began.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the response was read, or the attempt given up.
             */
            finishedAt: string;
            /** @description The headers that were sent, with secrets masked, up to 16 KiB. */
            requestHeaders: components["schemas"]["StringMap"];
            /** @description The status of the response; 0 without one. */
            responseStatus: number;
            /**
             * @description The headers of the response; several values of one name are joined by commas. Empty without a response. At
             *     most 16 KiB are kept; the number of headers left out is under the name `(left out)`.
             */
            responseHeaders: components["schemas"]["StringMap"];
            /** @description The first 16 KiB of the response; empty without one. */
            responseBody: string;
            timing: components["schemas"]["WebhookTiming"];
            /** @description What went wrong, for programs. Empty if there was a response, whatever its status; otherwise dns, connect, tls, timeout, refused, protocol or oauth2. */
            errorClass: string;
            /** @description What went wrong, in words; empty if there was a response. */
            error: string;
        };
        /** @description A delivery with its request body and all its attempts. */
        WebhookDeliveryDetail: {
            delivery: components["schemas"]["WebhookDelivery"];
            /** @description The body of every attempt. */
            request: components["schemas"]["WebhookMessage"];
            /** @description The attempts, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description A response with a delivery. */
        WebhookDeliveryEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookDelivery"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a delivery and its attempts. */
        WebhookDeliveryDetailEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookDeliveryDetail"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of deliveries. */
        WebhookDeliveryListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The deliveries, newest first. */
            data: components["schemas"]["WebhookDelivery"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description Why something does not work as it should. */
        HealthReason: {
            /**
             * @description The component: database, an external part, `worker` and the name of a job, or books.
             * @example mail
             */
            component: string;
            /** @description A sentence for people, which may change; programs use the other fields. */
            message: string;
        };
        /** @description A process of the installation. */
        PlatformProcess: {
            /**
             * Format: uuid
             * @description The id of the process, until it ends.
             */
            id: string;
            /**
             * @description Its role: `all`, `api` (requests) or `worker` (background jobs).
             * @example all
             */
            role: string;
            /** @description Its version of the program. */
            version: string;
            /**
             * Format: date-time
             * @description When it started.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it last reported.
             */
            seenAt: string;
            /** @description Whether that was within 150 seconds. A process that has stopped normally is not listed; one that was lost is, for a day. */
            isAlive: boolean;
            /** @description Whether it is the one that responds to this request. */
            isAnswering: boolean;
        };
        /** @description A background job of a running process. */
        PlatformJob: {
            /** @description The name of the job. */
            name: string;
            /**
             * Format: uuid
             * @description The process that runs it.
             */
            processId: string;
            /**
             * @description Waiting for something to do, working, failed last time, working without any progress for too long, or not
             *     running.
             * @enum {string}
             */
            state: "waiting" | "working" | "failing" | "stuck" | "stopped";
            /**
             * Format: date-time
             * @description When it last made progress. Missing until then, and for jobs that do a single thing for as long as they run.
             */
            lastProgressAt?: string;
            /** @description What is wrong, in words. Missing if nothing is. */
            detail?: string;
        };
        /** @description An external part that the platform depends on. */
        PlatformPart: {
            /** @description Such as feed, mail, sms, stripe or kyc; only those that the installation uses. */
            name: string;
            /**
             * @description In trouble if calls to it fail repeatedly; a part that has not been called yet counts as working.
             * @enum {string}
             */
            state: "working" | "in_trouble";
            /**
             * Format: date-time
             * @description When the trouble was first noticed. Missing while it works.
             */
            since?: string;
            /** @description What is wrong, in words. Missing while it works. */
            detail?: string;
        };
        /** @description Messages that wait to be sent. */
        PlatformQueue: {
            /**
             * @description Deliveries to endpoints, emails or text messages.
             * @enum {string}
             */
            name: "webhooks" | "mail" | "sms";
            /**
             * @description Whether it is the queue of the caller's tenant or, if messages cannot be assigned to a tenant, the one of the whole installation.
             * @enum {string}
             */
            scope: "tenant" | "platform";
            /** @description The number waiting, counted up to 10,000. */
            waiting: number;
            /** @description Whether everything could be counted. */
            isComplete: boolean;
            /**
             * Format: date-time
             * @description When the first of them was due, or will be. Missing if none waits.
             */
            firstDueAt?: string;
        };
        /** @description A source of prices. */
        PlatformFeed: {
            /** @description The name of the feed. */
            name: string;
            /**
             * @description Silent before its first price; in trouble if no open market has a price that is fresh enough to trade at.
             * @enum {string}
             */
            state: "working" | "silent" | "in_trouble";
            /**
             * Format: date-time
             * @description When the responding process last got a price from it. Missing until then.
             */
            lastQuoteAt?: string;
            /** @description What is wrong, in words. Missing if nothing is. */
            detail?: string;
        };
        /**
         * @description Whether the books are in order: all balances of a currency must add up to zero. One process checks this every
         *     five minutes. `bourse ledger verify` checks every posting.
         */
        PlatformBooks: {
            /**
             * @description Unchecked until the first check.
             * @enum {string}
             */
            state: "balanced" | "unbalanced" | "unchecked";
            /**
             * Format: date-time
             * @description When it was last checked. Missing until then.
             */
            checkedAt?: string;
            /** @description What does not add up, in words. Missing if everything does. */
            detail?: string;
        };
        /** @description The health of the installation. */
        PlatformHealth: {
            /**
             * @description Whether the responding process serves requests. Degraded means that it does, but something does not work,
             *     here or elsewhere.
             * @enum {string}
             */
            status: "ready" | "degraded" | "not_ready";
            /** @description Why it is not simply ready; empty if it is. */
            reasons: components["schemas"]["HealthReason"][];
            /**
             * Format: date-time
             * @description The time of this report.
             */
            asOf: string;
            /** @description The version of the responding program. */
            version: string;
            /**
             * Format: date-time
             * @description When the responding process started.
             */
            startedAt: string;
            /** @description The processes, the responding one first. */
            processes: components["schemas"]["PlatformProcess"][];
            /** @description The background jobs of all running processes. */
            jobs: components["schemas"]["PlatformJob"][];
            /** @description The external parts that the installation depends on. */
            parts: components["schemas"]["PlatformPart"][];
            /** @description The messages that wait to be sent. */
            queues: components["schemas"]["PlatformQueue"][];
            /** @description The sources of prices. */
            feeds: components["schemas"]["PlatformFeed"][];
            books: components["schemas"]["PlatformBooks"];
        };
        /** @description A response with the health of the installation. */
        PlatformHealthEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PlatformHealth"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /**
         * @description The outcomes of the deliveries in a period: those whose event was published in it, of the newest 10,000. The
         *     numbers are current, so they change while deliveries are retried.
         */
        WebhookOutcomes: {
            /**
             * Format: date-time
             * @description When the period begins. It ends now.
             */
            since: string;
            /** @description Deliveries that succeeded. */
            succeeded: number;
            /** @description Deliveries that were given up. */
            exhausted: number;
            /** @description Deliveries that were not sent because the endpoint was inactive or broken. */
            skipped: number;
            /** @description Deliveries that are still on their way. */
            pending: number;
            /**
             * Format: double
             * @description Succeeded deliveries divided by those that succeeded or were given up, 0 to 1. Missing if there were none.
             */
            successRate?: number;
            /** @description Whether everything could be counted. */
            isComplete: boolean;
        };
        /** @description The deliveries that wait for an attempt. */
        WebhookWaiting: {
            /** @description Their number, counted up to 10,000. */
            count: number;
            /** @description Whether everything could be counted. */
            isComplete: boolean;
            /**
             * Format: date-time
             * @description When the event of the oldest counted one was published. Missing if none waits.
             */
            oldestAt?: string;
            /**
             * Format: date-time
             * @description When the first of them is due. It is in the past if the endpoint cannot keep up or its rate limit is used up. Missing if none waits.
             */
            nextAttemptAt?: string;
        };
        /** @description The rate limits of an endpoint, and how much of them is used. */
        WebhookRateUse: {
            /** @description The endpoint's rateLimitPerMinute. */
            perMinute: number;
            /** @description The endpoint's rateLimitPerHour. */
            perHour: number;
            /** @description Attempts that ended and were recorded in the last minute. Missing if perHour is above 20,000, because then they are not counted. */
            lastMinute?: number;
            /** @description The same for the last hour. */
            lastHour?: number;
        };
        /** @description The current figures of an endpoint. */
        WebhookEndpointStats: {
            /**
             * Format: uuid
             * @description The endpoint.
             */
            endpointId: string;
            /**
             * Format: date-time
             * @description When the figures were counted.
             */
            asOf: string;
            waiting: components["schemas"]["WebhookWaiting"];
            lastHour: components["schemas"]["WebhookOutcomes"];
            lastDay: components["schemas"]["WebhookOutcomes"];
            rate: components["schemas"]["WebhookRateUse"];
        };
        /** @description A response with the figures of an endpoint. */
        WebhookEndpointStatsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookEndpointStats"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The time from which an endpoint gets its missed events. */
        RecoverRequest: {
            /**
             * Format: date-time
             * @description Events published at or after this time that were exhausted or skipped are sent again.
             */
            since: string;
        };
        /** @description Sending missed events to an endpoint again. */
        WebhookRecovery: {
            /**
             * Format: uuid
             * @description The recovery's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The endpoint that gets its missed events.
             */
            endpointId: string;
            /**
             * @description Stopped if the endpoint was deactivated or broke before everything was under way.
             * @enum {string}
             */
            state: "running" | "done" | "stopped";
            /** @description The number of deliveries that are under way again so far. */
            recovered: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ended; missing while it runs.
             */
            finishedAt?: string;
        };
        /** @description A response with a recovery. */
        WebhookRecoveryEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookRecovery"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description An event of your own. */
        PublishWebhookEventRequest: {
            /**
             * @description The type: `custom.` and up to six words of lower-case letters, digits and single underscores, separated by dots.
             * @example custom.invoice.paid
             */
            type: string;
            /** @description An object of at most 64 KiB, which receivers get as data. */
            data: unknown;
        };
        /** @description An event that is stored and will be delivered. */
        WebhookEventReceipt: {
            /**
             * Format: uuid
             * @description The webhook-id of its deliveries.
             */
            id: string;
            /** @description Its type. */
            type: string;
            /**
             * Format: date-time
             * @description When it was published.
             */
            createdAt: string;
        };
        /** @description Events of your own that are published together. */
        PublishWebhookEventsRequest: {
            /** @description The events, in the order in which the ids are returned. */
            events: components["schemas"]["PublishWebhookEventRequest"][];
        };
        /** @description Events that are stored and will be delivered. */
        WebhookEventsReceipt: {
            /** @description The webhook-ids of their deliveries, in the order of the events in the request. */
            ids: string[];
            /**
             * Format: date-time
             * @description When they were published.
             */
            createdAt: string;
        };
        /** @description A response with events that were published together. */
        WebhookEventsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookEventsReceipt"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /**
         * @description The body sent to endpoints: one event. Respond with 2xx quickly and process the event later; anything else,
         *     including a redirect and a timeout, is a failure and is retried according to the endpoint's settings; 410
         *     disables the endpoint. The same event may arrive more than once, and events may arrive out of order, so identify
         *     each by its id.
         *
         *     If the endpoint has a signing secret, the request is signed as in Standard Webhooks: the header
         *     `webhook-signature` has `v1,` and the Base64 HMAC-SHA256 of the webhook-id, the webhook-timestamp and the bytes
         *     of the body, joined by dots. For 24 hours after a rotation there are further signatures with the replaced
         *     secrets, separated by spaces. The key is the part of the secret after `whsec_`, decoded from Base64; of any
         *     other secret it is the bytes themselves.
         */
        WebhookMessage: {
            /**
             * Format: uuid
             * @description The event's id, which is the webhook-id of every attempt.
             * @example 019bc0f2-6a80-7000-8000-000000000001
             */
            id: string;
            /**
             * @description What happened: a type from GET /webhooks/event-types, or one of the tenant's own (`custom.…`).
             * @example trading.position.opened
             */
            type: string;
            /**
             * Format: date-time
             * @description When it was published.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The tenant to which it happened.
             */
            tenantId: string;
            /**
             * @description The object that the event is about, as the API returns it, with the event's own fields. GET
             *     /webhooks/event-types has the JSON Schema and an example of each.
             *
             *     | type | data |
             *     |---|---|
             *     | `identity.user.registered`, `identity.user.suspended`, `identity.user.reinstated`, `identity.email.verified`, `identity.password.changed`, `identity.two_factor.enabled`, `identity.two_factor.disabled` | User and `userId` |
             *     | `identity.user.role_changed` | User, `userId` and `previousRole` |
             *     | `identity.user.updated` | User, `userId` and, as far as they are set, `displayName`, `locale` and `timeZone` |
             *     | `identity.user.erased` | `userId` |
             *     | `identity.login.new_device` | User, `userId`, `at`, `device`, `ipAddress` and `userAgent` |
             *     | `identity.email.changed` | User, `userId` and `previousEmail` |
             *     | `identity.phone.verified` | User, `userId`, `phoneNumber` and `verifiedAt` |
             *     | `identity.session.revoked` | `userId`, `sessionIds`, `reason` and `sessions`, each a UserSession |
             *     | `identity.passkey.added`, `identity.passkey.removed`, `identity.passkey.disabled` | Passkey and `userId` |
             *     | `trading.signal.created` | Signal and `signalId` |
             *     | `trading.bot.status_changed` | TradingBot, `botId`, `previousStatus` and `reason` |
             *     | `trading.bot.settings_changed` | TradingBot, `botId`, `previousParameters` and `previousRiskLevel` |
             *     | `trading.bot.subscribed`, `trading.bot.unsubscribed`, `trading.subscription.changed`, `trading.subscription.stopped` | Subscription, `subscriptionId` and `userId` |
             *     | `trading.order.placed`, `trading.order.filled`, `trading.order.cancelled`, `trading.order.expired`, `trading.order.rejected` | Order, `orderId` and `userId` |
             *     | `trading.position.opened` | Position, `positionId`, `userId` and `fee` |
             *     | `trading.position.closed`, `trading.position.liquidated` | Position, `positionId`, `userId`, `trade` (a Trade), `tradeId`, `type`, `exitPrice`, `exitReason` and `fees` |
             *     | `trading.alert.fired` | PriceAlert, `alertId` and `userId` |
             *     | `trading.notice.created` | Notice, `noticeId` and `userId` |
             *     | `investment.account.created` | InvestmentAccount and `accountId` |
             *     | `investment.account.status_changed` | InvestmentAccount, `accountId`, `previousStatus` and `reason` |
             *     | `investment.account.kyc_submitted` | InvestmentAccount, `accountId` and `submittedAt` |
             *     | `investment.account.connected` | Connection, `connectionId`, `userId` and `connectedAt` |
             *     | `investment.connection.status_changed` | Connection, `connectionId`, `userId` and `previousStatus` |
             *     | `investment.connection.trading_changed` | Connection, `connectionId`, `userId` and `reason` |
             *     | `kyc.case.submitted`, `kyc.case.approved`, `kyc.case.rejected`, `kyc.case.expired` | PersonKyc and `caseId` |
             *     | `portfolio.created` | Portfolio and `portfolioId` |
             *     | `portfolio.targets_changed` | Portfolio, `portfolioId` and `targets`, each an `asset` and a `percent` |
             *     | `portfolio.goal.achieved` | Goal, `goalId`, `userId` and `achievedAt` |
             *     | `education.enrollment.created`, `education.enrollment.completed` | Enrollment, `enrollmentId`, `courseSlug`, `courseTitle`, `courseScope` and, when it was paid for, `paymentId` |
             *     | `education.lesson.completed` | Lesson, `lessonId`, `lessonSlug`, `lessonTitle`, `enrollmentId`, `userId` and `progressPercentage` |
             *     | `payment.succeeded`, `payment.failed` | Payment and `paymentId` |
             *     | `payment.refunded`, `payment.refund_failed` | Refund, `refundId` and `payment` (a Payment) |
             *     | `payment.disputed`, `payment.dispute_closed` | `disputeId`, `status`, `amount`, `heldAmount`, `owedAmount`, `reason`, `createdAt`, once it is closed `closedAt`, and `payment` (a Payment) |
             *     | `payment.withdrawal.requested`, `payment.withdrawal.approved`, `payment.withdrawal.paid`, `payment.withdrawal.failed`, `payment.withdrawal.rejected`, `payment.withdrawal.cancelled` | Withdrawal, `withdrawalId` and `destinationHint` |
             *     | `ml.model.trained`, `ml.model.edge_lost` | Model and `modelId` |
             *     | `platform.degraded` | `part`, `reason` and `since` |
             *     | `platform.recovered` | `part`, `reason`, `since` and `recoveredAt` |
             *     | `webhook.endpoint.disabled` | `id`, `endpointId`, `name`, `url` (scheme and host), `isActive` and `reason` |
             *     | `webhook.test` | `endpointId` and `message` |
             *     | `webhook.verification` | `challenge`, which the receiver echoes: as the whole body of its response, or as `challenge` of a JSON object |
             *     | `custom.…` | the data that its tenant has published |
             */
            data: components["schemas"]["JSONObject"];
        };
        /** @description An event of a tenant, as it was published. */
        WebhookEvent: {
            /**
             * Format: uuid
             * @description The event's id, which is the webhook-id of its deliveries.
             */
            id: string;
            /** @description Its type. */
            type: string;
            /**
             * Format: date-time
             * @description When it was published.
             */
            createdAt: string;
            /** @description The body that receivers get. */
            body: components["schemas"]["WebhookMessage"];
        };
        /** @description A response with a published event. */
        WebhookEventEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookEventReceipt"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of events. */
        WebhookEventListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The events published for the tenant, newest first. */
            data: components["schemas"]["WebhookEvent"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A type of event that the platform publishes. */
        WebhookEventType: {
            /** @description Its name. */
            type: string;
            /** @description When it is published, and what it means. */
            description: string;
            /** @description The JSON Schema (draft 2020-12) of the delivered body. */
            schema: components["schemas"]["JSONObject"];
            /** @description An example of that body. */
            example: components["schemas"]["WebhookMessage"];
        };
        /** @description A response with the catalogue of events. */
        WebhookEventTypeListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description All types, sorted by name, without the tenant's own (`custom.…`). */
            data: components["schemas"]["WebhookEventType"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /**
         * @description The class of an instrument: a cryptocurrency, a currency pair, or a share or fund.
         * @enum {string}
         */
        InstrumentKind: "crypto" | "fx" | "equity";
        /** @description Something that can be traded, with its price and quantity steps and its trading hours. */
        Instrument: {
            /** @description The name used everywhere else, in capitals. */
            symbol: string;
            /** @description The name for people. */
            name: string;
            kind: components["schemas"]["InstrumentKind"];
            /** @description The asset that is bought and sold; quantities are in it. */
            baseAsset: string;
            /** @description The currency that it is paid with; prices are in it. */
            quoteAsset: string;
            /**
             * Format: decimal
             * @description The price step, in the quote asset: every price is a multiple of it.
             */
            tickSize: number;
            /**
             * Format: decimal
             * @description The quantity step and minimum, in the base asset: every quantity is a multiple of it.
             */
            lotStep: number;
            /**
             * @description The trading hours: `always`; `weekdays`, from Sunday 22:00 to Friday 22:00 UTC except Christmas and New
             *     Year's Day; `us_equity`, from 09:30 to 16:00 in New York on the exchange's trading days, until 13:00 on half
             *     days.
             * @enum {string}
             */
            session: "always" | "weekdays" | "us_equity";
            /** @description Whether its market is open now. */
            isOpen: boolean;
            /** @description Whether it is still traded; an inactive instrument has no new prices. */
            isActive: boolean;
        };
        /**
         * @description Whether the market of the instrument is open now.
         * @enum {string}
         */
        MarketState: "open" | "closed";
        /** @description The last price of an instrument, and how it has changed. Prices are in the quote asset. */
        Quote: {
            /** @description The instrument. */
            symbol: string;
            /**
             * Format: decimal
             * @description The price that a seller gets, a multiple of the tick size.
             */
            bid: number;
            /**
             * Format: decimal
             * @description The price that a buyer pays, a multiple of the tick size.
             */
            ask: number;
            /**
             * Format: decimal
             * @description The mark price, at which positions are valued, a multiple of the tick size.
             */
            mark: number;
            /**
             * Format: decimal
             * @description The last price, which is the mark price.
             */
            last: number;
            /**
             * Format: decimal
             * @description The change of the last price compared with 24 hours earlier or, if the market was closed then, with the last price before that; 0 if that is unknown.
             */
            change: number;
            /**
             * Format: decimal
             * @description The change in percent of the earlier price, to four decimal places; 12.5 is 12.5 %. 0 if that is unknown.
             */
            changePercent: number;
            /**
             * Format: decimal
             * @description The highest price on the UTC day of the quote.
             */
            dayHigh: number;
            /**
             * Format: decimal
             * @description The lowest price on the UTC day of the quote.
             */
            dayLow: number;
            state: components["schemas"]["MarketState"];
            /**
             * Format: date-time
             * @description When a closed market opens next; missing if it is open, and if it does not open again.
             */
            opensAt?: string;
            /**
             * Format: date-time
             * @description When an open market closes; missing if it is closed, and if it never closes.
             */
            closesAt?: string;
            /**
             * Format: date-time
             * @description When the price was made.
             */
            time: string;
            /** @description Whether the price is too old to trade at, or its market is closed. */
            isStale: boolean;
        };
        /** @description The prices of one interval that is over. Prices are in the quote asset. */
        Candle: {
            /**
             * Format: date-time
             * @description When the interval begins, a multiple of its length from the start of the UTC day.
             */
            openTime: string;
            /**
             * Format: decimal
             * @description The first price.
             */
            open: number;
            /**
             * Format: decimal
             * @description The highest price.
             */
            high: number;
            /**
             * Format: decimal
             * @description The lowest price.
             */
            low: number;
            /**
             * Format: decimal
             * @description The last price.
             */
            close: number;
            /**
             * Format: decimal
             * @description The traded volume, in the base asset; 0 if the feed does not report it.
             */
            volume: number;
        };
        /** @description The instruments that a user watches. */
        Watchlist: {
            /** @description In the user's order. */
            symbols: string[];
            /** @description The quotes of those that have one, in the same order. */
            quotes: components["schemas"]["Quote"][];
        };
        /** @description The new watchlist, which replaces the old one. */
        WatchlistRequest: {
            /**
             * @description Symbols, case-insensitive, in the order in which they are to be returned; duplicates count once. An empty
             *     list clears the watchlist.
             */
            symbols: string[];
        };
        /**
         * @description The price is at or above `price`, at or below it, or has moved up or down by `percent` since the alert was
         *     created.
         * @enum {string}
         */
        AlertKind: "above" | "below" | "percent_move";
        /**
         * @description `working` waits for its price; `fired` and `cancelled` are final, and such alerts are kept for 90 days.
         * @enum {string}
         */
        AlertStatus: "working" | "fired" | "cancelled";
        /** @description A price at which the user is notified once. Prices are in the quote asset of the instrument. */
        PriceAlert: {
            /**
             * Format: uuid
             * @description The alert's id.
             */
            id: string;
            /** @description The instrument. */
            symbol: string;
            kind: components["schemas"]["AlertKind"];
            /**
             * Format: decimal
             * @description The price to wait for; 0 for percent_move.
             */
            price: number;
            /**
             * Format: decimal
             * @description The move to wait for, 12.5 is 12.5 %; 0 for above and below.
             */
            percent: number;
            /**
             * Format: decimal
             * @description The last price when the alert was created; 0 if there was none.
             */
            referencePrice: number;
            /** @description The user's note; empty if there is none. */
            note: string;
            status: components["schemas"]["AlertStatus"];
            /**
             * Format: decimal
             * @description The price that reached it; 0 until then.
             */
            firedPrice: number;
            /**
             * Format: date-time
             * @description When it fired; missing until then.
             */
            firedAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /**
         * @description Alerts of the kinds `above` and `below` have a `price` and no `percent`; those of the kind `percent_move` a
         *     `percent` and no `price`.
         */
        CreateAlertRequest: {
            /** @description The instrument, case-insensitive; it must still be traded. */
            symbol: string;
            kind: components["schemas"]["AlertKind"];
            /**
             * Format: decimal
             * @description Required for above and below. More than 0, in the quote asset.
             */
            price?: number;
            /**
             * Format: decimal
             * @description Required for percent_move. More than 0; 12.5 is 12.5 %.
             */
            percent?: number;
            /**
             * @description Returned with the notice.
             * @default
             */
            note?: string;
        };
        /**
         * @description An order was filled while the user was away; a position was closed at its stop, target, trailing stop or
         *     liquidation price; a subscription reached its maximum loss; an alert fired.
         * @enum {string}
         */
        NoticeKind: "order_filled" | "position_stopped" | "copy_stopped" | "alert_fired";
        /** @description A notification to the user. It is kept for 30 days. */
        Notice: {
            /**
             * Format: uuid
             * @description The notice's id.
             */
            id: string;
            kind: components["schemas"]["NoticeKind"];
            /**
             * Format: uuid
             * @description The id of the order, position, subscription or alert.
             */
            subjectId: string;
            /** @description The instrument. Missing if there is none. */
            symbol?: string;
            /** @description What happened, in a few words for people. */
            title: string;
            /** @description What happened, in sentences for people. */
            text: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
        };
        /** @description The channels through which a user gets one kind of notice. Without any, no notices of that kind are created. */
        NoticeChannels: {
            /** @description At most one email a minute; further notices are collected in the next one. */
            mail: boolean;
            /** @description An event of the stream. */
            stream: boolean;
            /** @description The webhook trading.notice.created, and for an alert trading.alert.fired, to the endpoints of the brand. */
            webhook: boolean;
        };
        /** @description Changes to the channels of one kind; omitted fields stay unchanged. */
        NoticeChannelsRequest: {
            /** @description Whether to send emails. */
            mail?: boolean;
            /** @description Whether to send events of the stream. */
            stream?: boolean;
            /** @description Whether to send webhooks to the endpoints of the brand. */
            webhook?: boolean;
        };
        /** @description By kind of notice. By default alert_fired has all channels, and the others stream and webhook. */
        Notifications: {
            order_filled: components["schemas"]["NoticeChannels"];
            position_stopped: components["schemas"]["NoticeChannels"];
            copy_stopped: components["schemas"]["NoticeChannels"];
            alert_fired: components["schemas"]["NoticeChannels"];
        };
        /** @description By kind of notice; omitted kinds stay unchanged. */
        UpdateNotificationsRequest: {
            order_filled?: components["schemas"]["NoticeChannelsRequest"];
            position_stopped?: components["schemas"]["NoticeChannelsRequest"];
            copy_stopped?: components["schemas"]["NoticeChannelsRequest"];
            alert_fired?: components["schemas"]["NoticeChannelsRequest"];
        };
        /** @description Opens one stream without a token. It can be used once. */
        StreamTicket: {
            /** @description Send it as `ticket` to GET /trading/stream. */
            ticket: string;
            /**
             * Format: date-time
             * @description Until when a stream can be opened with it, one minute after its creation.
             */
            expiresAt: string;
        };
        /** @description The figures of an account at current prices, as sent by the stream. Money is in USD. */
        AccountEquity: {
            /**
             * Format: uuid
             * @description The account.
             */
            accountId: string;
            /**
             * @description As in GET /trading/accounts.
             * @enum {string}
             */
            kind: "paper" | "investment" | "connected";
            /**
             * Format: decimal
             * @description Free money.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Money set aside for withdrawals.
             */
            held: number;
            /**
             * Format: decimal
             * @description Money set aside for working orders.
             */
            reserved: number;
            /**
             * Format: decimal
             * @description Money set aside for open positions.
             */
            margin: number;
            /**
             * Format: decimal
             * @description The profit of the open positions, before fees; negative for a loss.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description The account's value: the sum of the other five.
             */
            equity: number;
        };
        /**
         * @description A position in the stream: the numbers of the last change and of the last signal, such as `12-345`. Store it and
         *     send it back as it is, in the header `Last-Event-ID` or in `lastEventId`.
         */
        StreamEventID: string;
        /**
         * @description Quotes that have changed, at most once a second; all quotes when the stream begins. It has no `id`: if one is
         *     missed, the next one has the current state.
         */
        StreamQuotesEvent: {
            /**
             * @description The line `event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "quotes";
            /** @description The line `data`, sorted by symbol. */
            data: components["schemas"]["Quote"][];
        };
        /**
         * @description The figures of an account of the user: of each open one when the stream begins, then of each that has changed,
         *     at most once a second. It has no `id`: if one is missed, the next one has the current state.
         */
        StreamAccountEvent: {
            /**
             * @description The line `event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "account";
            data: components["schemas"]["AccountEquity"];
        };
        /**
         * @description A position of the user that was opened, changed or closed, wholly or in part, in its state at that time: its
         *     `currentPrice` is the price just traded at, or the mark price if only its levels have changed.
         */
        StreamPositionEvent: {
            /**
             * @description The line `event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "position";
            id: components["schemas"]["StreamEventID"];
            data: components["schemas"]["Position"];
        };
        /** @description An order of the user that was placed, filled or ended, in its state at that time. */
        StreamOrderEvent: {
            /**
             * @description The line `event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order";
            id: components["schemas"]["StreamEventID"];
            data: components["schemas"]["Order"];
        };
        /** @description A notice to the user, of a kind that has the stream as a channel (see GET /trading/notifications). */
        StreamNoticeEvent: {
            /**
             * @description The line `event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "notice";
            id: components["schemas"]["StreamEventID"];
            data: components["schemas"]["Notice"];
        };
        /**
         * @description A new signal that the user can see, without `executed`. A position never arrives before the signal that it came
         *     from.
         */
        StreamSignalEvent: {
            /**
             * @description The line `event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "signal";
            id: components["schemas"]["StreamEventID"];
            data: components["schemas"]["Signal"];
        };
        /** @description The last event of a stream that the server ends. */
        StreamEndEvent: {
            /**
             * @description The line `event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "end";
            id?: components["schemas"]["StreamEventID"];
            data: components["schemas"]["StreamEnd"];
        };
        /** @description Why a stream has ended. */
        StreamEnd: {
            /**
             * @description `session_ended`: log in again; `account_suspended`: the user was suspended; `draining`: the server is
             *     stopping, reconnect; `slow`: the client did not keep up, reconnect; `missed`: the events after the last one
             *     that the client received can no longer be sent, so read the lists again and continue after the `id` of this
             *     event; `unavailable`: the server could not check the session, reconnect.
             * @enum {string}
             */
            reason: "session_ended" | "account_suspended" | "draining" | "slow" | "missed" | "unavailable";
        };
        /**
         * @description One event of GET /trading/stream with its lines `event`, `id` and `data`; the text of `data` is JSON in one
         *     line.
         *
         *     The event names are `quotes`, `account`, `position`, `order`, `notice`, `signal` and `end`; a client ignores
         *     unknown names. Events that must not be missed have an `id`: positions, orders, notices and signals, which arrive
         *     once and in order. The stream begins with a block that is not an event: `retry: 3000`, the milliseconds to wait
         *     before reconnecting, and the `id` after which the first event follows. A client that reconnects with the last
         *     `id` that it received first gets all later events, up to a day and a thousand events back, and then new ones. A
         *     comment, `: keep-alive`, is sent every fifteen seconds: a stream that is silent for longer is broken. `end` is
         *     the last event and gives the reason; reopen a stream that breaks off without it.
         */
        StreamEvent: components["schemas"]["StreamQuotesEvent"] | components["schemas"]["StreamAccountEvent"] | components["schemas"]["StreamPositionEvent"] | components["schemas"]["StreamOrderEvent"] | components["schemas"]["StreamNoticeEvent"] | components["schemas"]["StreamSignalEvent"] | components["schemas"]["StreamEndEvent"];
        /**
         * @description The owner of a bot, a signal or a course. `platform`: visible to every brand and changed only by a super_admin.
         *     `tenant`: belongs to one brand, visible only to its users and changed by its own admins.
         * @enum {string}
         */
        Scope: "platform" | "tenant";
        /**
         * @description `active`: decides and trades. `paused`: enters nothing and keeps its open positions. `stopped`: does nothing,
         *     and its signals have expired. `error`: has failed five times in a row, or no longer has prices; only the bot
         *     itself can enter this status.
         * @enum {string}
         */
        BotStatus: "active" | "paused" | "stopped" | "error";
        /**
         * @description How much a position may lose at its stop, relative to the account's value or the capital allocated to the bot:
         *     `low` 0.5 %, `medium` 1 %, `high` 2 %.
         * @enum {string}
         */
        RiskLevel: "low" | "medium" | "high";
        /**
         * @description The length of a candle: a minute, five minutes, an hour or a UTC day.
         * @enum {string}
         */
        CandleInterval: "1m" | "5m" | "1h" | "1d";
        /**
         * @description The performance of a bot on its own account, with open positions at mark prices. Undefined figures are 0. Money
         *     is in USD.
         */
        BotPerformance: {
            /**
             * Format: decimal
             * @description The gain of the account, open positions included, divided by its starting capital; 0.125 is 12.5 %.
             */
            totalReturn: number;
            /**
             * Format: decimal
             * @description Positions closed with a net profit divided by all closed positions; 0.55 is 55 %.
             */
            winRate: number;
            /**
             * Format: decimal
             * @description Based on daily returns, × √365; 0 while fewer than five of them differ from zero.
             */
            sharpeRatio: number;
            /**
             * Format: decimal
             * @description The largest fall of the daily value from a peak, as a fraction of the peak; 0.125 is 12.5 %.
             */
            maxDrawdown: number;
            /**
             * Format: decimal
             * @description The profit of winning positions divided by the loss of the others; 0 while none has lost.
             */
            profitFactor: number;
            /**
             * Format: decimal
             * @description The mean net profit per closed position.
             */
            expectancy: number;
            /** @description Positions that were closed completely. */
            closedTrades: number;
            /** @description The number of days on which the Sharpe ratio is based. */
            observations: number;
        };
        /**
         * @description A strategy that trades automatically on an account of its own. Only the platform's agents, which investment
         *     accounts follow, have `agent`.
         */
        TradingBot: {
            /**
             * Format: uuid
             * @description The bot's id.
             */
            id: string;
            /** @description The name, unique among the bots of its owner. */
            name: string;
            /** @description What it does, for people; may be empty. */
            description: string;
            /** @description How the bot decides: `trend`, `mean_reversion`, `breakout`, `momentum` or `ml`. */
            strategyType: string;
            riskLevel: components["schemas"]["RiskLevel"];
            status: components["schemas"]["BotStatus"];
            /** @description Why it has its status, for people; empty if the status has never changed. */
            statusReason: string;
            /** @description The instruments that it trades. */
            symbols: string[];
            timeframe: components["schemas"]["CandleInterval"];
            parameters: components["schemas"]["NumberMap"];
            performance: components["schemas"]["BotPerformance"];
            scope: components["schemas"]["Scope"];
            agent?: components["schemas"]["TradingAgent"];
            /** @description The number of accounts that follow it, in all brands. Missing in events. */
            followers?: number;
            /** @description Whether the caller follows it. Missing in events. */
            subscribed?: boolean;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When an administrator last changed `parameters` or `riskLevel`: the part of `performance` before that was achieved with other settings. Missing if they never changed.
             */
            settingsChangedAt?: string;
        };
        /** @description The value of a bot's account at one time. */
        BotEquityPoint: {
            /**
             * Format: date-time
             * @description The end of a UTC day; for the last point, now.
             */
            time: string;
            /**
             * Format: decimal
             * @description The value of the account in USD, open positions at mark prices.
             */
            value: number;
            /**
             * Format: decimal
             * @description How far the value is below its highest day-end value so far; 0.125 is 12.5 %.
             */
            drawdown: number;
        };
        /**
         * @description The numeric parameters of a strategy, by name. Omitted ones have their default. Periods are whole numbers of
         *     candles, and distances ending in `Atr` are in average true ranges.
         *
         *     | Parameter | Of | From–to (default) |
         *     |---|---|---|
         *     | `atrPeriod` | all | 2–100 (14): the average true range |
         *     | `stopAtr` | all | 0.5–10 (trend 2.5, ml 3, others 2): distance of the stop |
         *     | `targetAtr` | all but mean_reversion | 0.5–20 (trend 5, breakout 6, momentum 4, ml 6): distance of the target |
         *     | `fastPeriod` | trend, momentum | 2–100 (20, 12), less than slowPeriod: the fast average |
         *     | `slowPeriod` | trend, momentum | 3–200 (50, 26): the slow average |
         *     | `bandPeriod` | mean_reversion | 5–200 (20): the Bollinger band |
         *     | `bandWidth` | mean_reversion | 0.5–5 (2): half its width in standard deviations |
         *     | `rsiPeriod` | mean_reversion | 2–100 (14): the relative strength index |
         *     | `oversold` | mean_reversion | 5–50 (33): the index below which a market has fallen too far |
         *     | `overbought` | mean_reversion | 50–95 (67): the index above which a market has risen too far |
         *     | `entryPeriod` | breakout | 5–200 (55): the range whose break is an entry |
         *     | `exitPeriod` | breakout | 2–100 (20), less than entryPeriod: the range whose break is an exit |
         *     | `signalPeriod` | momentum | 2–50 (9): the signal line |
         *     | `rocPeriod` | momentum | 1–100 (10): the rate of change |
         *     | `leastMove` | momentum | 0–10 (1.5): the rate of change that an entry requires, in average true ranges |
         *     | `horizon` | ml | 1 or 4 (1): how far the model looks ahead |
         *     | `leastGain` | ml | 1–10 (1): the expected move that an entry requires, in costs of a round trip |
         */
        NumberMap: {
            [key: string]: number;
        };
        /**
         * @description The bot to create; it is stopped at first. Without `scope` it belongs to the brand if an admin creates it, and
         *     to the platform if a super_admin does.
         */
        CreateBotRequest: {
            /** @description Not blank, and unique among the bots of the owner. Leading and trailing spaces are removed. */
            name: string;
            /**
             * @description What it does, for people.
             * @default
             */
            description?: string;
            /**
             * @description `trend`, `mean_reversion`, `breakout` and `momentum` decide based on candles alone. `ml` trades the
             *     predictions of serving models: it enters only with a model that has an edge and if the expected move exceeds
             *     the costs, leaves when either no longer holds, and is paused automatically, with the reason, while none of
             *     its models has an edge. It requires a `timeframe` of 1h or 1d; the parameter `horizon` is the number of its
             *     candles that the model looks ahead (1, or 4 on 1h).
             */
            strategyType: string;
            parameters?: components["schemas"]["NumberMap"];
            /** @description The instruments that it trades, case-insensitive, each once. */
            symbols: string[];
            /**
             * @description The candles that its decisions are based on.
             * @default 5m
             */
            timeframe?: components["schemas"]["CandleInterval"];
            riskLevel: components["schemas"]["RiskLevel"];
            scope?: components["schemas"]["Scope"];
        };
        /**
         * @description Changes to a bot; omitted fields stay unchanged. `parameters` replace all previous ones. A bot that is `stopped`
         *     or in `error` can become `active`, an `active` one `paused` and the other way round, and all of them `stopped`.
         */
        UpdateBotRequest: {
            /** @description Not blank, and unique among the bots of the owner. Leading and trailing spaces are removed. */
            name?: string;
            /** @description What it does, for people; may be empty. */
            description?: string;
            parameters?: components["schemas"]["NumberMap"];
            riskLevel?: components["schemas"]["RiskLevel"];
            status?: components["schemas"]["BotStatus"];
        };
        /**
         * @description Queued until a worker is free. `done`, `failed` and `cancelled` are final.
         * @enum {string}
         */
        BacktestStatus: "queued" | "running" | "done" | "failed" | "cancelled";
        /**
         * @description How precisely prices within the candles were known: `minutes` if all minutes were stored, `candles` if none were
         *     (if a candle reached both stop and target, the worse one counted), otherwise `mixed`.
         * @enum {string}
         */
        BacktestResolution: "minutes" | "candles" | "mixed";
        /**
         * @description The backtest to run. Without a `botId`, `strategyType`, `symbols` and `riskLevel` are required and `timeframe`
         *     is 5m by default; with one, omitted fields have the bot's values.
         */
        CreateBacktestRequest: {
            /**
             * Format: uuid
             * @description A bot whose settings are used; the other fields override them.
             */
            botId?: string;
            /** @description `trend`, `mean_reversion`, `breakout` or `momentum`. A type other than the bot's starts with its own default parameters. */
            strategyType?: string;
            parameters?: components["schemas"]["NumberMap"];
            /** @description Instruments, case-insensitive, each once. */
            symbols?: string[];
            timeframe?: components["schemas"]["CandleInterval"];
            riskLevel?: components["schemas"]["RiskLevel"];
            /**
             * Format: date-time
             * @description The start of the period; moved back to the start of its candle.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the period, exclusive; now at the latest, which is the default. At least one candle and at most five years after `from`.
             */
            to?: string;
            /**
             * Format: decimal
             * @description The starting capital in USD; if missing, that of a new bot.
             */
            capital?: number;
        };
        /**
         * @description The first eight are calculated like the performance of a bot. `equity` is the capital + `realizedPnl` +
         *     `unrealizedPnl` − `openFees`. Money is in USD.
         */
        BacktestFigures: {
            /**
             * Format: decimal
             * @description The gain of the account at the end, open positions included, divided by its capital; 0.125 is 12.5 %.
             */
            totalReturn: number;
            /**
             * Format: decimal
             * @description Positions closed with a net profit divided by all closed positions; 0.55 is 55 %.
             */
            winRate: number;
            /**
             * Format: decimal
             * @description Based on daily returns, × √365; 0 while fewer than five of them differ from zero.
             */
            sharpeRatio: number;
            /**
             * Format: decimal
             * @description The largest fall of the daily value from a peak, as a fraction of the peak; 0.125 is 12.5 %.
             */
            maxDrawdown: number;
            /**
             * Format: decimal
             * @description The profit of winning positions divided by the loss of the others; 0 if none has lost.
             */
            profitFactor: number;
            /**
             * Format: decimal
             * @description The mean net profit per closed position.
             */
            expectancy: number;
            /** @description Positions that were closed completely. */
            closedTrades: number;
            /** @description The number of days on which the Sharpe ratio is based. */
            observations: number;
            /**
             * Format: decimal
             * @description The value of the account at the end.
             */
            equity: number;
            /**
             * Format: decimal
             * @description The sum of the trades, net of fees.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description The profit of positions that are open at the end.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description The part of the opening fees of open positions that is not yet included in a closing trade.
             */
            openFees: number;
            /** @description Positions that are open at the end. */
            openPositions: number;
            /**
             * Format: decimal
             * @description The fees of all trades.
             */
            fees: number;
            /**
             * Format: decimal
             * @description The net profit of the best trade; 0 without trades.
             */
            bestTrade: number;
            /**
             * Format: decimal
             * @description The net profit of the worst trade; 0 without trades.
             */
            worstTrade: number;
            /**
             * Format: decimal
             * @description The return of the instruments over the same period, held in equal parts and without costs; 0.125 is 12.5 %.
             */
            marketReturn: number;
        };
        /** @description The value of the account of a backtest at one time. */
        BacktestPoint: {
            /**
             * Format: date-time
             * @description The time of the value: the start, the end of each UTC day, or the end.
             */
            time: string;
            /**
             * Format: decimal
             * @description The value of the account in USD, open positions at mark prices.
             */
            value: number;
            /**
             * Format: decimal
             * @description How far the value is below the previous peak, as a fraction; 0.125 is 12.5 %.
             */
            drawdown: number;
        };
        /**
         * @description A run of a bot's settings on past candles. `failureCode` is present if it has failed, `resolution` once candles
         *     were processed, `figures` once it is done.
         */
        Backtest: {
            /**
             * Format: uuid
             * @description The backtest's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The bot whose settings were used; missing if there was none.
             */
            botId?: string;
            /** @description The type of strategy. */
            strategyType: string;
            parameters: components["schemas"]["NumberMap"];
            /** @description The instruments. */
            symbols: string[];
            timeframe: components["schemas"]["CandleInterval"];
            riskLevel: components["schemas"]["RiskLevel"];
            /**
             * Format: date-time
             * @description The start of the period.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the period, exclusive.
             */
            to: string;
            /**
             * Format: decimal
             * @description The starting capital, in USD.
             */
            capital: number;
            status: components["schemas"]["BacktestStatus"];
            /** @description In percent. */
            progress: number;
            failureCode?: components["schemas"]["ErrorCode"];
            /** @description Why it has failed; missing if it has not. */
            failure?: string;
            /** @description The number of closing fills so far. */
            trades: number;
            /** @description The number of candles of the timeframe that were processed. */
            candles: number;
            resolution?: components["schemas"]["BacktestResolution"];
            figures?: components["schemas"]["BacktestFigures"];
            /** @description Only when a single backtest is read, once it is done. */
            equity?: components["schemas"]["BacktestPoint"][];
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last started; missing until then.
             */
            startedAt?: string;
            /**
             * Format: date-time
             * @description When it ended, for whatever reason; missing until then.
             */
            finishedAt?: string;
        };
        /** @description One closing fill of a backtest. Money is in USD. */
        BacktestTrade: {
            /** @description Starting with 1, in the order of closing. */
            number: number;
            /**
             * @description Whether it closed the position completely, closed a part of it, or liquidated it.
             * @enum {string}
             */
            type: "close" | "partial_close" | "liquidation";
            /** @description The instrument. */
            symbol: string;
            side: components["schemas"]["PositionSide"];
            /**
             * Format: decimal
             * @description The closed quantity.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description The price at which the position was opened.
             */
            entryPrice: number;
            /**
             * Format: decimal
             * @description The price at which it was closed.
             */
            exitPrice: number;
            /**
             * Format: decimal
             * @description The fee of the closing, and its share of the opening fee.
             */
            fees: number;
            /**
             * Format: decimal
             * @description The profit before fees.
             */
            grossPnl: number;
            /**
             * Format: decimal
             * @description The profit after fees.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description In percent of the cost of the closed part; 12.5 is 12.5 %.
             */
            realizedPnlPercent: number;
            /**
             * @description Why it was closed.
             * @enum {string}
             */
            exitReason: "signal" | "stop_loss" | "take_profit" | "liquidation";
            /**
             * Format: date-time
             * @description When the position was opened.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description When this part was closed.
             */
            closedAt: string;
            /**
             * Format: decimal
             * @description The cash and margin of the account.
             */
            balanceAfter: number;
        };
        /**
         * @description `entry_long` suggests buying and `entry_short` selling short; `exit_long` and `exit_short` suggest closing such
         *     positions; `hold` suggests nothing and cannot be executed.
         * @enum {string}
         */
        SignalType: "entry_long" | "entry_short" | "exit_long" | "exit_short" | "hold";
        /**
         * @description How confident the author is.
         * @enum {string}
         */
        SignalConfidence: "low" | "medium" | "high" | "very_high";
        /**
         * @description `expired` from `expiresAt` on.
         * @enum {string}
         */
        SignalStatus: "active" | "expired";
        /** @description Advice by a bot or an analyst to enter or leave a market, which expires. Prices are in the quote asset. */
        Signal: {
            /**
             * Format: uuid
             * @description The signal's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The bot that published it; missing if an analyst did.
             */
            botId?: string;
            /** @description The instrument. */
            symbol: string;
            signalType: components["schemas"]["SignalType"];
            confidence: components["schemas"]["SignalConfidence"];
            /**
             * Format: decimal
             * @description The price on which it is based. An entry cannot be executed if the mark price is more than 1 % away from it.
             */
            price: number;
            /**
             * Format: decimal
             * @description Where the opened position is closed with a profit. 0 if there is none.
             */
            targetPrice: number;
            /**
             * Format: decimal
             * @description Where the opened position is closed with a loss. 0 if there is none.
             */
            stopLoss: number;
            /** @description The reason, for people; may be empty. */
            reason: string;
            status: components["schemas"]["SignalStatus"];
            scope: components["schemas"]["Scope"];
            author: components["schemas"]["SignalAuthor"];
            /** @description Whether the caller has executed it, by hand or through a subscription, on any account. Missing in events and streams. */
            executed?: boolean;
            /**
             * Format: date-time
             * @description When it was published.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it can no longer be executed. It is brought forward if the bot is stopped or the author may no longer publish it.
             */
            expiresAt: string;
        };
        /** @description The author of a signal. */
        SignalAuthor: {
            /**
             * @description A bot or an analyst.
             * @enum {string}
             */
            kind: "bot" | "analyst";
            /** @description The name of the bot; for an analyst the display name at the time, or the email with its middle part hidden. */
            name: string;
            /**
             * Format: uuid
             * @description The id of the bot or analyst; missing if it is no longer known.
             */
            id?: string;
        };
        /**
         * @description A signal of the caller. For a long entry the stop must be below its price and the target above, for a short one
         *     the other way round. Without `scope` it belongs to the platform if a super_admin publishes it, and otherwise to
         *     the brand.
         */
        CreateSignalRequest: {
            /** @description The instrument, case-insensitive. */
            symbol: string;
            signalType: components["schemas"]["SignalType"];
            /**
             * @description How confident the author is.
             * @default medium
             */
            confidence?: components["schemas"]["SignalConfidence"];
            /**
             * Format: decimal
             * @description The price on which it is based, more than 0; if missing, the current mark price.
             */
            price?: number;
            /**
             * Format: decimal
             * @description Where a position is closed with a profit. 0 or missing means none.
             */
            targetPrice?: number;
            /**
             * Format: decimal
             * @description Where a position is closed with a loss. 0 or missing means none.
             */
            stopLoss?: number;
            /**
             * @description How much a position may lose at its stop if the user gives no quantity; an account with a risk profile uses
             *     its own level.
             * @default medium
             */
            riskLevel?: components["schemas"]["RiskLevel"];
            /**
             * @description The reason, for people.
             * @default
             */
            reason?: string;
            /**
             * @description How long it can be executed, at most a week.
             * @default 240
             */
            expiresInMinutes?: number;
            scope?: components["schemas"]["Scope"];
        };
        /** @description How to execute a signal; with `{}` the server chooses everything. */
        ExecuteSignalRequest: {
            /**
             * Format: decimal
             * @description In the base asset, more than 0 and a multiple of the lot step; for an exit at most what is open. If missing,
             *     an exit closes everything, and an entry is sized by its risk level and its stop, up to a tenth (unless
             *     configured otherwise) of the account's value or of its capital allocated to the bot.
             */
            quantity?: number;
            /**
             * Format: uuid
             * @description One of the caller's accounts; if missing, the paper account.
             */
            accountId?: string;
        };
        /**
         * @description `market` fills at once at the market price; `limit` at its limit or better; `stop` at the market price once its
         *     price is reached, from below for a buy and from above for a sell.
         * @enum {string}
         */
        OrderType: "market" | "limit" | "stop";
        /**
         * @description `working` may still be filled; the others are final: `filled`; `cancelled` by its owner, at its exchange or
         *     because its account was closed; `expired` at the end of its day or at its exchange; `rejected` because it could
         *     not be filled. `reason` says why.
         * @enum {string}
         */
        OrderStatus: "working" | "filled" | "cancelled" | "expired" | "rejected";
        /**
         * @description How long an order works: `gtc` until it is cancelled, `day` until the end of the session, or of the UTC day if
         *     the market never closes.
         * @enum {string}
         */
        TimeInForce: "gtc" | "day";
        /**
         * @description Either a `quantity` or a `notional`; a `limitPrice` for a limit order, a `stopPrice` for a stop order. Prices
         *     are multiples of the tick size, in the quote asset.
         */
        PlaceOrderRequest: {
            /** @description The instrument, case-insensitive. */
            symbol: string;
            side: components["schemas"]["PositionSide"];
            type: components["schemas"]["OrderType"];
            /**
             * Format: decimal
             * @description In the base asset: more than 0, and a multiple of the lot step.
             */
            quantity?: number;
            /**
             * Format: decimal
             * @description In USD, more than 0: the maximum cost at the price of the order; the quantity is rounded down to the lot step.
             */
            notional?: number;
            /**
             * Format: decimal
             * @description More than 0. Only for limit orders.
             */
            limitPrice?: number;
            /**
             * Format: decimal
             * @description More than 0; above the ask for buy, below the bid for sell. Only for stop orders.
             */
            stopPrice?: number;
            /**
             * Format: decimal
             * @description For the position. 0 or missing means none.
             */
            stopLoss?: number;
            /**
             * Format: decimal
             * @description For the position. 0 or missing means none.
             */
            targetPrice?: number;
            /**
             * Format: decimal
             * @description How far behind the best price the stop of the position follows, from 0.1 to 50 percent. With 0 or if missing, it does not follow.
             */
            trailingPercent?: number;
            /**
             * @description How long it works. Accounts at an exchange accept only `gtc`.
             * @default gtc
             */
            timeInForce?: components["schemas"]["TimeInForce"];
            /**
             * Format: uuid
             * @description One of the caller's accounts; if missing, the paper account.
             */
            accountId?: string;
        };
        /** @description An order to buy or sell, and its result. Prices are in the quote asset, money is in USD. */
        Order: {
            /**
             * Format: uuid
             * @description The order's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account that it trades for.
             */
            accountId: string;
            /** @description The instrument. */
            symbol: string;
            side: components["schemas"]["PositionSide"];
            type: components["schemas"]["OrderType"];
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: decimal
             * @description The quantity to fill.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description As requested; 0 if a quantity was requested.
             */
            notional: number;
            /**
             * Format: decimal
             * @description 0 if there is none.
             */
            limitPrice: number;
            /**
             * Format: decimal
             * @description 0 if there is none.
             */
            stopPrice: number;
            /**
             * Format: decimal
             * @description For the position. 0 if there is none.
             */
            stopLoss: number;
            /**
             * Format: decimal
             * @description For the position. 0 if there is none.
             */
            targetPrice: number;
            /**
             * Format: decimal
             * @description For the position, 12.5 is 12.5 %. 0 if its stop does not follow the price.
             */
            trailingPercent: number;
            timeInForce: components["schemas"]["TimeInForce"];
            /**
             * Format: decimal
             * @description Money set aside while the order works; 0 afterwards, and at an exchange.
             */
            held: number;
            /**
             * Format: decimal
             * @description The filled quantity, 0 until then. Less than the quantity if the money did not cover all of it.
             */
            filledQuantity: number;
            /**
             * Format: decimal
             * @description Of the filled quantity; 0 until then.
             */
            averagePrice: number;
            /**
             * Format: decimal
             * @description Of the filled quantity; 0 until then.
             */
            fee: number;
            /**
             * Format: uuid
             * @description The position that it opened; for a sale at an exchange, the last one that it closed. Missing while it is not filled.
             */
            positionId?: string;
            /** @description Why it was cancelled, expired, rejected or not filled completely; otherwise empty. */
            reason: string;
            /**
             * Format: date-time
             * @description When it was placed.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description For a limit or stop order with `day`; otherwise missing.
             */
            expiresAt?: string;
        };
        /** @description What an order, or executing a signal, would do now. Prices are in the quote asset, money is in USD. */
        Preview: {
            /** @description Whether it would be accepted. */
            allowed: boolean;
            code?: components["schemas"]["ErrorCode"];
            /** @description Why not; like the code, missing if it is allowed. */
            reason?: string;
            /**
             * Format: uuid
             * @description The account for which it is calculated.
             */
            accountId: string;
            side: components["schemas"]["PositionSide"];
            /**
             * Format: decimal
             * @description 0 if it could not be calculated, like the fields that follow.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description The fill price, or the expected one.
             */
            price: number;
            /**
             * Format: decimal
             * @description Quantity × price.
             */
            notional: number;
            /**
             * Format: decimal
             * @description The money set aside for the position; negative if an exit releases it.
             */
            margin: number;
            /**
             * Format: decimal
             * @description The fee of these fills.
             */
            fee: number;
            /**
             * Format: decimal
             * @description The money that leaves the cash; negative if an exit adds to it.
             */
            total: number;
            /**
             * Format: decimal
             * @description The loss, with both fees, if the position closes at its stop; 0 without one.
             */
            lossAtStop: number;
            /**
             * Format: decimal
             * @description The gain, with both fees, if the position closes at its target; 0 without one.
             */
            gainAtTarget: number;
            /**
             * Format: decimal
             * @description The free cash afterwards.
             */
            cashAfter: number;
            /** @description The positions that an exit would close; empty for an entry. */
            positions: string[];
        };
        /**
         * @description Changes to the levels of a position; omitted fields stay unchanged. Prices are multiples of the tick size, in
         *     the quote asset.
         */
        ChangePositionRequest: {
            /**
             * Format: decimal
             * @description Below the price for a long position, above it for a short one. 0 removes it.
             */
            stopLoss?: number;
            /**
             * Format: decimal
             * @description Above the price for a long position, below it for a short one. 0 removes it.
             */
            targetPrice?: number;
            /**
             * Format: decimal
             * @description How far behind the best price the stop follows, from 0.1 to 50 percent; 0 keeps the stop where it is.
             */
            trailingPercent?: number;
        };
        /**
         * @description `buy` gains when the price rises (long), `sell` when it falls (short).
         * @enum {string}
         */
        PositionSide: "buy" | "sell";
        /**
         * @description `liquidated` is a short position that was closed because its margin was almost used up.
         * @enum {string}
         */
        PositionStatus: "open" | "closed" | "liquidated";
        /**
         * @description The present or past holding of an instrument in an account. Prices are in the quote asset, quantities in the
         *     base asset, money is in USD.
         */
        Position: {
            /**
             * Format: uuid
             * @description The position's id.
             */
            id: string;
            /** @description The instrument. */
            symbol: string;
            side: components["schemas"]["PositionSide"];
            /**
             * Format: decimal
             * @description The open quantity; for a closed position the quantity that was open.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description The average price at which it was opened.
             */
            entryPrice: number;
            /**
             * Format: decimal
             * @description The mark price; for a closed position the price of its last closing.
             */
            currentPrice: number;
            /**
             * Format: decimal
             * @description The profit of the open quantity at the current price, before fees; negative for a loss, 0 once it is closed.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description The profit of its closings, after fees; 0 before the first one.
             */
            realizedPnl: number;
            status: components["schemas"]["PositionStatus"];
            /**
             * Format: decimal
             * @description The quantity that was opened, before any of it was closed.
             */
            openedQuantity: number;
            /**
             * Format: decimal
             * @description Where it is closed with a loss. 0 if there is none.
             */
            stopLoss: number;
            /**
             * Format: decimal
             * @description Where it is closed with a profit. 0 if there is none.
             */
            targetPrice: number;
            /**
             * Format: decimal
             * @description How far behind the best price the stop follows, 12.5 is 12.5 %; 0 if it does not.
             */
            trailingPercent: number;
            /**
             * Format: decimal
             * @description Where a short position is closed because its margin is almost used up. 0 if there is none, as for long positions and at an exchange.
             */
            liquidationPrice: number;
            /**
             * Format: decimal
             * @description Money set aside for the open quantity; 0 once it is closed.
             */
            margin: number;
            /**
             * Format: decimal
             * @description The part of the opening fee that is not yet included in a closing trade.
             */
            openFee: number;
            /**
             * Format: uuid
             * @description The account that holds it.
             */
            accountId: string;
            /**
             * Format: uuid
             * @description The signal that it came from; missing if there was none.
             */
            signalId?: string;
            /**
             * Format: uuid
             * @description The bot that published the signal; missing if there was none.
             */
            botId?: string;
            /**
             * Format: uuid
             * @description The subscription that opened it; missing if there was none.
             */
            subscriptionId?: string;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description When it was closed completely; missing while it is open.
             */
            closedAt?: string;
        };
        /** @description How much to close; without a body, all of it. */
        ClosePositionRequest: {
            /**
             * Format: decimal
             * @description More than 0 and at most the open quantity; if less, a multiple of the lot step. If missing, all of it.
             */
            quantity?: number;
        };
        /**
         * @description One closing fill of a position, one line of the history. Prices are in the quote asset, quantities in the base
         *     asset, money is in USD.
         */
        Trade: {
            /**
             * Format: uuid
             * @description The trade's id.
             */
            id: string;
            /**
             * @description Whether it closed the position completely, closed a part of it, or liquidated it.
             * @enum {string}
             */
            type: "close" | "partial_close" | "liquidation";
            /**
             * Format: uuid
             * @description The position.
             */
            positionId: string;
            /**
             * Format: uuid
             * @description The signal that the position came from; missing if there was none.
             */
            signalId?: string;
            /**
             * Format: uuid
             * @description The bot that published the signal; missing if there was none.
             */
            botId?: string;
            /**
             * Format: uuid
             * @description The account.
             */
            accountId: string;
            /** @description The instrument. */
            symbol: string;
            side: components["schemas"]["PositionSide"];
            /**
             * Format: decimal
             * @description The closed quantity.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description The average price at which the position was opened.
             */
            entryPrice: number;
            /**
             * Format: decimal
             * @description The price at which this part was closed.
             */
            exitPrice: number;
            /**
             * Format: decimal
             * @description The fee of the closing, and its share of the opening fee.
             */
            fees: number;
            /**
             * Format: decimal
             * @description The profit before fees; negative for a loss.
             */
            grossPnl: number;
            /**
             * Format: decimal
             * @description The profit after fees; negative for a loss.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description In percent of the cost of the closed part; 12.5 is 12.5 %.
             */
            realizedPnlPercent: number;
            /**
             * @description Why it was closed: by hand, by a signal, at its stop, at a stop that had followed the price, at its target,
             *     by liquidation, because its subscription reached its maximum loss, or because its account was closed.
             * @enum {string}
             */
            exitReason: "manual" | "signal" | "stop_loss" | "trailing_stop" | "take_profit" | "liquidation" | "copy_stop" | "account_closed";
            /**
             * Format: date-time
             * @description When the position was opened.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description When this part was closed.
             */
            closedAt: string;
            /**
             * Format: decimal
             * @description The cash and margin of the account, and the money held for its orders.
             */
            balanceAfter: number;
        };
        /**
         * @description What was opened or closed: `position` is the opened one, or the last one closed. For an account at an exchange
         *     there is an `order` instead, which fills later, and no `position` until then.
         */
        Execution: {
            /**
             * Format: uuid
             * @description The signal.
             */
            signalId: string;
            /**
             * Format: uuid
             * @description The account on which it was executed.
             */
            accountId: string;
            position?: components["schemas"]["Position"];
            order?: components["schemas"]["Order"];
            /**
             * Format: decimal
             * @description The fill price; at an exchange, the current price.
             */
            fillPrice: number;
            /**
             * Format: decimal
             * @description The quantity of all fills; at an exchange, the quantity to fill.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description The fee of all fills, in USD; at an exchange 0, because it is not known yet.
             */
            fee: number;
            /** @description The trades that an exit closed; empty for an entry and at an exchange. */
            trades: components["schemas"]["Trade"][];
        };
        /** @description The position and the closing trade. For an account at an exchange there is an `order` instead of a `trade`. */
        Closing: {
            position: components["schemas"]["Position"];
            trade?: components["schemas"]["Trade"];
            order?: components["schemas"]["Order"];
            /**
             * Format: decimal
             * @description The fill price; at an exchange, the current price.
             */
            fillPrice: number;
            /**
             * Format: decimal
             * @description The fee of this fill, in USD; at an exchange 0, because it is not known yet.
             */
            fee: number;
        };
        /**
         * @description Who executes the signals of the bot: the user (`manual`) or the subscription (`auto`).
         * @enum {string}
         */
        SubscriptionMode: "manual" | "auto";
        /** @description How to follow a bot; without a body the server chooses everything. */
        SubscribeRequest: {
            /**
             * @description Who executes the signals of the bot.
             * @default manual
             */
            mode?: components["schemas"]["SubscriptionMode"];
            /**
             * Format: decimal
             * @description In USD: more than 0, and at most the account's value minus what its other subscriptions have allocated. If
             *     missing: a tenth of the account's value, or what is left if that is less.
             */
            allocatedCapital?: number;
            /**
             * @description The loss at which an automatic subscription is stopped, in percent of the allocated capital; a manual one has no such stop.
             * @default 20
             */
            copyStopPercent?: number;
            /**
             * Format: uuid
             * @description An active investment account of the caller; if missing, the paper account.
             */
            accountId?: string;
        };
        /** @description Changes to a subscription; omitted fields stay unchanged. */
        UpdateSubscriptionRequest: {
            /**
             * @description `paused` enters nothing; open positions stay open, and exits are executed.
             * @enum {string}
             */
            status?: "active" | "paused";
            mode?: components["schemas"]["SubscriptionMode"];
            /**
             * Format: decimal
             * @description In USD, more than 0; an increase at most to the account's value minus what its other subscriptions have allocated.
             */
            allocatedCapital?: number;
            /** @description In percent of the allocated capital, for an automatic subscription; if one becomes automatic without it, it is 20. */
            copyStopPercent?: number;
        };
        /**
         * @description `executed`: an entry was carried out; `closed`: an exit was carried out and closed its open positions;
         *     `skipped`: nothing was done, including when the exchange bought nothing.
         * @enum {string}
         */
        CopyOutcome: "executed" | "skipped" | "closed";
        /** @description The outcome of a signal under a subscription. `reason` is present if it was skipped. */
        Copy: {
            /**
             * Format: uuid
             * @description The signal.
             */
            signalId: string;
            /** @description The instrument. */
            symbol: string;
            signalType: components["schemas"]["SignalType"];
            outcome: components["schemas"]["CopyOutcome"];
            reason?: components["schemas"]["CopyReason"];
            /**
             * Format: uuid
             * @description The position that an entry opened; otherwise missing.
             */
            positionId?: string;
            /**
             * Format: date-time
             * @description When it was executed or skipped.
             */
            createdAt: string;
        };
        /** @description Why a signal was skipped. */
        CopyReason: {
            code: components["schemas"]["ErrorCode"];
            /** @description The same in words, as the error message of executing it. */
            message: string;
        };
        /** @description A user's account that follows a bot. Money is in USD. */
        Subscription: {
            /**
             * Format: uuid
             * @description The subscription's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The bot.
             */
            botId: string;
            /** @description The name of the bot. */
            botName: string;
            /**
             * Format: uuid
             * @description The account.
             */
            accountId: string;
            mode: components["schemas"]["SubscriptionMode"];
            /**
             * @description `paused` by the caller, who may resume it; `stopped` by its copy-stop; `ended` by the caller.
             * @enum {string}
             */
            status: "active" | "paused" | "stopped" | "ended";
            /**
             * Format: decimal
             * @description The capital on which the sizes of its positions are based.
             */
            allocatedCapital: number;
            /** @description The loss, before open fees, at which it is stopped, in percent of the allocated capital; 0 for a manual one, which is never stopped. */
            copyStopPercent: number;
            /**
             * Format: decimal
             * @description The profit of its closings, after fees.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description The profit of its open positions at mark prices, before fees.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description The part of the opening fees of open positions that is not yet included in a closing trade.
             */
            openFees: number;
            /**
             * Format: decimal
             * @description Realized and unrealized profit minus the open fees.
             */
            totalPnl: number;
            /** @description The number of its open positions. */
            openPositions: number;
            /** @description The number of signals that the bot has published while it lasted. */
            signalsReceived: number;
            /** @description How many of them were executed. */
            signalsExecuted: number;
            /** @description How many of them could not be executed. */
            signalsSkipped: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was stopped or ended; missing until then.
             */
            endedAt?: string;
        };
        /**
         * @description The user's open accounts. Paper money and real money are never added together: the top-level figures cover the
         *     investment accounts, or the paper account if there are none. Money is in USD.
         */
        TradingPortfolio: {
            /**
             * Format: decimal
             * @description The value of the accounts: cash, margin, money held for withdrawals and orders, and unrealized profit.
             */
            totalValue: number;
            /**
             * Format: decimal
             * @description The value minus what was paid in.
             */
            totalPnl: number;
            /** @description The number of open positions. */
            positions: number;
            /**
             * Format: decimal
             * @description Free money.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Money set aside for open positions.
             */
            margin: number;
            /**
             * Format: decimal
             * @description Money held for withdrawals.
             */
            held: number;
            /**
             * Format: decimal
             * @description Money held for working orders.
             */
            reserved: number;
            /**
             * Format: decimal
             * @description The profit of the open positions, before fees.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description The profit of closings, each minus its share of the opening fee: the sum of the history.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description The part of the opening fees of open positions that is not yet included in a closing trade.
             */
            openFees: number;
            /** @description The number of open accounts. */
            accounts: number;
            /**
             * @description The kind of accounts that the figures above cover.
             * @enum {string}
             */
            kind: "paper" | "investment";
            paper: components["schemas"]["AccountFigures"];
            invested: components["schemas"]["AccountFigures"];
        };
        /** @description The totals of several open accounts. Money is in USD. */
        AccountFigures: {
            /**
             * Format: decimal
             * @description The value of the accounts.
             */
            totalValue: number;
            /**
             * Format: decimal
             * @description The value minus what was paid in.
             */
            totalPnl: number;
            /** @description The number of open positions. */
            positions: number;
            /**
             * Format: decimal
             * @description Free money.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Money set aside for open positions.
             */
            margin: number;
            /**
             * Format: decimal
             * @description Money held for withdrawals.
             */
            held: number;
            /**
             * Format: decimal
             * @description Money held for working orders.
             */
            reserved: number;
            /**
             * Format: decimal
             * @description The profit of the open positions, before fees.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description The sum of the history.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description The part of the opening fees of open positions that is not yet included in a closing trade.
             */
            openFees: number;
            /** @description The number of open accounts. */
            accounts: number;
        };
        /** @description An account of a user with its figures at one time. */
        TradingAccount: {
            /**
             * Format: uuid
             * @description The account's id.
             */
            id: string;
            /**
             * @description For a connected account the books contain only what was bought through it here, and no cash.
             * @enum {string}
             */
            kind: "paper" | "investment" | "connected";
            /** @description A name for people, unique among the user's accounts. */
            name: string;
            /**
             * @description Whether it trades: a `suspended` account enters nothing, like one whose KYC is not approved yet.
             * @enum {string}
             */
            status: "active" | "suspended" | "closed";
            /**
             * @description The currency of all its money, as an ISO 4217 code.
             * @example USD
             */
            currency: string;
            /**
             * Format: decimal
             * @description Free money.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Money held for withdrawals.
             */
            held: number;
            /**
             * Format: decimal
             * @description Money held for working orders.
             */
            reserved: number;
            /**
             * Format: decimal
             * @description Money set aside for open positions.
             */
            margin: number;
            /**
             * Format: decimal
             * @description The profit of the open positions, before fees.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description The sum of the history.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description The part of the opening fees of open positions that is not yet included in a closing trade.
             */
            openFees: number;
            /**
             * Format: decimal
             * @description The value of the account.
             */
            equity: number;
            /**
             * Format: decimal
             * @description What was granted and paid in, minus what was paid out.
             */
            netDeposits: number;
            /**
             * Format: decimal
             * @description Its value minus what was paid in.
             */
            totalPnl: number;
            /** @description The number of open positions. */
            openPositions: number;
        };
        /** @description A booking that changed the balance of an account. Money is in the currency of the account. */
        StatementLine: {
            /**
             * Format: uuid
             * @description The booking's id.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was booked.
             */
            time: string;
            /**
             * @description `capital` is paper money that the account was opened with; `position_opened` costs its fee;
             *     `position_closed` brings a profit or loss minus its fee; `dispute` is money that a payer's bank has taken
             *     back or returned; `other` is a correction, or a debt that was paid when the account was closed.
             * @enum {string}
             */
            kind: "capital" | "deposit" | "withdrawal" | "dispute" | "position_opened" | "position_closed" | "other";
            /** @description What was booked, for people. */
            description: string;
            /**
             * Format: decimal
             * @description The change of the balance, net of fees.
             */
            amount: number;
            /**
             * Format: decimal
             * @description The part of the change that is a fee; missing if there is none.
             */
            fee?: number;
            /**
             * Format: decimal
             * @description The balance afterwards, without unrealized profit.
             */
            balance: number;
            /**
             * Format: uuid
             * @description The position that was opened or closed; missing for other lines.
             */
            positionId?: string;
            /**
             * Format: uuid
             * @description The line of the history; missing unless a position was closed.
             */
            tradeId?: string;
            /**
             * Format: uuid
             * @description The order that opened the position; missing if there was none.
             */
            orderId?: string;
        };
        /** @description A list of instruments. */
        InstrumentListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The instruments. */
            data: components["schemas"]["Instrument"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A list of quotes. */
        QuoteListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The quotes of those instruments that have one. */
            data: components["schemas"]["Quote"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A list of candles. */
        CandleListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The candles, oldest first. */
            data: components["schemas"]["Candle"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A watchlist. */
        WatchlistEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Watchlist"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of the alerts of a user. */
        AlertListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The alerts, newest first. */
            data: components["schemas"]["PriceAlert"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description An alert. */
        AlertEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PriceAlert"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The notification channels of a user. */
        NotificationsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Notifications"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of the notices of a user. */
        NoticeListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The notices, newest first. */
            data: components["schemas"]["Notice"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of bots. */
        BotListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The bots, in the requested order. */
            data: components["schemas"]["TradingBot"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A bot. */
        BotEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["TradingBot"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of the signals that a user can see. */
        SignalListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The signals, newest first. */
            data: components["schemas"]["Signal"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A signal. */
        SignalEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Signal"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A ticket for a stream. */
        StreamTicketEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["StreamTicket"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The result of executing a signal. */
        ExecutionEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Execution"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description What an order, or executing a signal, would do. */
        PreviewEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Preview"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description An order. */
        OrderEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Order"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of the orders of a user. */
        OrderListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The orders, newest first. */
            data: components["schemas"]["Order"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of the positions of a user. */
        PositionListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The positions, newest first. */
            data: components["schemas"]["Position"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A position. */
        PositionEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Position"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The result of closing a position. */
        ClosingEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Closing"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of the backtests of a user. */
        BacktestListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The backtests, newest first, without `equity`. */
            data: components["schemas"]["Backtest"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A backtest. */
        BacktestEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Backtest"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of the trades of a backtest. */
        BacktestTradeListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The trades, newest first. */
            data: components["schemas"]["BacktestTrade"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of the history. */
        TradeListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The trades, newest first. */
            data: components["schemas"]["Trade"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A subscription. */
        SubscriptionEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Subscription"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description All subscriptions of a user. */
        SubscriptionListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The subscriptions, including ended ones, newest first. */
            data: components["schemas"]["Subscription"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The value of a bot's account over time. */
        BotEquityEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The points, oldest first. */
            data: components["schemas"]["BotEquityPoint"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of the outcomes of signals under a subscription. */
        CopyListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The outcomes, newest signal first. */
            data: components["schemas"]["Copy"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description All accounts of a user. */
        TradingAccountListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The accounts, including closed ones: the paper account, then the others, oldest first. */
            data: components["schemas"]["TradingAccount"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of the statement of an account. */
        StatementEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The lines, newest first. */
            data: components["schemas"]["StatementLine"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The user's open accounts. */
        TradingPortfolioEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["TradingPortfolio"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /**
         * @description The platform's bot whose trades an account copies, from the most careful to the most daring.
         * @enum {string}
         */
        TradingAgent: "atlas" | "orion" | "nova";
        /**
         * @description How much a trade may lose: 0.5 percent of the account if conservative, 1 if moderate, 2 if aggressive. Copies of
         *     the agent's trades are scaled by it, up to the largest position allowed.
         * @enum {string}
         */
        RiskProfile: "conservative" | "moderate" | "aggressive";
        /**
         * @description `pending_kyc`: the owner's KYC is not approved yet, and nothing is traded. `active`: it copies its agent.
         *     `suspended`: it enters nothing; its exits and stops continue. `closed`: everything is sold, permanently.
         * @enum {string}
         */
        InvestmentStatus: "pending_kyc" | "active" | "suspended" | "closed";
        /**
         * @description The state of a person's KYC. `none`: nothing was submitted. `submitted`: waiting for a decision. `approved`:
         *     identity confirmed. `rejected`: a new submission is possible. `expired`: the approval has ended and must be
         *     renewed.
         * @enum {string}
         */
        KycStatus: "none" | "submitted" | "approved" | "rejected" | "expired";
        /** @description Money that one of the platform's agents invests for a user. All amounts are in USD, at current prices. */
        InvestmentAccount: {
            /**
             * Format: uuid
             * @description The account's id, also as a trading account.
             */
            id: string;
            /**
             * Format: uuid
             * @description The user who owns the account.
             */
            userId: string;
            tradingAgent: components["schemas"]["TradingAgent"];
            /**
             * Format: decimal
             * @description The initial capital: granted as paper money or, where accounts are funded by deposits, what its owner intends to pay in.
             */
            initialCapital: number;
            /**
             * Format: decimal
             * @description Cash, margin, money held for withdrawals, and unrealized profit.
             */
            currentBalance: number;
            /**
             * Format: decimal
             * @description The profit since the beginning, including unrealized profit; negative for a loss.
             */
            accumulatedProfit: number;
            riskProfile: components["schemas"]["RiskProfile"];
            status: components["schemas"]["InvestmentStatus"];
            kycStatus: components["schemas"]["KycStatus"];
            /** @description Why KYC was rejected. Otherwise missing. */
            kycReason?: string;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it first became active. Missing until then.
             */
            activatedAt?: string;
            /**
             * Format: date-time
             * @description When closing began: its remaining positions are sold when their markets open. Otherwise missing.
             */
            closingSince?: string;
            /**
             * Format: date-time
             * @description When it was closed. Missing until then.
             */
            closedAt?: string;
        };
        /**
         * @description The account to open. It waits for KYC unless its owner's is already approved; a user may have at most 20 that
         *     are not closed.
         */
        CreateInvestmentAccountRequest: {
            tradingAgent: components["schemas"]["TradingAgent"];
            /**
             * Format: decimal
             * @description The amount to invest, in USD: at least 100, with at most two decimal places.
             */
            initialCapital: number;
            riskProfile: components["schemas"]["RiskProfile"];
        };
        /**
         * @description Changes to an account; omitted fields stay unchanged. A new risk profile takes effect with the next copied
         *     trade.
         */
        UpdateInvestmentAccountRequest: {
            riskProfile?: components["schemas"]["RiskProfile"];
        };
        /**
         * @description An owner's submission (`fullName`, `country`, `dateOfBirth` and `documentNumber`, optionally `documentType`), or
         *     an admin's decision (`decision`, with `reason` for a rejection).
         */
        KycRequest: {
            /**
             * @description As in the document.
             * @example Ada Lovelace
             */
            fullName?: string;
            /**
             * @description The country that issued the document, as an assigned ISO 3166-1 alpha-2 code.
             * @example GB
             */
            country?: string;
            /**
             * Format: date
             * @description From 1900-01-01 on, and at least 18 years ago.
             * @example 1990-05-17
             */
            dateOfBirth?: string;
            documentType?: components["schemas"]["KycDocumentType"];
            /**
             * @description Letters and digits; spaces, dots, slashes and hyphens between them.
             * @example 533-401-372
             */
            documentNumber?: string;
            /**
             * @description The admin's decision; not together with a submission.
             * @enum {string}
             */
            decision?: "approve" | "reject";
            /** @description Why it is rejected, and required then; shown to the owner. */
            reason?: string;
        };
        /**
         * @description The kind of identity document.
         * @example passport
         * @enum {string}
         */
        KycDocumentType: "passport" | "id_card" | "driving_licence" | "residence_permit";
        /** @description The KYC state of an account's owner. A person has one case, which applies to all their accounts. */
        KycCase: {
            /**
             * Format: uuid
             * @description The account's id.
             */
            accountId: string;
            /**
             * Format: uuid
             * @description Its owner.
             */
            userId: string;
            /**
             * Format: uuid
             * @description The owner's tenant.
             */
            tenantId: string;
            /** @description The KYC state of the owner. */
            state: components["schemas"]["KycStatus"];
            /** @description The status of the account. */
            accountStatus: components["schemas"]["InvestmentStatus"];
            /**
             * Format: date-time
             * @description When the account was opened.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description When the current data was submitted. Missing if there is none.
             */
            submittedAt?: string;
            /**
             * Format: date-time
             * @description When it was approved or rejected. Missing until then.
             */
            decidedAt?: string;
            /**
             * Format: uuid
             * @description Who decided; missing if nobody has, or the platform or a provider did.
             */
            decidedBy?: string;
            /** @description Why it was rejected. Otherwise missing. */
            reason?: string;
            submission?: components["schemas"]["KycSubmission"];
        };
        /** @description The owner's submission; only in the response about a single case, and missing if there is none. */
        KycSubmission: {
            /** @description The person's name. */
            fullName: string;
            /** @description ISO 3166-1 alpha-2. */
            country: string;
            /**
             * Format: date
             * @description The date of birth.
             */
            dateOfBirth: string;
            /** @description The kind of document. Missing if the owner did not say. */
            documentType?: components["schemas"]["KycDocumentType"];
            /** @description The number of the document. */
            documentNumber: string;
        };
        /** @description A page of accounts with their owners' cases. */
        KycCaseListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The cases, earliest submission first. */
            data: components["schemas"]["KycCase"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the case of an account's owner. */
        KycCaseEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["KycCase"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The KYC state of a person. */
        PersonKyc: {
            /**
             * Format: uuid
             * @description The case.
             */
            id: string;
            /**
             * Format: uuid
             * @description The person's user id.
             */
            userId: string;
            /**
             * Format: uuid
             * @description The person's tenant.
             */
            tenantId: string;
            /** @description The KYC state of the person. */
            state: components["schemas"]["KycStatus"];
            /** @description Why it was rejected. Otherwise missing. */
            reason?: string;
            /**
             * Format: date-time
             * @description When the current data was submitted. Missing if there is none.
             */
            submittedAt?: string;
            /**
             * Format: date-time
             * @description When it was approved or rejected. Missing until then.
             */
            decidedAt?: string;
            /**
             * Format: uuid
             * @description Who decided; missing if the platform or a provider did, and in the person's own view.
             */
            decidedBy?: string;
            /**
             * Format: date-time
             * @description When an approval ends or ended. During a renewal it is that of the previous approval. Missing without an approval, and if it does not end.
             */
            expiresAt?: string;
            /** @description Who was asked, `http` for the configured provider; only for admins, and missing if no provider was asked. */
            provider?: string;
            /** @description The provider's reference; only for admins, and missing until the provider has sent it. */
            providerReference?: string;
            submission?: components["schemas"]["PersonKycSubmission"];
        };
        /** @description A person's submission. Returned only for a single case, to admins, and missing if there is none. */
        PersonKycSubmission: {
            /**
             * @description As in the document.
             * @example Ada Lovelace
             */
            fullName: string;
            /**
             * @description The country that issued the document, as an assigned ISO 3166-1 alpha-2 code.
             * @example GB
             */
            country: string;
            /**
             * Format: date
             * @description From 1900-01-01 on, and at least 18 years ago.
             * @example 1990-05-17
             */
            dateOfBirth: string;
            documentType?: components["schemas"]["KycDocumentType"];
            /**
             * @description Letters and digits; spaces, dots, slashes and hyphens between them.
             * @example 533-401-372
             */
            documentNumber: string;
            /** @description References to the stored documents; none if missing. */
            documents?: components["schemas"]["KycDocumentReference"][];
        };
        /** @description Where a document is stored. The document itself is never sent here. */
        KycDocumentReference: {
            /**
             * @description The kind of document.
             * @example passport
             * @enum {string}
             */
            type: "passport" | "id_card" | "driving_licence" | "residence_permit" | "proof_of_address" | "selfie" | "other";
            /**
             * @description An id in the operator's store (letters, digits and . _ : / = + @ -), or an https URL there without a
             *     password.
             * @example doc_8f14e45fceea
             */
            reference: string;
            /**
             * @description The authority that issued it.
             * @example HM Passport Office
             */
            issuedBy?: string;
            /**
             * Format: date
             * @description The last day on which it is valid. An approval does not outlast it.
             * @example 2031-04-30
             */
            expiresOn?: string;
        };
        /** @description An admin's decision on a submission. */
        KycDecisionRequest: {
            /**
             * @description The decision.
             * @example approve
             * @enum {string}
             */
            decision: "approve" | "reject";
            /**
             * @description Why it is rejected, and required then; shown to the person.
             * @example The picture is blurred.
             */
            reason?: string;
        };
        /** @description The response to a callback of the provider. */
        KycCallbackEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The result. */
            data: {
                /** @description Whether this callback decided the case. */
                applied: boolean;
            };
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a person's case. */
        PersonKycEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PersonKyc"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A page of cases. */
        PersonKycListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The cases, earliest submission first. */
            data: components["schemas"]["PersonKyc"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description The new status of an account. */
        InvestmentStatusRequest: {
            status: components["schemas"]["InvestmentStatus"];
            /** @description The reason, for the audit log and the event. */
            reason?: string;
        };
        /**
         * @description Where the account is: the spot account of a Binance user, or a MetaTrader 4 or 5 account at any broker, through
         *     a bridge.
         * @enum {string}
         */
        ConnectionProvider: "binance" | "mt4" | "mt5";
        /**
         * @description `pending`: the credentials are being checked. `connected`: they work. `invalid_credentials` and
         *     `insufficient_permissions`: the provider refused permanently; connecting the account again replaces it.
         *     `unreachable`: the provider did not respond, and is asked again. `disconnected`: it was ended and is no longer
         *     listed.
         * @enum {string}
         */
        ConnectionStatus: "pending" | "connected" | "invalid_credentials" | "insufficient_permissions" | "unreachable" | "disconnected";
        /** @description An account at an exchange or broker, and its credentials. */
        ConnectAccountRequest: {
            provider: components["schemas"]["ConnectionProvider"];
            credentials: components["schemas"]["ConnectionCredentials"];
        };
        /**
         * @description The credentials: `apiKey` and `apiSecret` for binance; `login`, `password` and `server` for mt4 and mt5. Each of
         *     them is required and no others are accepted. They are stored encrypted and never returned, except for
         *     `credentialHint`.
         */
        ConnectionCredentials: {
            /** @description For binance: the API key, which must allow reading and must not allow withdrawals. Trading requires its permission for the spot market. */
            apiKey?: string;
            /** @description For binance: the secret of the key. */
            apiSecret?: string;
            /** @description For mt4 and mt5: the account number. */
            login?: string;
            /** @description For mt4 and mt5: the investor password is enough. No control characters. */
            password?: string;
            /** @description For mt4 and mt5: the name of the broker's trading server. No control characters. */
            server?: string;
        };
        /** @description Changes to a connection. */
        UpdateConnectionRequest: {
            /** @description Whether orders may go to the account. */
            trading: boolean;
        };
        /** @description An account of the caller at an exchange or broker. Its holdings are read every few minutes. */
        Connection: {
            /**
             * Format: uuid
             * @description The connection's id.
             */
            id: string;
            provider: components["schemas"]["ConnectionProvider"];
            status: components["schemas"]["ConnectionStatus"];
            /** @description The last four characters of the key or log-in. */
            credentialHint: string;
            /** @description What the credentials allow, as reported by the provider: for binance `reading`, `spotAndMarginTrading` and others. Empty before the first check. */
            permissions: string[];
            /** @description Why it is not connected, in a sentence; empty if it is. */
            message: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the provider was last asked. Missing until then.
             */
            checkedAt?: string;
            /** @description Whether its owner allows orders to it. */
            trading: boolean;
            /**
             * Format: uuid
             * @description Its trading account, which exists once trading was allowed. Missing until then.
             */
            accountId?: string;
            /**
             * Format: date-time
             * @description When its holdings were last read. Missing until then.
             */
            lastSyncAt?: string;
            /** @description Why the last reading failed, or what could not be counted; empty if everything worked. */
            syncMessage: string;
        };
        /** @description One asset in a connected account. */
        ConnectionHolding: {
            /** @description The asset, as the provider calls it. */
            asset: string;
            /**
             * Format: decimal
             * @description The quantity that can be traded, in units of the asset.
             */
            free: number;
            /**
             * Format: decimal
             * @description The quantity held by open orders, or the margin of open positions, in units of the asset.
             */
            locked: number;
            /**
             * Format: decimal
             * @description The sum of free and locked.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description The price of one unit in USD; 0 if there is no price.
             */
            priceUsd: number;
            /**
             * Format: decimal
             * @description The total value in USD; 0 without a price.
             */
            valueUsd: number;
        };
        /** @description An open position of a connected MetaTrader account. */
        ConnectionPosition: {
            /** @description The instrument, as the broker calls it. */
            symbol: string;
            /**
             * @description `buy` is a long position, `sell` a short one.
             * @enum {string}
             */
            side: "buy" | "sell";
            /**
             * Format: decimal
             * @description In lots.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description The opening price, in the currency of the instrument.
             */
            entryPrice: number;
            /**
             * Format: decimal
             * @description The broker's price at `syncedAt`, in the currency of the instrument.
             */
            currentPrice: number;
            /**
             * Format: decimal
             * @description The profit or loss in USD; 0 if the account's currency has no price.
             */
            unrealizedPnl: number;
        };
        /** @description The holdings of a connected account when it was last read, valued at current prices. */
        ConnectionHoldings: {
            /** @description Sorted by value, largest first. */
            holdings: components["schemas"]["ConnectionHolding"][];
            /** @description Open positions of a MetaTrader account; their profit is included in the holdings. */
            positions: components["schemas"]["ConnectionPosition"][];
            /**
             * Format: decimal
             * @description The value of all holdings in USD; those without a price do not count.
             */
            totalValueUsd: number;
            /**
             * Format: date-time
             * @description When the holdings were read. Missing until then.
             */
            syncedAt?: string;
        };
        /** @description The performance of the accounts in a period. Returns and rates are fractions; undefined figures are 0. */
        PerformanceFigures: {
            /**
             * @description The requested period, including today: the last 7, 30, 90 or 365 UTC days, or all.
             * @enum {string}
             */
            period: "week" | "month" | "quarter" | "year" | "all";
            /**
             * Format: double
             * @description 0.125 is 12.5 %. Deposits and withdrawals do not count as return.
             */
            totalReturn: number;
            /**
             * Format: double
             * @description Positions closed with a net profit divided by all closed positions, 0 to 1.
             */
            winRate: number;
            /**
             * Format: double
             * @description Based on daily returns, × √365; 0 while fewer than five of them differ from zero.
             */
            sharpeRatio: number;
            /** @description Positions that were closed completely. */
            closedTrades: number;
            /** @description The number of days on which the figures are based: those with money invested. */
            observations: number;
        };
        /** @description The value of the accounts at the end of a UTC day; the last point is the present one. */
        EquityPoint: {
            /**
             * Format: date
             * @description The UTC day.
             */
            date: string;
            /**
             * Format: decimal
             * @description The total value in USD, after the day's deposits and withdrawals.
             */
            value: number;
            /**
             * Format: double
             * @description Since the beginning, as a fraction; deposits and withdrawals do not count as return.
             */
            return: number;
        };
        /** @description The return of one calendar month (UTC). */
        MonthlyReturn: {
            /** @description YYYY-MM. */
            month: string;
            /**
             * Format: double
             * @description As a fraction; deposits and withdrawals do not count as return.
             */
            return: number;
        };
        /** @description How far the accounts fell from a peak, without the effect of deposits and withdrawals. */
        DrawdownFigures: {
            /**
             * Format: double
             * @description The largest relative fall, as a fraction: 0.25 is a quarter. 0 if there was none.
             */
            max: number;
            /**
             * Format: double
             * @description How far the last value is below the peak, as a fraction; 0 at a peak.
             */
            current: number;
            /**
             * Format: date
             * @description The day on which the largest fall began. Missing if there was none.
             */
            peakDate?: string;
            /**
             * Format: date
             * @description The day on which it was deepest. Missing if there was none.
             */
            troughDate?: string;
        };
        /** @description The closed trades with the same symbol or exit reason. */
        Breakdown: {
            /** @description The symbol, or the exit reason, such as `stop_loss`. */
            key: string;
            /** @description Positions that were closed completely. */
            trades: number;
            /**
             * Format: decimal
             * @description The profit of all closing fills, net of fees, in USD.
             */
            realizedPnl: number;
            /**
             * Format: double
             * @description Positions closed with a net profit divided by all closed positions, 0 to 1.
             */
            winRate: number;
        };
        /**
         * @description The performance of the accounts since they were opened, at current prices. Returns and rates are fractions
         *     (0.125 is 12.5 %), amounts are in USD, and undefined figures are 0: `observations` and `closedTrades` show
         *     whether a 0 is real.
         */
        Analytics: {
            /**
             * Format: double
             * @description Since the beginning; deposits and withdrawals do not count as return.
             */
            totalReturn: number;
            /**
             * Format: double
             * @description The annualized total return; for less than 30 days the total return itself.
             */
            annualReturn: number;
            /**
             * Format: double
             * @description The sample standard deviation of daily returns, × √365.
             */
            volatility: number;
            /**
             * Format: double
             * @description The mean of daily returns divided by their standard deviation, × √365; 0 while fewer than five of them differ from zero.
             */
            sharpeRatio: number;
            /**
             * Format: double
             * @description The same with the downside deviation over all days; 0 while fewer than five of them differ from zero, and without a loss.
             */
            sortinoRatio: number;
            /**
             * Format: double
             * @description The annual return divided by the largest drawdown; 0 without one.
             */
            calmarRatio: number;
            /**
             * Format: double
             * @description Positions closed with a net profit divided by all closed positions, 0 to 1.
             */
            winRate: number;
            /**
             * Format: double
             * @description The profit of winning positions divided by the loss of the others; 0 without a loss.
             */
            profitFactor: number;
            /**
             * Format: double
             * @description The mean net result of a position, in USD.
             */
            expectancy: number;
            /** @description Positions that were closed completely. */
            closedTrades: number;
            /**
             * Format: decimal
             * @description The largest net result of a position; 0 without one.
             */
            bestTrade: number;
            /**
             * Format: decimal
             * @description The smallest net result of a position; 0 without one.
             */
            worstTrade: number;
            /**
             * Format: decimal
             * @description The fees of all closing fills.
             */
            fees: number;
            /**
             * Format: decimal
             * @description The profit of all closing fills, net of fees.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description What was paid in or granted, minus what was paid out. A closed account counts only if it is the one requested.
             */
            netDeposits: number;
            /**
             * Format: double
             * @description The annualized return on the owner's own money (XIRR); for less than 30 days not annualized; 0 if undefined.
             */
            moneyWeightedReturn: number;
            drawdown: components["schemas"]["DrawdownFigures"];
            /** @description One point per UTC day, oldest first. */
            equityCurve: components["schemas"]["EquityPoint"][];
            /** @description Oldest first, without months that have no observations. */
            monthlyReturns: components["schemas"]["MonthlyReturn"][];
            /** @description By symbol, sorted. */
            bySymbol: components["schemas"]["Breakdown"][];
            /** @description By exit reason, sorted. */
            byExitReason: components["schemas"]["Breakdown"][];
            /** @description The number of days on which the figures are based: those with money invested. */
            observations: number;
        };
        /** @description A response with an investment account. */
        InvestmentAccountEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["InvestmentAccount"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the caller's investment accounts. */
        InvestmentAccountListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description All accounts, including closed ones, newest first. */
            data: components["schemas"]["InvestmentAccount"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a connection. */
        ConnectionEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Connection"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the holdings of a connection. */
        ConnectionHoldingsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["ConnectionHoldings"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the caller's connections. */
        ConnectionListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description All connections, newest first. */
            data: components["schemas"]["Connection"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the figures of a period. */
        PerformanceEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PerformanceFigures"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the analytics. */
        AnalyticsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Analytics"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A view over a user's accounts, at current prices. It holds no money of its own; closed accounts do not count. */
        Portfolio: {
            /**
             * Format: uuid
             * @description The portfolio's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The user who owns the portfolio.
             */
            userId: string;
            /** @description The name given by its owner. */
            name: string;
            riskProfile: components["schemas"]["RiskProfile"];
            /**
             * Format: decimal
             * @description The total value of its accounts, in USD.
             */
            totalValue: number;
            /**
             * Format: decimal
             * @description The profit or loss of their open positions, in USD.
             */
            unrealizedPnl: number;
            /** @description Whether it is the one over all investment accounts of the user. */
            isPrimary: boolean;
            /** @description Whether it is the one over the paper account. */
            isPaper: boolean;
            /** @description The open accounts that it includes. */
            accountIds: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /** @description A portfolio over some of the caller's accounts. A user may have at most 100. */
        CreatePortfolioRequest: {
            /** @description The name. Leading and trailing spaces are removed; it must not be blank. */
            name: string;
            riskProfile: components["schemas"]["RiskProfile"];
            /** @description The accounts to include: accounts of the caller, each once. The paper account cannot be combined with others. */
            accountIds: string[];
        };
        /**
         * @description Changes to a portfolio; omitted fields stay unchanged. A new risk profile sets its targets, unless the user has
         *     set their own.
         */
        UpdatePortfolioRequest: {
            /** @description The name. Leading and trailing spaces are removed; it must not be blank. */
            name?: string;
            riskProfile?: components["schemas"]["RiskProfile"];
        };
        /** @description The current and the target share of one asset in a portfolio. */
        PortfolioAllocation: {
            /**
             * Format: uuid
             * @description Always the same for an asset of a portfolio.
             */
            id: string;
            /**
             * Format: uuid
             * @description The portfolio's id.
             */
            portfolioId: string;
            /** @description The asset, such as `BTC`; cash is `USD`. */
            asset: string;
            /**
             * Format: decimal
             * @description The target share, 0 to 100: set by the user, or else by the risk profile.
             */
            targetPercent: number;
            /**
             * Format: decimal
             * @description Its share of the value, negative if the value is; all assets of a portfolio add up to 100. A portfolio without any value is all cash.
             */
            currentPercent: number;
            /**
             * Format: decimal
             * @description Units of the asset; negative if more was sold short than is held.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description In USD; negative for a short position, whose proceeds are in the cash. All assets of a portfolio add up to its value.
             */
            value: number;
        };
        /** @description The target share of one asset in a portfolio. */
        Target: {
            /** @description A tradable asset, such as `BTC`, or `USD` for cash. */
            asset: string;
            /**
             * Format: decimal
             * @description 0 to 100, with at most two decimal places.
             */
            percent: number;
        };
        /** @description The new targets of a portfolio, which replace the previous ones. */
        TargetsRequest: {
            /** @description Each asset once; the percentages add up to 100. */
            targets: components["schemas"]["Target"][];
        };
        /** @description The value of a portfolio at the end of a UTC day; the last point is the present one. */
        PortfolioPoint: {
            /**
             * Format: date
             * @description The UTC day.
             */
            date: string;
            /**
             * Format: decimal
             * @description The value of the portfolio, in USD.
             */
            value: number;
            /**
             * Format: decimal
             * @description The profit since the first point, in USD: the value minus the first value and minus net flows since then.
             */
            pnl: number;
        };
        /**
         * @description `on_track`: with the return that the risk profile assumes (3, 5 or 7 % a year) and the monthly contribution it
         *     is reached in time. `at_risk`: it is not. `achieved`: it was reached once; this is final.
         * @enum {string}
         */
        GoalStatus: "on_track" | "at_risk" | "achieved";
        /** @description An amount that a part of a portfolio is to be worth on a given day. All amounts are in USD. */
        Goal: {
            /**
             * Format: uuid
             * @description The goal's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The portfolio's id.
             */
            portfolioId: string;
            /** @description The name given by its owner. */
            name: string;
            /**
             * Format: decimal
             * @description The amount to reach.
             */
            targetAmount: number;
            /**
             * Format: date
             * @description The date to reach it by, a UTC day.
             */
            targetDate: string;
            /**
             * Format: decimal
             * @description What its owner intends to add each month; may be 0.
             */
            monthlyContribution: number;
            /**
             * Format: decimal
             * @description Its share of the portfolio, as a fraction; 0 if the goal gets what goals with earlier dates leave.
             */
            share: number;
            /**
             * Format: decimal
             * @description The part of the portfolio that counts toward this goal and no other.
             */
            currentAmount: number;
            /**
             * Format: decimal
             * @description The reached part of the target, 0 to 100, rounded down to two decimal places; 100 only if all of it is reached.
             */
            progressPercent: number;
            /**
             * Format: decimal
             * @description The projected value on the target date, including contributions. It is an estimate, not a promise.
             */
            projectedValue: number;
            /**
             * Format: decimal
             * @description The smallest monthly contribution with which the target is projected to be reached; 0 if none is needed, or once it is achieved.
             */
            requiredMonthly: number;
            status: components["schemas"]["GoalStatus"];
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
        };
        /** @description The goal to create. A portfolio may have at most 100; one that is already reached is achieved at once. */
        CreateGoalRequest: {
            /** @description The name. Leading and trailing spaces are removed; it must not be blank. */
            name: string;
            /**
             * Format: decimal
             * @description The amount to reach, in USD: more than 0.
             */
            targetAmount: number;
            /**
             * Format: date
             * @description The date to reach it by: a UTC day after today, at most 100 years ahead.
             */
            targetDate: string;
            /**
             * Format: decimal
             * @description The amount to add each month, in USD.
             * @default 0
             */
            monthlyContribution?: number;
            /**
             * Format: decimal
             * @description Its share of the portfolio, as a fraction with at most 4 decimal places; the shares of all goals add up to at most 1. With 0 the goal gets what goals with earlier dates leave.
             * @default 0
             */
            share?: number;
        };
        /** @description Changes to a goal; omitted fields stay unchanged. An achieved goal stays achieved. */
        UpdateGoalRequest: {
            /** @description The name. Leading and trailing spaces are removed; it must not be blank. */
            name?: string;
            /**
             * Format: decimal
             * @description The amount to reach, in USD: more than 0.
             */
            targetAmount?: number;
            /**
             * Format: date
             * @description The date to reach it by: a UTC day after today, at most 100 years ahead.
             */
            targetDate?: string;
            /**
             * Format: decimal
             * @description The amount to add each month, in USD; may be 0.
             */
            monthlyContribution?: number;
            /**
             * Format: decimal
             * @description Its share of the portfolio, as a fraction with at most 4 decimal places; the shares of all goals add up to at most 1. With 0 the goal gets what goals with earlier dates leave.
             */
            share?: number;
        };
        /** @description What to do with one asset, and why. */
        RebalanceLine: {
            /** @description The asset, such as `BTC`; cash is `USD`. */
            asset: string;
            /**
             * @description What to do. Selling cash means spending it, buying cash means taking it in.
             * @enum {string}
             */
            action: "buy" | "sell" | "hold";
            /**
             * Format: decimal
             * @description Its share of the portfolio; negative for a short position.
             */
            currentPercent: number;
            /**
             * Format: decimal
             * @description Its target share, 0 to 100.
             */
            targetPercent: number;
            /**
             * Format: decimal
             * @description How many units to trade, in whole lots (cash: in USD); 0 with `hold`.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description What the trade costs or brings, in USD; 0 with `hold`.
             */
            value: number;
            /** @description The reason, in a sentence for people. */
            reason: string;
        };
        /**
         * @description The trades that would bring a portfolio to its targets at current prices, before fees. Nothing needs to be done
         *     while every asset is within 5 points and 25 % of its target; once one is not, all are brought back.
         */
        Rebalance: {
            /**
             * Format: uuid
             * @description The portfolio's id.
             */
            portfolioId: string;
            /**
             * Format: decimal
             * @description The value of the portfolio, in USD.
             */
            totalValue: number;
            /** @description Whether anything should be traded. */
            needed: boolean;
            /** @description One per asset: cash first, then what to sell, to buy and to hold. */
            lines: components["schemas"]["RebalanceLine"][];
        };
        /** @description A response with a portfolio. */
        PortfolioEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Portfolio"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the caller's portfolios. */
        PortfolioListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The primary one, the one over the paper account, then the others, newest first. */
            data: components["schemas"]["Portfolio"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the allocations of a portfolio. */
        AllocationListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description Largest value first; includes cash, which is `USD`, and assets that only have a target. */
            data: components["schemas"]["PortfolioAllocation"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the value of a portfolio over time. */
        PortfolioPerformanceEnvelope: {
            success: components["schemas"]["Success"];
            /** @description One point per UTC day, oldest first; never empty. */
            data: components["schemas"]["PortfolioPoint"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a goal. */
        GoalEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Goal"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the goals of a portfolio. */
        GoalListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description All goals, earliest date first. */
            data: components["schemas"]["Goal"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a preview. */
        RebalanceEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Rebalance"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /**
         * @description How much previous knowledge a course requires.
         * @enum {string}
         */
        CourseLevel: "beginner" | "intermediate" | "advanced" | "expert";
        /**
         * @description `draft`: visible to its authors only. `published`: visible to everybody. `archived`: no longer listed or open to
         *     new enrollments; enrolled users keep it, and it can still be read by its id or slug.
         * @enum {string}
         */
        CourseStatus: "draft" | "published" | "archived";
        /**
         * @description The kind of lesson. A `quiz` with questions is completed by passing it.
         * @enum {string}
         */
        LessonType: "video" | "text" | "quiz";
        /**
         * @description `active`: in progress. `completed`: the course was finished. `expired`: the access ended before that.
         *     `cancelled`: the user left, or the money for the course was refunded. After the last two, enrolling starts a new
         *     attempt.
         * @enum {string}
         */
        EnrollmentStatus: "active" | "completed" | "expired" | "cancelled";
        /** @description A course without its lessons. */
        Course: {
            /**
             * Format: uuid
             * @description The course's id.
             */
            id: string;
            /** @description The title. */
            title: string;
            /** @description The name used in addresses, unique among the courses of its owner. */
            slug: string;
            /** @description A sentence or two for lists. */
            shortDescription: string;
            /** @description A web address, or a path on this server. It is the generated picture until the authors set another one. */
            thumbnailUrl: string;
            difficultyLevel: components["schemas"]["CourseLevel"];
            /** @description The duration of its published lessons, in minutes. */
            durationMinutes: number;
            status: components["schemas"]["CourseStatus"];
            /** @description Whether it is free. */
            isFree: boolean;
            /**
             * Format: decimal
             * @description The price in USD; 0 is free.
             */
            priceUsd: number;
            scope: components["schemas"]["Scope"];
        };
        /** @description A part of a course. */
        Lesson: {
            /**
             * Format: uuid
             * @description The lesson's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The course's id.
             */
            courseId: string;
            /** @description The title. */
            title: string;
            /** @description The name used in addresses, unique in the course. */
            slug: string;
            /** @description The position in the course, starting with 1. */
            position: number;
            type: components["schemas"]["LessonType"];
            /** @description The content, in Markdown. For enrolled users, or for everybody if it is a preview; missing in the lesson list of a course. */
            content?: string;
            /** @description The duration, in minutes. */
            durationMinutes: number;
            /** @description Whether its content is open to everybody. */
            isPreview: boolean;
            /** @description Whether it must be completed to complete the course. */
            isRequired: boolean;
            /**
             * @description A draft is visible to the authors of the course only.
             * @enum {string}
             */
            status: "draft" | "published";
            quiz?: components["schemas"]["Quiz"];
        };
        /** @description The questions of a quiz lesson. Returned with the content, and missing if there are no questions. */
        Quiz: {
            /** @description The required share of right answers, in percent. */
            passPercent: number;
            /** @description In the order in which they are asked. */
            questions: components["schemas"]["QuizQuestion"][];
        };
        /** @description A question with exactly one right answer among its options. */
        QuizQuestion: {
            /**
             * Format: uuid
             * @description The id that answers refer to.
             */
            id: string;
            /** @description The question. */
            text: string;
            /** @description The possible answers, 2 to 10; an answer refers to one by its position, starting with 0. */
            options: string[];
            /** @description The position of the right option, starting with 0. Only for users who may edit the course. */
            correctOption?: number;
            /** @description The explanation shown after an attempt. Only for users who may edit the course. */
            explanation?: string;
        };
        /** @description The whole quiz; without questions, nothing is asked. */
        QuizInput: {
            /**
             * @description The required share of right answers, in percent.
             * @default 80
             */
            passPercent?: number;
            /** @description All questions, in the order in which they are asked. */
            questions: components["schemas"]["QuizQuestionInput"][];
        };
        /** @description A question with its right answer. */
        QuizQuestionInput: {
            /**
             * Format: uuid
             * @description The existing question of this quiz that it replaces; omit it for a new question.
             */
            id?: string;
            /** @description The question. */
            text: string;
            /** @description The possible answers, each once. */
            options: string[];
            /** @description The position of the right option, starting with 0. */
            correctOption: number;
            /** @description The explanation, shown after an attempt. */
            explanation: string;
        };
        /** @description The answers of one attempt at a quiz. */
        AttemptQuizRequest: {
            /** @description One answer per question, in any order. */
            answers: components["schemas"]["QuizAnswer"][];
        };
        /** @description The answer to one question. */
        QuizAnswer: {
            /**
             * Format: uuid
             * @description The question's id.
             */
            questionId: string;
            /** @description The position of the chosen option, starting with 0. */
            option: number;
        };
        /** @description An attempt of the caller at a quiz. */
        QuizAttempt: {
            /**
             * Format: uuid
             * @description The attempt's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The lesson of the quiz.
             */
            lessonId: string;
            /** @description Starting with 1, within the enrollment. */
            number: number;
            /**
             * Format: double
             * @description The share of right answers, 0 to 100, rounded down.
             */
            scorePercent: number;
            /** @description The number of right answers. */
            correctAnswers: number;
            /** @description The number of questions. */
            totalQuestions: number;
            /** @description The share of right answers required at that time, in percent. */
            passPercent: number;
            /** @description Whether it was enough, which completes the lesson. */
            passed: boolean;
            /** @description In the order of the questions. */
            answers: components["schemas"]["QuizAnswerResult"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /** @description The given answer and the right one, as they were at the time of the attempt. */
        QuizAnswerResult: {
            /**
             * Format: uuid
             * @description The question's id.
             */
            questionId: string;
            /** @description The position of the chosen option, starting with 0. */
            option: number;
            /** @description The position of the right option, starting with 0. */
            correctOption: number;
            /** @description Whether the answer was right. */
            isCorrect: boolean;
            /** @description The current explanation of the question. Empty if it is no longer asked. */
            explanation: string;
        };
        /** @description An attempt at a quiz, and the resulting progress in the course. */
        QuizResult: components["schemas"]["QuizAttempt"] & {
            progress: components["schemas"]["Progress"];
        };
        /** @description A course with its lessons. */
        CourseDetail: components["schemas"]["Course"] & {
            /** @description The description, in Markdown; may be empty. */
            description: string;
            /** @description How many days an enrollment lasts; 0 means without end. */
            accessDays: number;
            /** @description In their order, without content; drafts are included only for the authors. */
            lessons: components["schemas"]["Lesson"][];
        };
        /**
         * @description The course to create, as a draft. Without `scope` it belongs to the brand, or to the platform if a super_admin
         *     creates it.
         */
        CreateCourseRequest: {
            /** @description The title. Leading and trailing spaces are removed; it must not be blank. */
            title: string;
            /** @description The name used in addresses: lower-case letters and digits with single hyphens between them, unique among the courses of its owner; not `search` or `featured`. By default made from the title. */
            slug?: string;
            /** @description A sentence or two for lists. Leading and trailing spaces are removed; it must not be blank. */
            shortDescription: string;
            /** @description The description, in Markdown. Empty by default. */
            description?: string;
            /** @description The picture: a web address (http or https), or a path on this site. If empty, the generated picture is used; this is the default. */
            thumbnailUrl?: string;
            difficultyLevel: components["schemas"]["CourseLevel"];
            /**
             * Format: decimal
             * @description The price in USD, with at most two decimal places; 0 is free, and otherwise it is at least 0.50.
             * @default 0
             */
            priceUsd?: number;
            /**
             * @description How many days an enrollment lasts; 0 means without end.
             * @default 0
             */
            accessDays?: number;
            scope?: components["schemas"]["Scope"];
        };
        /** @description Changes to a course; omitted fields stay unchanged. Users who are already enrolled keep their terms. */
        UpdateCourseRequest: {
            /** @description The title. Leading and trailing spaces are removed; it must not be blank. */
            title?: string;
            /** @description The name used in addresses: lower-case letters and digits with single hyphens between them, unique among the courses of its owner; not `search` or `featured`. */
            slug?: string;
            /** @description A sentence or two for lists. Leading and trailing spaces are removed; it must not be blank. */
            shortDescription?: string;
            /** @description The description, in Markdown. */
            description?: string;
            /** @description The picture: a web address (http or https), or a path on this site. If empty, the generated picture is used. */
            thumbnailUrl?: string;
            difficultyLevel?: components["schemas"]["CourseLevel"];
            /**
             * Format: decimal
             * @description The price in USD, with at most two decimal places; 0 is free, and otherwise it is at least 0.50.
             */
            priceUsd?: number;
            /** @description How many days an enrollment lasts; 0 means without end. */
            accessDays?: number;
        };
        /**
         * @description The featured courses of an owner, which replace the previous ones. Without `scope` the owner is the brand, or
         *     the platform if a super_admin chooses.
         */
        FeaturedRequest: {
            /** @description Published courses of the owner, each once, in the order in which they are shown; an empty list removes all. */
            courseIds: string[];
            scope?: components["schemas"]["Scope"];
        };
        /** @description The order of the lessons of a course. */
        LessonOrderRequest: {
            /** @description All lessons of the course, including drafts, each once, in their new order. */
            lessonIds: string[];
        };
        /** @description The lesson to add at the end of the course. */
        CreateLessonRequest: {
            /** @description The title. Leading and trailing spaces are removed; it must not be blank. */
            title: string;
            /** @description The name used in addresses: lower-case letters and digits with single hyphens between them, unique in the course. By default made from the title. */
            slug?: string;
            type: components["schemas"]["LessonType"];
            /** @description The content, in Markdown. */
            content: string;
            /** @description The duration, in minutes. */
            durationMinutes: number;
            /**
             * @description Whether its content is open to everybody.
             * @default false
             */
            isPreview?: boolean;
            /**
             * @description Whether it must be completed to complete the course.
             * @default true
             */
            isRequired?: boolean;
            /**
             * @description A draft is visible to the authors of the course only.
             * @default published
             * @enum {string}
             */
            status?: "draft" | "published";
            quiz?: components["schemas"]["QuizInput"];
        };
        /** @description Changes to a lesson; omitted fields stay unchanged. */
        UpdateLessonRequest: {
            /** @description The title. Leading and trailing spaces are removed; it must not be blank. */
            title?: string;
            /** @description The name used in addresses: lower-case letters and digits with single hyphens between them, unique in the course. */
            slug?: string;
            type?: components["schemas"]["LessonType"];
            /** @description The content, in Markdown. */
            content?: string;
            /** @description The duration, in minutes. */
            durationMinutes?: number;
            /** @description Whether its content is open to everybody. */
            isPreview?: boolean;
            /** @description Whether it must be completed to complete the course. */
            isRequired?: boolean;
            /**
             * @description A draft is visible to the authors of the course only.
             * @enum {string}
             */
            status?: "draft" | "published";
            quiz?: components["schemas"]["QuizInput"];
        };
        /** @description One attempt of a user at a course. */
        Enrollment: {
            /**
             * Format: uuid
             * @description The enrollment's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The enrolled user.
             */
            userId: string;
            /**
             * Format: uuid
             * @description The course.
             */
            courseId: string;
            status: components["schemas"]["EnrollmentStatus"];
            /**
             * Format: double
             * @description The completed share of the lessons that count, 0 to 100, rounded down; a completed enrollment stays at 100.
             */
            progressPercentage: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            enrolledAt: string;
            /** @description The number of this attempt of the user at the course, starting with 1. */
            attempt: number;
            /**
             * Format: date-time
             * @description When access ends. Missing if it does not end.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When the course was completed. Missing until then.
             */
            completedAt?: string;
            /** @description The serial of its certificate. Missing until it is completed. */
            certificateSerial?: string;
        };
        /**
         * @description The progress of an enrollment. The required published lessons count, or all published lessons if none is
         *     required.
         */
        Progress: {
            /**
             * Format: double
             * @description The completed share of the lessons that count, 0 to 100, rounded down; a completed enrollment stays at 100.
             */
            progressPercentage: number;
            /** @description The number of completed lessons that count. */
            completedLessons: number;
            /** @description The number of lessons that count. */
            totalLessons: number;
            status: components["schemas"]["EnrollmentStatus"];
            /** @description All completed lessons, including those that do not count, in the order of the course. */
            completedLessonIds: string[];
            /** @description The serial of its certificate. Missing until it is completed. */
            certificateSerial?: string;
        };
        /** @description A course with the caller's last enrollment. */
        MyCourse: components["schemas"]["Course"] & {
            enrollment: components["schemas"]["Enrollment"];
        };
        /** @description Proof that a user has completed a course. Anybody who knows its serial can read it. */
        Certificate: {
            /** @description Twenty symbols in groups of five, which cannot be guessed. */
            serial: string;
            scope: components["schemas"]["Scope"];
            /** @description The slug of the brand that owns the course, which is unique and never changes. Missing for a course of the platform. */
            tenant?: string;
            /** @description The current name of the owner of the course: its brand's `productName`, or the installation's for a course of the platform. A brand chooses its own name, so two may have the same one; `scope` and `tenant` distinguish them. */
            issuer: string;
            /**
             * Format: uuid
             * @description The course's id.
             */
            courseId: string;
            /** @description The title of the course when it was issued. */
            courseTitle: string;
            /** @description The display name of the holder when it was issued, or the email with its middle part hidden. */
            holder: string;
            /**
             * Format: date-time
             * @description When the course was completed.
             */
            issuedAt: string;
            /**
             * @description Revoked if the course was refunded.
             * @enum {string}
             */
            status: "valid" | "revoked";
            /**
             * Format: date-time
             * @description When it was revoked. Missing while it is valid.
             */
            revokedAt?: string;
        };
        /** @description A response with a page of courses. */
        CourseListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description Newest first. */
            data: components["schemas"]["Course"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with courses, all on one page. */
        CourseArrayEnvelope: {
            success: components["schemas"]["Success"];
            /** @description In the selected order, or best match first. */
            data: components["schemas"]["Course"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a course. */
        CourseDetailEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["CourseDetail"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a lesson. */
        LessonEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Lesson"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with an enrollment. */
        EnrollmentEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Enrollment"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the result of an attempt. */
        QuizResultEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["QuizResult"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a page of attempts. */
        QuizAttemptListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description Of all enrollments, newest first. */
            data: components["schemas"]["QuizAttempt"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the progress. */
        ProgressEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Progress"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the caller's courses. */
        MyCourseListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description Every course that the caller has ever enrolled in, newest enrollment first. */
            data: components["schemas"]["MyCourse"][];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a certificate. */
        CertificateEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Certificate"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /**
         * @description `pending`: the payer is at the checkout. `succeeded`: the money arrived and was used. `failed`: the provider
         *     refused, or what was paid for no longer exists. `expired`: not paid in time. `cancelled`: the payer gave up.
         *     `partially_refunded` and `refunded`: some or all of the money went back. Money that arrives after the end is
         *     refunded automatically.
         * @enum {string}
         */
        PaymentStatus: "pending" | "succeeded" | "failed" | "expired" | "cancelled" | "partially_refunded" | "refunded";
        /**
         * @description `requested`: waiting for an admin. `approved`: the money is on its way. `paid`: all of it has been paid out.
         *     `failed`: the transfer could not be made, and its amount is back in the account. `rejected` by an admin and
         *     `cancelled` by its owner: the money is free again.
         * @enum {string}
         */
        WithdrawalStatus: "requested" | "approved" | "paid" | "failed" | "rejected" | "cancelled";
        /** @description The course to buy. If a purchase of it is already pending, the same one is returned. */
        CheckoutRequest: {
            /**
             * Format: uuid
             * @description A published course that is not free and that the caller does not have yet.
             */
            courseId: string;
            /**
             * @description Where the payer returns after paying or giving up, with `payment` and `checkout` (`success`, `cancelled`) in the query: in the brand's app or one of its domains, otherwise URL_NOT_ALLOWED. By default `{appUrl}/payments/{paymentId}`, with `checkout`.
             * @example https://app.northwind.example/thanks
             */
            returnUrl?: string;
        };
        /** @description The deposit into an investment account. */
        DepositRequest: {
            /**
             * Format: uuid
             * @description One of the caller's investment accounts.
             */
            accountId: string;
            /**
             * Format: decimal
             * @description In USD: 10 to 999,999.99, with at most two decimal places.
             */
            amount: number;
            /**
             * @description Where the payer returns after paying or giving up, with `payment` and `checkout` (`success`, `cancelled`) in the query: in the brand's app or one of its domains, otherwise URL_NOT_ALLOWED. By default `{appUrl}/payments/{paymentId}`, with `checkout`.
             * @example https://app.northwind.example/thanks
             */
            returnUrl?: string;
        };
        /** @description The withdrawal from an investment account. The money is held there until it has been paid out or is released. */
        WithdrawalRequest: {
            /**
             * Format: uuid
             * @description One of the caller's investment accounts.
             */
            accountId: string;
            /**
             * Format: decimal
             * @description In USD: more than 0 and at most `withdrawable` in the wallet, with at most two decimal places.
             */
            amount: number;
            destination: components["schemas"]["WithdrawalDestination"];
        };
        /**
         * @description Where to transfer the money that is not refunded to its source: an `iban`, or an `accountNumber` with a
         *     `routingNumber` or a `bic`. Spaces and lower-case letters are accepted. It is stored encrypted.
         */
        WithdrawalDestination: {
            /**
             * @description The method of payment.
             * @enum {string}
             */
            method: "bank_transfer";
            /** @description The holder of the account; no control characters. */
            holderName: string;
            /** @description An IBAN with valid check digits (ISO 13616). */
            iban?: string;
            /** @description If there is no IBAN: 4 to 34 letters and digits. */
            accountNumber?: string;
            /** @description The bank's routing number, 6 to 9 digits; with an account number. */
            routingNumber?: string;
            /** @description The bank's BIC (ISO 9362), 8 or 11 characters. */
            bic?: string;
        };
        /** @description Confirms that the transfer of a withdrawal was made. */
        WithdrawalPaid: {
            /** @description The bank's reference of the transfer. */
            reference: string;
        };
        /** @description Reports that the transfer of a withdrawal cannot be made. */
        WithdrawalFailure: {
            /** @description Why it could not be made; shown to its owner. */
            reason: string;
        };
        /** @description An admin's decision on a withdrawal. */
        WithdrawalDecision: {
            /**
             * @description `approve` starts the payout, `reject` returns the money to the account.
             * @enum {string}
             */
            decision: "approve" | "reject";
            /** @description The reason; shown to its owner. */
            reason?: string;
        };
        /** @description How much of a payment to refund; an empty object refunds all that is left. */
        RefundRequest: {
            /**
             * Format: decimal
             * @description In the currency of the payment: at most what is left of it, with at most two decimal places. By default all that is left.
             */
            amount?: number;
            /** @description The reason; shown to the payer. */
            reason?: string;
        };
        /** @description A started payment, and where to pay. */
        Checkout: {
            /**
             * Format: uuid
             * @description The payment; its status shows when it is paid.
             */
            paymentId: string;
            status: components["schemas"]["PaymentStatus"];
            /** @description Where to send the payer: the checkout page of the provider. */
            checkoutUrl: string;
        };
        /** @description Money of a payment that is returned to its payer. */
        Refund: {
            /**
             * Format: uuid
             * @description The refund's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The payment's id.
             */
            paymentId: string;
            /**
             * Format: decimal
             * @description The refunded amount, in the currency of the payment.
             */
            amount: number;
            /**
             * @description `pending`: the provider has not responded yet, and is asked again. `succeeded`: the money was returned. `failed`: the provider refused, or the money came back days after it had succeeded: it is in the account of its deposit again, or owed to the payer, and can be refunded again.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /** @description The reason; empty if none was given. */
            reason: string;
            /**
             * Format: date-time
             * @description When it began.
             */
            createdAt: string;
        };
        /** @description An incoming payment through a provider, completed or not. */
        Payment: {
            /**
             * Format: uuid
             * @description The payment's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The payer's user id.
             */
            userId: string;
            /**
             * @description Whether it buys a course or is a deposit into an investment account.
             * @enum {string}
             */
            kind: "course" | "deposit";
            /**
             * Format: uuid
             * @description The course. Missing for a deposit.
             */
            courseId?: string;
            /**
             * Format: uuid
             * @description The account of a deposit. Missing for a course.
             */
            accountId?: string;
            /** @description What it is for: the title of the course, or `Deposit`. */
            description: string;
            /**
             * Format: decimal
             * @description The amount to pay, in `currency`.
             */
            amount: number;
            /**
             * Format: decimal
             * @description The refunded part, in `currency`.
             */
            refundedAmount: number;
            /**
             * Format: decimal
             * @description The part taken back by the payer's bank in open or lost disputes, in `currency`.
             */
            disputedAmount: number;
            /** @description ISO 4217; always `USD`. */
            currency: string;
            status: components["schemas"]["PaymentStatus"];
            /**
             * @description The payment provider. Money from the sandbox is play money.
             * @enum {string}
             */
            provider: "sandbox" | "stripe";
            /** @description Where to pay. Missing once it is no longer pending. */
            checkoutUrl?: string;
            /** @description Oldest first. */
            refunds: components["schemas"]["Refund"][];
            /**
             * Format: date-time
             * @description When it began.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the money arrived, even if that was too late and it bought nothing: a cancelled, expired or failed payment that has this is owed to its payer, except for what has been refunded. Missing until money arrives.
             */
            paidAt?: string;
            /**
             * Format: date-time
             * @description When it ceased to be pending. Missing until then.
             */
            completedAt?: string;
        };
        /**
         * @description Money paid out of an investment account: first back to where deposits came from, and the rest by transfer. All
         *     amounts are in `currency`. If a bank did not accept a part and it came back, that part is in the account again
         *     and no longer included in the partial amounts, which then add up to less than `amount`; the status does not
         *     change.
         */
        Withdrawal: {
            /**
             * Format: uuid
             * @description The withdrawal's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The owner's user id.
             */
            userId: string;
            /**
             * Format: uuid
             * @description The investment account that the money comes from.
             */
            accountId: string;
            /**
             * Format: decimal
             * @description The amount to pay out, in `currency`.
             */
            amount: number;
            /**
             * Format: decimal
             * @description The amount returned to where it came from, as refunds of deposits.
             */
            refundedAmount: number;
            /**
             * Format: decimal
             * @description The amount on its way back there.
             */
            refundingAmount: number;
            /**
             * Format: decimal
             * @description The amount transferred to the destination; 0 until it is approved.
             */
            transferAmount: number;
            /** @description ISO 4217; always `USD`. */
            currency: string;
            status: components["schemas"]["WithdrawalStatus"];
            destination?: components["schemas"]["WithdrawalTarget"];
            /** @description The bank's reference of the transfer. Missing until it is made, and if there is none. */
            reference?: string;
            /** @description The reason of the decision or the failure, or for admins why nothing may be transferred now. Missing if there is none. */
            reason?: string;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was approved or rejected. Missing until then.
             */
            decidedAt?: string;
            /**
             * Format: date-time
             * @description When it was paid, failed or cancelled. Missing until then.
             */
            completedAt?: string;
        };
        /**
         * @description The destination of a withdrawal. Everything except `method` and `hint` is shown only to admins of the tenant who
         *     read a single withdrawal that is not their own, and each reading is audited.
         */
        WithdrawalTarget: {
            /**
             * @description The method of payment.
             * @enum {string}
             */
            method: "bank_transfer";
            /** @description The last four characters, and the country of an IBAN. */
            hint: string;
            /** @description The holder of the bank account. */
            holderName?: string;
            /** @description Without spaces, in capitals. Missing if there is an account number. */
            iban?: string;
            /** @description Without spaces, in capitals. Missing if there is an IBAN. */
            accountNumber?: string;
            /** @description The bank's routing number, with an account number. */
            routingNumber?: string;
            /** @description The bank's BIC. */
            bic?: string;
        };
        /** @description The money of one investment account, without its positions, in the currency of the wallet. */
        WalletAccount: {
            /**
             * Format: uuid
             * @description The investment account.
             */
            accountId: string;
            /**
             * @description Whether the account was opened with paper money or is funded by deposits.
             * @enum {string}
             */
            funding: "paper" | "deposit";
            /**
             * Format: decimal
             * @description Free for trading.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Held for withdrawals, refunds of deposits and disputes.
             */
            held: number;
            /**
             * Format: decimal
             * @description What the owner owes because a payment was taken back after it had been spent; deposits pay this first.
             */
            owed: number;
            /**
             * Format: decimal
             * @description How much of the cash can be withdrawn now: never granted paper money, and nothing while the owner's KYC is not approved, the account is suspended, or the owner owes money on another account.
             */
            withdrawable: number;
        };
        /** @description The caller's money in all investment accounts. All amounts are in `currency`. */
        Wallet: {
            /** @description ISO 4217; always `USD`. */
            currency: string;
            /**
             * Format: decimal
             * @description The free money of all investment accounts.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Held for withdrawals, refunds of deposits and disputes.
             */
            held: number;
            /**
             * Format: decimal
             * @description The money owed on all investment accounts.
             */
            owed: number;
            /**
             * Format: decimal
             * @description What can be withdrawn from all investment accounts.
             */
            withdrawable: number;
            /**
             * Format: decimal
             * @description Paid in, minus disputes and refunds other than withdrawals.
             */
            deposited: number;
            /**
             * Format: decimal
             * @description Withdrawn through refunds of deposits and transfers.
             */
            withdrawn: number;
            /**
             * Format: decimal
             * @description Spent on courses, minus refunds and disputes.
             */
            spent: number;
            /** @description The individual investment accounts, oldest first. */
            accounts: components["schemas"]["WalletAccount"][];
        };
        /** @description A response with a checkout. */
        CheckoutEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Checkout"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a payment. */
        PaymentEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Payment"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a page of payments. */
        PaymentListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description Newest first. */
            data: components["schemas"]["Payment"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a refund. */
        RefundEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Refund"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a withdrawal. */
        WithdrawalEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Withdrawal"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a page of withdrawals. */
        WithdrawalListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description Newest first. */
            data: components["schemas"]["Withdrawal"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with the wallet. */
        WalletEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Wallet"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /**
         * @description One or four hourly candles, or one daily candle, of the instrument's trading time.
         * @enum {string}
         */
        Horizon: "1h" | "4h" | "1d";
        /**
         * @description `queued` and `training`: in preparation; at most one per symbol and horizon. `ready`: trained, and not in use.
         *     `serving`: makes predictions; at most one. `retired`: replaced by another. `failed`: could not be trained.
         * @enum {string}
         */
        ModelStatus: "queued" | "training" | "ready" | "serving" | "retired" | "failed";
        /**
         * @description The stage of a training: waiting, fetching candles, training the folds of the walk-forward test, or done.
         * @enum {string}
         */
        ModelStage: "waiting" | "history" | "folds" | "done";
        /**
         * @description `edge`: out of sample, its log loss beats the best baseline and its trades beat their costs, at the 5 % level
         *     after correcting for all versions tried (Holm). `no_edge`: that was not shown. `edge_lost`: it was shown, but
         *     later outcomes contradict it.
         * @enum {string}
         */
        ModelEdge: "edge" | "no_edge" | "edge_lost";
        /**
         * @description The model itself, or one of the baselines with which it is compared.
         * @enum {string}
         */
        Forecaster: "model" | "base_rate" | "always_up" | "momentum" | "mean_reversion";
        /**
         * @description `void` is a prediction whose candle never arrived.
         * @enum {string}
         */
        PredictionOutcome: "open" | "up" | "down" | "void";
        /**
         * @description A version of the model for one instrument and horizon. It is tested by walking through the past: it predicts
         *     data that it has not seen, in comparison with baselines and after costs.
         */
        Model: {
            /**
             * Format: uuid
             * @description The id of this version.
             */
            id: string;
            /** @description The instrument. */
            symbol: string;
            horizon: components["schemas"]["Horizon"];
            /** @description Starting with 1 for each symbol and horizon. */
            version: number;
            status: components["schemas"]["ModelStatus"];
            stage: components["schemas"]["ModelStage"];
            /** @description The progress of the training. */
            progressPercent: number;
            /** @description Whether it serves as soon as it is trained. If the user who requested that is no longer a super_admin by then, it stays ready. */
            promote: boolean;
            failureCode?: components["schemas"]["ErrorCode"];
            /** @description Why the training failed, in a sentence; `failureCode` has its code if there is one. Otherwise both are missing. */
            failure?: string;
            /**
             * Format: date-time
             * @description When the first candle used for training opened. Like `trainedTo`, missing until the candles are fetched.
             */
            trainedFrom?: string;
            /**
             * Format: date-time
             * @description When the last one opened.
             */
            trainedTo?: string;
            /** @description The number of candles; 0 until they are fetched. */
            candles: number;
            /** @description The number of candles with all features and an outcome; 0 until it is trained. */
            samples: number;
            edge?: components["schemas"]["ModelEdge"];
            /**
             * Format: double
             * @description The probability of results at least this good without an edge; 0 until it is trained.
             */
            pValue: number;
            /**
             * Format: double
             * @description The same, corrected for all versions tried within a year (Holm); 0 until it is trained.
             */
            adjustedPValue: number;
            /**
             * Format: double
             * @description The share of upward moves in the training data, 0 to 1; 0 until it is trained.
             */
            baseRate: number;
            /**
             * Format: date-time
             * @description When the training was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the training completed. Missing until then.
             */
            trainedAt?: string;
            /**
             * Format: date-time
             * @description Since when it has served, or last served. Missing if it never has.
             */
            servingSince?: string;
            /**
             * Format: date-time
             * @description When another version replaced it. Otherwise missing.
             */
            retiredAt?: string;
        };
        /** @description How a trained model uses one feature. */
        ModelFeature: {
            /** @description The measure, such as `return_24` or `volatility_168`, over that many candles. */
            name: string;
            /**
             * Format: double
             * @description The mean in the training data, which the model subtracts.
             */
            mean: number;
            /**
             * Format: double
             * @description The standard deviation, by which it then divides.
             */
            deviation: number;
            /**
             * Format: double
             * @description The weight of the standardized value.
             */
            weight: number;
        };
        /** @description The quality of one forecaster's probabilities, on the same samples as the others'. */
        ForecasterScore: {
            forecaster: components["schemas"]["Forecaster"];
            /**
             * Format: double
             * @description The mean; lower is better.
             */
            logLoss: number;
            /**
             * Format: double
             * @description The mean squared error of the probability; lower is better.
             */
            brierScore: number;
            /**
             * Format: double
             * @description The share of moves whose direction was right, 0 to 1.
             */
            hitRate: number;
        };
        /** @description One step of the walk-forward test: the model learns from the data so far and predicts what comes next. */
        ModelFold: {
            /** @description Starting with 1, oldest first. */
            number: number;
            /**
             * Format: date-time
             * @description The candle of the first training sample.
             */
            trainedFrom: string;
            /**
             * Format: date-time
             * @description The candle of the last training sample, at least one horizon before the test.
             */
            trainedTo: string;
            /** @description All samples before the test, except for one horizon. */
            trainingSamples: number;
            /** @description The number of predicted samples. */
            testSamples: number;
            /**
             * Format: date-time
             * @description The first candle of the test.
             */
            testFrom: string;
            /**
             * Format: date-time
             * @description The last candle of the test.
             */
            testTo: string;
            /**
             * Format: double
             * @description The L2 penalty chosen on the training part.
             */
            penalty: number;
            /** @description The scores of the model and of each baseline in the test. */
            scores: components["schemas"]["ForecasterScore"][];
        };
        /** @description The result of the test over all folds. `bestBaseline` is the one with the lowest log loss. */
        ModelMetrics: {
            /** @description The number of samples in all folds. */
            testSamples: number;
            /** @description The scores of the model and of each baseline over all folds. */
            scores: components["schemas"]["ForecasterScore"][];
            bestBaseline: components["schemas"]["Forecaster"];
            /**
             * Format: double
             * @description The p-value of a log loss this much below the best baseline (block bootstrap).
             */
            logLossPValue: number;
            /**
             * Format: double
             * @description The cost of entering and leaving, as a fraction of the price.
             */
            roundTripCost: number;
            /** @description Test samples in which the expected move exceeds the cost. */
            trades: number;
            /**
             * Format: double
             * @description The mean over all test samples, after costs, as a fraction of the price.
             */
            meanNetReturn: number;
            /**
             * Format: double
             * @description The p-value of such a return; 1 with fewer than 30 trades.
             */
            costsPValue: number;
            /**
             * Format: double
             * @description The mean size of a move over one horizon in the training data, as a fraction of the price.
             */
            meanAbsoluteMove: number;
        };
        /** @description Test samples with about the same predicted probability, and their outcomes. */
        CalibrationBin: {
            /** @description The number of test samples. */
            count: number;
            /**
             * Format: double
             * @description Their mean predicted probability of an upward move, 0 to 1.
             */
            meanPredicted: number;
            /**
             * Format: double
             * @description The share of upward moves among them, 0 to 1.
             */
            observed: number;
        };
        /** @description A model with the result of its test. Until it is trained, the lists are empty and the other details are missing. */
        ModelDetail: components["schemas"]["Model"] & {
            /** @description In the model's order. */
            features: components["schemas"]["ModelFeature"][];
            /**
             * Format: double
             * @description The log odds of an upward move when every feature is at its mean.
             */
            intercept?: number;
            /**
             * Format: double
             * @description The L2 penalty chosen on all training data.
             */
            penalty?: number;
            /** @description The folds of the walk-forward test, oldest first. */
            folds: components["schemas"]["ModelFold"][];
            metrics?: components["schemas"]["ModelMetrics"];
            /** @description The test samples in at most ten bins of equal size, by predicted probability. */
            calibration: components["schemas"]["CalibrationBin"][];
        };
        /** @description The model to train, in the background. */
        TrainModelRequest: {
            /** @description The instrument, case-insensitive. */
            symbol: string;
            horizon: components["schemas"]["Horizon"];
            /**
             * @description Whether it serves as soon as it is trained.
             * @default true
             */
            promote?: boolean;
        };
        /** @description What to predict: the close one horizon after the newest closed candle. */
        PredictRequest: {
            /** @description The instrument, case-insensitive. */
            symbol: string;
            horizon: components["schemas"]["Horizon"];
        };
        /** @description How one feature contributes to the prediction. */
        FeatureContribution: {
            /** @description The measure, such as `return_24`. */
            name: string;
            /**
             * Format: double
             * @description The measured value.
             */
            value: number;
            /**
             * Format: double
             * @description What it adds to the log odds of an upward move; negative if it lowers them.
             */
            contribution: number;
        };
        /** @description What a model predicted after one candle, and the outcome. There is one prediction per candle. */
        Prediction: {
            /**
             * Format: uuid
             * @description The prediction's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The version that made it.
             */
            modelId: string;
            /** @description The instrument. */
            symbol: string;
            horizon: components["schemas"]["Horizon"];
            /**
             * Format: date-time
             * @description When the candle opened whose close the prediction follows.
             */
            candleAt: string;
            /**
             * Format: decimal
             * @description The close of that candle, in the quote currency of the instrument.
             */
            close: number;
            /**
             * Format: double
             * @description The probability that the close one horizon later is higher, 0 to 1. Without an edge it is the base rate.
             */
            probabilityUp: number;
            /**
             * Format: double
             * @description The share of upward moves in the training data, 0 to 1.
             */
            baseRate: number;
            edge: components["schemas"]["ModelEdge"];
            /** @description The five features with the largest contributions, largest first. */
            features: components["schemas"]["FeatureContribution"][];
            /**
             * Format: date-time
             * @description When the outcome will be known.
             */
            dueAt: string;
            outcome: components["schemas"]["PredictionOutcome"];
            /**
             * Format: decimal
             * @description The close one horizon later; 0 until then.
             */
            outcomeClose: number;
            /**
             * Format: date-time
             * @description When the outcome was recorded. Missing until then.
             */
            settledAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /** @description The accuracy of a model's predictions since it has served. `bestBaseline` is the one that was best in its test. */
        Scorecard: {
            /**
             * Format: uuid
             * @description The version's id.
             */
            modelId: string;
            /** @description The instrument. */
            symbol: string;
            horizon: components["schemas"]["Horizon"];
            edge: components["schemas"]["ModelEdge"];
            /**
             * Format: date-time
             * @description Since when it has served, or last served. Missing if it never has.
             */
            servingSince?: string;
            /** @description The number of predictions with an outcome; void ones do not count. */
            settled: number;
            /** @description The scores of the model and of each baseline; 0 until a prediction is settled. */
            scores: components["schemas"]["ForecasterScore"][];
            bestBaseline: components["schemas"]["Forecaster"];
            /**
             * Format: double
             * @description The mean log loss of the best baseline from the training minus that of the model: above 0 the model is better.
             */
            meanDifference: number;
            /**
             * Format: double
             * @description The t-statistic of that mean; 0 with fewer than two.
             */
            tStatistic: number;
        };
        /** @description A response with a model. */
        ModelEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Model"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a page of models. */
        ModelListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description Newest first. */
            data: components["schemas"]["Model"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a model. */
        ModelDetailEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["ModelDetail"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a prediction. */
        PredictionEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Prediction"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a page of predictions. */
        PredictionListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description Newest first. */
            data: components["schemas"]["Prediction"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
        /** @description A response with a scorecard. */
        ScorecardEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Scorecard"];
            /** @description A sentence for people, which may change; programs use the other fields. */
            message?: string;
        };
    };
    responses: {
        /** @description Done. */
        Done: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": true,
                 *       "message": "the code is on its way"
                 *     }
                 */
                "application/json": components["schemas"]["DoneEnvelope"];
            };
        };
        /**
         * @description The request is not readable (`INVALID_JSON`), or one of its fields is refused: `VALIDATION_ERROR` with the name
         *     in `field`. Invalid tokens and codes from emails and text messages have codes of their own (`TOKEN_INVALID`,
         *     `INVALID_OTP`, `OTP_EXPIRED`).
         */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "VALIDATION_ERROR",
                 *         "message": "must be at least 100",
                 *         "field": "amount"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description The caller is not authenticated: log in again, or refresh the tokens after `TOKEN_EXPIRED`. Failed log-ins
         *     return `INVALID_CREDENTIALS` and `INVALID_2FA_CODE`.
         */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "TOKEN_EXPIRED",
                 *         "message": "the access token has expired"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Payment is required first (`PAYMENT_REQUIRED`): see POST /payments/checkout. */
        PaymentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "PAYMENT_REQUIRED",
                 *         "message": "the course costs 49 USD"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description The caller may not do this: the role or the API key's scopes do not allow it (`FORBIDDEN`), the log-in is older
         *     than fifteen minutes (`REAUTHENTICATION_REQUIRED`), or the user is suspended (`ACCOUNT_SUSPENDED`).
         */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "FORBIDDEN",
                 *         "message": "this needs the role admin"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The object does not exist or belongs to somebody else. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "NOT_FOUND",
                 *         "message": "there is no such position"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description The current state does not allow the request; the code says why (`CONFLICT`, `INVALID_TRANSITION`,
         *     `MARKET_CLOSED` …). A request whose Idempotency-Key is still in progress is a `CONFLICT`, too.
         */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INVALID_TRANSITION",
                 *         "message": "the order is filled"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description The request is well formed but cannot be carried out as it is, for instance `INSUFFICIENT_FUNDS`; or its
         *     Idempotency-Key was used for a different request (`IDEMPOTENCY_KEY_REUSED`).
         */
        Unprocessable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_FUNDS",
                 *         "message": "250 USD are free"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The caller must wait for the seconds in Retry-After (`RATE_LIMITED`, `OTP_COOLDOWN`, `ACCOUNT_LOCKED` …). */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "RATE_LIMITED",
                 *         "message": "too many requests"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /**
         * @description Any other failure: the body is too large or of another type (413, 415), a part of the platform does not respond
         *     (503, with Retry-After), or a server error (500), which is logged under the X-Request-Id.
         */
        Failure: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "SERVICE_UNAVAILABLE",
                 *         "message": "the database does not answer"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: {
        /**
         * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
         *     the request with the same key and content returns the stored response and does nothing else; different content
         *     is refused.
         * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
         */
        IdempotencyKey: string;
        /**
         * @description A key that you choose for this request: printable ASCII characters, best a random UUID. It is required because
         *     money moves. For 24 hours, repeating the request with the same key and content returns the stored response and
         *     moves nothing; different content is refused.
         * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
         */
        RequiredIdempotencyKey: string;
        /**
         * @description The page of the list, starting with 1.
         * @example 1
         */
        Page: number;
        /**
         * @description The maximum number of items per page.
         * @example 20
         */
        Limit: number;
        /**
         * @description A session of the caller, as listed by GET /auth/sessions.
         * @example 019bc0f2-6a80-7000-8000-000000000001
         */
        SessionId: string;
        /**
         * @description An API key of the caller.
         * @example 019bc0f2-6a80-7000-8000-000000000002
         */
        ApiKeyId: string;
        /**
         * @description A passkey of the caller.
         * @example 019bc0f2-6a80-7000-8000-000000000003
         */
        PasskeyId: string;
        /**
         * @description A user of the caller's tenant; any user for super_admin.
         * @example 019bc0f2-6a80-7000-8000-000000000004
         */
        UserId: string;
        /**
         * @description A webhook endpoint of the caller's tenant.
         * @example 019bc0f2-6a80-7000-8000-000000000005
         */
        EndpointId: string;
        /**
         * @description A delivery to an endpoint of the caller's tenant.
         * @example 019bc0f2-6a80-7000-8000-000000000006
         */
        DeliveryId: string;
        /** @description Only deliveries with this status. */
        OfDeliveryStatus: components["schemas"]["WebhookDeliveryStatus"];
        /**
         * @description Only deliveries of events of exactly this type.
         * @example trading.position.opened
         */
        OfEventType: string;
        /**
         * @description A bot of the platform or of the caller's tenant.
         * @example 019bc0f2-6a80-7000-8000-000000000007
         */
        BotId: string;
        /**
         * @description A backtest.
         * @example 019bc0f2-6a80-7000-8000-000000000008
         */
        BacktestId: string;
        /**
         * @description A signal of the platform or of the caller's tenant.
         * @example 019bc0f2-6a80-7000-8000-000000000009
         */
        SignalId: string;
        /**
         * @description The order.
         * @example 019bc0f2-6a80-7000-8000-000000000010
         */
        OrderId: string;
        /**
         * @description A position of the caller.
         * @example 019bc0f2-6a80-7000-8000-000000000011
         */
        PositionId: string;
        /**
         * @description A price alert of the caller.
         * @example 019bc0f2-6a80-7000-8000-000000000012
         */
        AlertId: string;
        /**
         * @description A person's KYC case.
         * @example 019bc0f2-6a80-7000-8000-000000000013
         */
        KycCaseId: string;
        /**
         * @description The account.
         * @example 019bc0f2-6a80-7000-8000-000000000014
         */
        AccountId: string;
        /**
         * @description A subscription of the caller to a bot.
         * @example 019bc0f2-6a80-7000-8000-000000000015
         */
        SubscriptionId: string;
        /**
         * @description A connection of the caller to an account at an exchange or broker.
         * @example 019bc0f2-6a80-7000-8000-000000000016
         */
        ConnectionId: string;
        /**
         * @description A portfolio of the caller.
         * @example 019bc0f2-6a80-7000-8000-000000000017
         */
        PortfolioId: string;
        /**
         * @description A goal of the portfolio.
         * @example 019bc0f2-6a80-7000-8000-000000000018
         */
        GoalId: string;
        /**
         * @description The course.
         * @example 019bc0f2-6a80-7000-8000-000000000019
         */
        CourseId: string;
        /**
         * @description A lesson of the course.
         * @example 019bc0f2-6a80-7000-8000-000000000020
         */
        LessonId: string;
        /**
         * @description The withdrawal.
         * @example 019bc0f2-6a80-7000-8000-000000000021
         */
        WithdrawalId: string;
        /**
         * @description The model.
         * @example 019bc0f2-6a80-7000-8000-000000000022
         */
        ModelId: string;
        /**
         * @description The prediction.
         * @example 019bc0f2-6a80-7000-8000-000000000023
         */
        PredictionId: string;
        /**
         * @description The payment.
         * @example 019bc0f2-6a80-7000-8000-000000000024
         */
        PaymentId: string;
        /**
         * @description The serial shown on the certificate.
         * @example K3X9Q-0VHT7-2MRWD-7A1BC
         */
        Serial: string;
        /**
         * @description Only items older than the one with this id; send `meta.next` of the previous page.
         * @example 019bc0f2-6a80-7000-8000-000000000025
         */
        Before: string;
        /**
         * @description The slug of the brand whose courses are shown together with the platform's, for requests without an access
         *     token. If missing, it is the brand whose domain is the page's or the request's host, as in `GET /brand`, else
         *     `default`. With a valid token it is ignored: the user sees the courses of their own brand.
         * @example default
         */
        Brand: string;
        /**
         * @description The tenant's id.
         * @example 019bc0f2-6a80-7000-8000-000000000026
         */
        TenantId: string;
        /**
         * @description The kind of email, as in the list of templates.
         * @example verify_email
         */
        MailKind: string;
        /**
         * @description A tenant other than the caller's; for super_admin.
         * @example 019bc0f2-6a80-7000-8000-000000000027
         */
        TenantIdFilter: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request in the logs: the caller's own if it sent one of at most 64 letters, digits, dots, hyphens
         *     and underscores.
         * @example 01JD2Q4X8Z6M3V9K7T5R1W0YBC
         */
        "X-Request-Id": string;
        /**
         * @description What remains of the limits that apply to this call, and the seconds until they are full again.
         * @example "user";r=299;t=1
         */
        RateLimit: string;
        /**
         * @description The limits that apply to this call, and their windows in seconds.
         * @example "user";q=300;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description The number of seconds to wait before retrying.
         * @example 12
         */
        "Retry-After": number;
        /**
         * @description `true` if this is the stored response to an earlier request with the same Idempotency-Key; otherwise missing.
         * @example true
         */
        "Idempotent-Replay": "true";
    };
    pathItems: never;
}
export type Success = components['schemas']['Success'];
export type Failed = components['schemas']['Failed'];
export type DoneEnvelope = components['schemas']['DoneEnvelope'];
export type ErrorEnvelope = components['schemas']['ErrorEnvelope'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type PaginationMeta = components['schemas']['PaginationMeta'];
export type Role = components['schemas']['Role'];
export type User = components['schemas']['User'];
export type Profile = components['schemas']['Profile'];
export type UpdateMeRequest = components['schemas']['UpdateMeRequest'];
export type LogIn = components['schemas']['LogIn'];
export type LogInListEnvelope = components['schemas']['LogInListEnvelope'];
export type ChangeEmailRequest = components['schemas']['ChangeEmailRequest'];
export type EmailChange = components['schemas']['EmailChange'];
export type EmailChangeEnvelope = components['schemas']['EmailChangeEnvelope'];
export type ProfileEnvelope = components['schemas']['ProfileEnvelope'];
export type UserListEnvelope = components['schemas']['UserListEnvelope'];
export type UpdateUserRequest = components['schemas']['UpdateUserRequest'];
export type Email = components['schemas']['Email'];
export type NewPassword = components['schemas']['NewPassword'];
export type Password = components['schemas']['Password'];
export type Code = components['schemas']['Code'];
export type RegisterRequest = components['schemas']['RegisterRequest'];
export type MeantTenant = components['schemas']['MeantTenant'];
export type LoginRequest = components['schemas']['LoginRequest'];
export type CompleteLoginRequest = components['schemas']['CompleteLoginRequest'];
export type SessionKind = components['schemas']['SessionKind'];
export type RefreshRequest = components['schemas']['RefreshRequest'];
export type LogoutRequest = components['schemas']['LogoutRequest'];
export type ReauthenticateRequest = components['schemas']['ReauthenticateRequest'];
export type Tokens = components['schemas']['Tokens'];
export type TokensEnvelope = components['schemas']['TokensEnvelope'];
export type LoginChallenge = components['schemas']['LoginChallenge'];
export type LoginEnvelope = components['schemas']['LoginEnvelope'];
export type AccessToken = components['schemas']['AccessToken'];
export type AccessTokenEnvelope = components['schemas']['AccessTokenEnvelope'];
export type UserSession = components['schemas']['UserSession'];
export type SessionListEnvelope = components['schemas']['SessionListEnvelope'];
export type MailTokenRequest = components['schemas']['MailTokenRequest'];
export type ForgotPasswordRequest = components['schemas']['ForgotPasswordRequest'];
export type ResetPasswordRequest = components['schemas']['ResetPasswordRequest'];
export type ChangePasswordRequest = components['schemas']['ChangePasswordRequest'];
export type CodeRequest = components['schemas']['CodeRequest'];
export type SendPhoneCodeRequest = components['schemas']['SendPhoneCodeRequest'];
export type ApiKeyScopes = components['schemas']['ApiKeyScopes'];
export type CreateApiKeyRequest = components['schemas']['CreateApiKeyRequest'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyListEnvelope = components['schemas']['ApiKeyListEnvelope'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewApiKeyEnvelope = components['schemas']['NewApiKeyEnvelope'];
export type TwoFactorSetup = components['schemas']['TwoFactorSetup'];
export type TwoFactorSetupEnvelope = components['schemas']['TwoFactorSetupEnvelope'];
export type BackupCodes = components['schemas']['BackupCodes'];
export type BackupCodesEnvelope = components['schemas']['BackupCodesEnvelope'];
export type Passkey = components['schemas']['Passkey'];
export type PasskeyEnvelope = components['schemas']['PasskeyEnvelope'];
export type PasskeyListEnvelope = components['schemas']['PasskeyListEnvelope'];
export type PasskeyName = components['schemas']['PasskeyName'];
export type CeremonyToken = components['schemas']['CeremonyToken'];
export type AddPasskeyRequest = components['schemas']['AddPasskeyRequest'];
export type RenamePasskeyRequest = components['schemas']['RenamePasskeyRequest'];
export type BeginPasskeyLoginRequest = components['schemas']['BeginPasskeyLoginRequest'];
export type PasskeyLoginRequest = components['schemas']['PasskeyLoginRequest'];
export type PasskeyProof = components['schemas']['PasskeyProof'];
export type PasskeyCreation = components['schemas']['PasskeyCreation'];
export type PasskeyCreationEnvelope = components['schemas']['PasskeyCreationEnvelope'];
export type PasskeyRequest = components['schemas']['PasskeyRequest'];
export type PasskeyRequestEnvelope = components['schemas']['PasskeyRequestEnvelope'];
export type PublicKeyCredentialCreationOptions = components['schemas']['PublicKeyCredentialCreationOptions'];
export type PublicKeyCredentialRequestOptions = components['schemas']['PublicKeyCredentialRequestOptions'];
export type PublicKeyCredentialDescriptor = components['schemas']['PublicKeyCredentialDescriptor'];
export type Base64Url = components['schemas']['Base64URL'];
export type CredentialId = components['schemas']['CredentialId'];
export type RegistrationCredential = components['schemas']['RegistrationCredential'];
export type AuthenticationCredential = components['schemas']['AuthenticationCredential'];
export type Tenant = components['schemas']['Tenant'];
export type CreateTenantRequest = components['schemas']['CreateTenantRequest'];
export type TenantEnvelope = components['schemas']['TenantEnvelope'];
export type TenantListEnvelope = components['schemas']['TenantListEnvelope'];
export type Brand = components['schemas']['Brand'];
export type DemoAccount = components['schemas']['DemoAccount'];
export type BrandEnvelope = components['schemas']['BrandEnvelope'];
export type BrandSettings = components['schemas']['BrandSettings'];
export type TenantDetails = components['schemas']['TenantDetails'];
export type TenantDetailsEnvelope = components['schemas']['TenantDetailsEnvelope'];
export type UpdateTenantRequest = components['schemas']['UpdateTenantRequest'];
export type MailOverride = components['schemas']['MailOverride'];
export type MailTemplate = components['schemas']['MailTemplate'];
export type MailTemplateEnvelope = components['schemas']['MailTemplateEnvelope'];
export type MailTemplateListEnvelope = components['schemas']['MailTemplateListEnvelope'];
export type MailPreview = components['schemas']['MailPreview'];
export type MailPreviewEnvelope = components['schemas']['MailPreviewEnvelope'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditLogEnvelope = components['schemas']['AuditLogEnvelope'];
export type JsonObject = components['schemas']['JSONObject'];
export type StringMap = components['schemas']['StringMap'];
export type CursorMeta = components['schemas']['CursorMeta'];
export type WebhookAuthType = components['schemas']['WebhookAuthType'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookAuthConfig = components['schemas']['WebhookAuthConfig'];
export type WebhookHeaders = components['schemas']['WebhookHeaders'];
export type CreateWebhookEndpointRequest = components['schemas']['CreateWebhookEndpointRequest'];
export type UpdateWebhookEndpointRequest = components['schemas']['UpdateWebhookEndpointRequest'];
export type WebhookEndpointEnvelope = components['schemas']['WebhookEndpointEnvelope'];
export type WebhookEndpointListEnvelope = components['schemas']['WebhookEndpointListEnvelope'];
export type WebhookDeliveryStatus = components['schemas']['WebhookDeliveryStatus'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookTiming = components['schemas']['WebhookTiming'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDeliveryDetail = components['schemas']['WebhookDeliveryDetail'];
export type WebhookDeliveryEnvelope = components['schemas']['WebhookDeliveryEnvelope'];
export type WebhookDeliveryDetailEnvelope = components['schemas']['WebhookDeliveryDetailEnvelope'];
export type WebhookDeliveryListEnvelope = components['schemas']['WebhookDeliveryListEnvelope'];
export type HealthReason = components['schemas']['HealthReason'];
export type PlatformProcess = components['schemas']['PlatformProcess'];
export type PlatformJob = components['schemas']['PlatformJob'];
export type PlatformPart = components['schemas']['PlatformPart'];
export type PlatformQueue = components['schemas']['PlatformQueue'];
export type PlatformFeed = components['schemas']['PlatformFeed'];
export type PlatformBooks = components['schemas']['PlatformBooks'];
export type PlatformHealth = components['schemas']['PlatformHealth'];
export type PlatformHealthEnvelope = components['schemas']['PlatformHealthEnvelope'];
export type WebhookOutcomes = components['schemas']['WebhookOutcomes'];
export type WebhookWaiting = components['schemas']['WebhookWaiting'];
export type WebhookRateUse = components['schemas']['WebhookRateUse'];
export type WebhookEndpointStats = components['schemas']['WebhookEndpointStats'];
export type WebhookEndpointStatsEnvelope = components['schemas']['WebhookEndpointStatsEnvelope'];
export type RecoverRequest = components['schemas']['RecoverRequest'];
export type WebhookRecovery = components['schemas']['WebhookRecovery'];
export type WebhookRecoveryEnvelope = components['schemas']['WebhookRecoveryEnvelope'];
export type PublishWebhookEventRequest = components['schemas']['PublishWebhookEventRequest'];
export type WebhookEventReceipt = components['schemas']['WebhookEventReceipt'];
export type PublishWebhookEventsRequest = components['schemas']['PublishWebhookEventsRequest'];
export type WebhookEventsReceipt = components['schemas']['WebhookEventsReceipt'];
export type WebhookEventsEnvelope = components['schemas']['WebhookEventsEnvelope'];
export type WebhookMessage = components['schemas']['WebhookMessage'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookEventEnvelope = components['schemas']['WebhookEventEnvelope'];
export type WebhookEventListEnvelope = components['schemas']['WebhookEventListEnvelope'];
export type WebhookEventType = components['schemas']['WebhookEventType'];
export type WebhookEventTypeListEnvelope = components['schemas']['WebhookEventTypeListEnvelope'];
export type InstrumentKind = components['schemas']['InstrumentKind'];
export type Instrument = components['schemas']['Instrument'];
export type MarketState = components['schemas']['MarketState'];
export type Quote = components['schemas']['Quote'];
export type Candle = components['schemas']['Candle'];
export type Watchlist = components['schemas']['Watchlist'];
export type WatchlistRequest = components['schemas']['WatchlistRequest'];
export type AlertKind = components['schemas']['AlertKind'];
export type AlertStatus = components['schemas']['AlertStatus'];
export type PriceAlert = components['schemas']['PriceAlert'];
export type CreateAlertRequest = components['schemas']['CreateAlertRequest'];
export type NoticeKind = components['schemas']['NoticeKind'];
export type Notice = components['schemas']['Notice'];
export type NoticeChannels = components['schemas']['NoticeChannels'];
export type NoticeChannelsRequest = components['schemas']['NoticeChannelsRequest'];
export type Notifications = components['schemas']['Notifications'];
export type UpdateNotificationsRequest = components['schemas']['UpdateNotificationsRequest'];
export type StreamTicket = components['schemas']['StreamTicket'];
export type AccountEquity = components['schemas']['AccountEquity'];
export type StreamEventId = components['schemas']['StreamEventID'];
export type StreamQuotesEvent = components['schemas']['StreamQuotesEvent'];
export type StreamAccountEvent = components['schemas']['StreamAccountEvent'];
export type StreamPositionEvent = components['schemas']['StreamPositionEvent'];
export type StreamOrderEvent = components['schemas']['StreamOrderEvent'];
export type StreamNoticeEvent = components['schemas']['StreamNoticeEvent'];
export type StreamSignalEvent = components['schemas']['StreamSignalEvent'];
export type StreamEndEvent = components['schemas']['StreamEndEvent'];
export type StreamEnd = components['schemas']['StreamEnd'];
export type StreamEvent = components['schemas']['StreamEvent'];
export type Scope = components['schemas']['Scope'];
export type BotStatus = components['schemas']['BotStatus'];
export type RiskLevel = components['schemas']['RiskLevel'];
export type CandleInterval = components['schemas']['CandleInterval'];
export type BotPerformance = components['schemas']['BotPerformance'];
export type TradingBot = components['schemas']['TradingBot'];
export type BotEquityPoint = components['schemas']['BotEquityPoint'];
export type NumberMap = components['schemas']['NumberMap'];
export type CreateBotRequest = components['schemas']['CreateBotRequest'];
export type UpdateBotRequest = components['schemas']['UpdateBotRequest'];
export type BacktestStatus = components['schemas']['BacktestStatus'];
export type BacktestResolution = components['schemas']['BacktestResolution'];
export type CreateBacktestRequest = components['schemas']['CreateBacktestRequest'];
export type BacktestFigures = components['schemas']['BacktestFigures'];
export type BacktestPoint = components['schemas']['BacktestPoint'];
export type Backtest = components['schemas']['Backtest'];
export type BacktestTrade = components['schemas']['BacktestTrade'];
export type SignalType = components['schemas']['SignalType'];
export type SignalConfidence = components['schemas']['SignalConfidence'];
export type SignalStatus = components['schemas']['SignalStatus'];
export type Signal = components['schemas']['Signal'];
export type SignalAuthor = components['schemas']['SignalAuthor'];
export type CreateSignalRequest = components['schemas']['CreateSignalRequest'];
export type ExecuteSignalRequest = components['schemas']['ExecuteSignalRequest'];
export type OrderType = components['schemas']['OrderType'];
export type OrderStatus = components['schemas']['OrderStatus'];
export type TimeInForce = components['schemas']['TimeInForce'];
export type PlaceOrderRequest = components['schemas']['PlaceOrderRequest'];
export type Order = components['schemas']['Order'];
export type Preview = components['schemas']['Preview'];
export type ChangePositionRequest = components['schemas']['ChangePositionRequest'];
export type PositionSide = components['schemas']['PositionSide'];
export type PositionStatus = components['schemas']['PositionStatus'];
export type Position = components['schemas']['Position'];
export type ClosePositionRequest = components['schemas']['ClosePositionRequest'];
export type Trade = components['schemas']['Trade'];
export type Execution = components['schemas']['Execution'];
export type Closing = components['schemas']['Closing'];
export type SubscriptionMode = components['schemas']['SubscriptionMode'];
export type SubscribeRequest = components['schemas']['SubscribeRequest'];
export type UpdateSubscriptionRequest = components['schemas']['UpdateSubscriptionRequest'];
export type CopyOutcome = components['schemas']['CopyOutcome'];
export type Copy = components['schemas']['Copy'];
export type CopyReason = components['schemas']['CopyReason'];
export type Subscription = components['schemas']['Subscription'];
export type TradingPortfolio = components['schemas']['TradingPortfolio'];
export type AccountFigures = components['schemas']['AccountFigures'];
export type TradingAccount = components['schemas']['TradingAccount'];
export type StatementLine = components['schemas']['StatementLine'];
export type InstrumentListEnvelope = components['schemas']['InstrumentListEnvelope'];
export type QuoteListEnvelope = components['schemas']['QuoteListEnvelope'];
export type CandleListEnvelope = components['schemas']['CandleListEnvelope'];
export type WatchlistEnvelope = components['schemas']['WatchlistEnvelope'];
export type AlertListEnvelope = components['schemas']['AlertListEnvelope'];
export type AlertEnvelope = components['schemas']['AlertEnvelope'];
export type NotificationsEnvelope = components['schemas']['NotificationsEnvelope'];
export type NoticeListEnvelope = components['schemas']['NoticeListEnvelope'];
export type BotListEnvelope = components['schemas']['BotListEnvelope'];
export type BotEnvelope = components['schemas']['BotEnvelope'];
export type SignalListEnvelope = components['schemas']['SignalListEnvelope'];
export type SignalEnvelope = components['schemas']['SignalEnvelope'];
export type StreamTicketEnvelope = components['schemas']['StreamTicketEnvelope'];
export type ExecutionEnvelope = components['schemas']['ExecutionEnvelope'];
export type PreviewEnvelope = components['schemas']['PreviewEnvelope'];
export type OrderEnvelope = components['schemas']['OrderEnvelope'];
export type OrderListEnvelope = components['schemas']['OrderListEnvelope'];
export type PositionListEnvelope = components['schemas']['PositionListEnvelope'];
export type PositionEnvelope = components['schemas']['PositionEnvelope'];
export type ClosingEnvelope = components['schemas']['ClosingEnvelope'];
export type BacktestListEnvelope = components['schemas']['BacktestListEnvelope'];
export type BacktestEnvelope = components['schemas']['BacktestEnvelope'];
export type BacktestTradeListEnvelope = components['schemas']['BacktestTradeListEnvelope'];
export type TradeListEnvelope = components['schemas']['TradeListEnvelope'];
export type SubscriptionEnvelope = components['schemas']['SubscriptionEnvelope'];
export type SubscriptionListEnvelope = components['schemas']['SubscriptionListEnvelope'];
export type BotEquityEnvelope = components['schemas']['BotEquityEnvelope'];
export type CopyListEnvelope = components['schemas']['CopyListEnvelope'];
export type TradingAccountListEnvelope = components['schemas']['TradingAccountListEnvelope'];
export type StatementEnvelope = components['schemas']['StatementEnvelope'];
export type TradingPortfolioEnvelope = components['schemas']['TradingPortfolioEnvelope'];
export type TradingAgent = components['schemas']['TradingAgent'];
export type RiskProfile = components['schemas']['RiskProfile'];
export type InvestmentStatus = components['schemas']['InvestmentStatus'];
export type KycStatus = components['schemas']['KycStatus'];
export type InvestmentAccount = components['schemas']['InvestmentAccount'];
export type CreateInvestmentAccountRequest = components['schemas']['CreateInvestmentAccountRequest'];
export type UpdateInvestmentAccountRequest = components['schemas']['UpdateInvestmentAccountRequest'];
export type KycRequest = components['schemas']['KycRequest'];
export type KycDocumentType = components['schemas']['KycDocumentType'];
export type KycCase = components['schemas']['KycCase'];
export type KycSubmission = components['schemas']['KycSubmission'];
export type KycCaseListEnvelope = components['schemas']['KycCaseListEnvelope'];
export type KycCaseEnvelope = components['schemas']['KycCaseEnvelope'];
export type PersonKyc = components['schemas']['PersonKyc'];
export type PersonKycSubmission = components['schemas']['PersonKycSubmission'];
export type KycDocumentReference = components['schemas']['KycDocumentReference'];
export type KycDecisionRequest = components['schemas']['KycDecisionRequest'];
export type KycCallbackEnvelope = components['schemas']['KycCallbackEnvelope'];
export type PersonKycEnvelope = components['schemas']['PersonKycEnvelope'];
export type PersonKycListEnvelope = components['schemas']['PersonKycListEnvelope'];
export type InvestmentStatusRequest = components['schemas']['InvestmentStatusRequest'];
export type ConnectionProvider = components['schemas']['ConnectionProvider'];
export type ConnectionStatus = components['schemas']['ConnectionStatus'];
export type ConnectAccountRequest = components['schemas']['ConnectAccountRequest'];
export type ConnectionCredentials = components['schemas']['ConnectionCredentials'];
export type UpdateConnectionRequest = components['schemas']['UpdateConnectionRequest'];
export type Connection = components['schemas']['Connection'];
export type ConnectionHolding = components['schemas']['ConnectionHolding'];
export type ConnectionPosition = components['schemas']['ConnectionPosition'];
export type ConnectionHoldings = components['schemas']['ConnectionHoldings'];
export type PerformanceFigures = components['schemas']['PerformanceFigures'];
export type EquityPoint = components['schemas']['EquityPoint'];
export type MonthlyReturn = components['schemas']['MonthlyReturn'];
export type DrawdownFigures = components['schemas']['DrawdownFigures'];
export type Breakdown = components['schemas']['Breakdown'];
export type Analytics = components['schemas']['Analytics'];
export type InvestmentAccountEnvelope = components['schemas']['InvestmentAccountEnvelope'];
export type InvestmentAccountListEnvelope = components['schemas']['InvestmentAccountListEnvelope'];
export type ConnectionEnvelope = components['schemas']['ConnectionEnvelope'];
export type ConnectionHoldingsEnvelope = components['schemas']['ConnectionHoldingsEnvelope'];
export type ConnectionListEnvelope = components['schemas']['ConnectionListEnvelope'];
export type PerformanceEnvelope = components['schemas']['PerformanceEnvelope'];
export type AnalyticsEnvelope = components['schemas']['AnalyticsEnvelope'];
export type Portfolio = components['schemas']['Portfolio'];
export type CreatePortfolioRequest = components['schemas']['CreatePortfolioRequest'];
export type UpdatePortfolioRequest = components['schemas']['UpdatePortfolioRequest'];
export type PortfolioAllocation = components['schemas']['PortfolioAllocation'];
export type Target = components['schemas']['Target'];
export type TargetsRequest = components['schemas']['TargetsRequest'];
export type PortfolioPoint = components['schemas']['PortfolioPoint'];
export type GoalStatus = components['schemas']['GoalStatus'];
export type Goal = components['schemas']['Goal'];
export type CreateGoalRequest = components['schemas']['CreateGoalRequest'];
export type UpdateGoalRequest = components['schemas']['UpdateGoalRequest'];
export type RebalanceLine = components['schemas']['RebalanceLine'];
export type Rebalance = components['schemas']['Rebalance'];
export type PortfolioEnvelope = components['schemas']['PortfolioEnvelope'];
export type PortfolioListEnvelope = components['schemas']['PortfolioListEnvelope'];
export type AllocationListEnvelope = components['schemas']['AllocationListEnvelope'];
export type PortfolioPerformanceEnvelope = components['schemas']['PortfolioPerformanceEnvelope'];
export type GoalEnvelope = components['schemas']['GoalEnvelope'];
export type GoalListEnvelope = components['schemas']['GoalListEnvelope'];
export type RebalanceEnvelope = components['schemas']['RebalanceEnvelope'];
export type CourseLevel = components['schemas']['CourseLevel'];
export type CourseStatus = components['schemas']['CourseStatus'];
export type LessonType = components['schemas']['LessonType'];
export type EnrollmentStatus = components['schemas']['EnrollmentStatus'];
export type Course = components['schemas']['Course'];
export type Lesson = components['schemas']['Lesson'];
export type Quiz = components['schemas']['Quiz'];
export type QuizQuestion = components['schemas']['QuizQuestion'];
export type QuizInput = components['schemas']['QuizInput'];
export type QuizQuestionInput = components['schemas']['QuizQuestionInput'];
export type AttemptQuizRequest = components['schemas']['AttemptQuizRequest'];
export type QuizAnswer = components['schemas']['QuizAnswer'];
export type QuizAttempt = components['schemas']['QuizAttempt'];
export type QuizAnswerResult = components['schemas']['QuizAnswerResult'];
export type QuizResult = components['schemas']['QuizResult'];
export type CourseDetail = components['schemas']['CourseDetail'];
export type CreateCourseRequest = components['schemas']['CreateCourseRequest'];
export type UpdateCourseRequest = components['schemas']['UpdateCourseRequest'];
export type FeaturedRequest = components['schemas']['FeaturedRequest'];
export type LessonOrderRequest = components['schemas']['LessonOrderRequest'];
export type CreateLessonRequest = components['schemas']['CreateLessonRequest'];
export type UpdateLessonRequest = components['schemas']['UpdateLessonRequest'];
export type Enrollment = components['schemas']['Enrollment'];
export type Progress = components['schemas']['Progress'];
export type MyCourse = components['schemas']['MyCourse'];
export type Certificate = components['schemas']['Certificate'];
export type CourseListEnvelope = components['schemas']['CourseListEnvelope'];
export type CourseArrayEnvelope = components['schemas']['CourseArrayEnvelope'];
export type CourseDetailEnvelope = components['schemas']['CourseDetailEnvelope'];
export type LessonEnvelope = components['schemas']['LessonEnvelope'];
export type EnrollmentEnvelope = components['schemas']['EnrollmentEnvelope'];
export type QuizResultEnvelope = components['schemas']['QuizResultEnvelope'];
export type QuizAttemptListEnvelope = components['schemas']['QuizAttemptListEnvelope'];
export type ProgressEnvelope = components['schemas']['ProgressEnvelope'];
export type MyCourseListEnvelope = components['schemas']['MyCourseListEnvelope'];
export type CertificateEnvelope = components['schemas']['CertificateEnvelope'];
export type PaymentStatus = components['schemas']['PaymentStatus'];
export type WithdrawalStatus = components['schemas']['WithdrawalStatus'];
export type CheckoutRequest = components['schemas']['CheckoutRequest'];
export type DepositRequest = components['schemas']['DepositRequest'];
export type WithdrawalRequest = components['schemas']['WithdrawalRequest'];
export type WithdrawalDestination = components['schemas']['WithdrawalDestination'];
export type WithdrawalPaid = components['schemas']['WithdrawalPaid'];
export type WithdrawalFailure = components['schemas']['WithdrawalFailure'];
export type WithdrawalDecision = components['schemas']['WithdrawalDecision'];
export type RefundRequest = components['schemas']['RefundRequest'];
export type Checkout = components['schemas']['Checkout'];
export type Refund = components['schemas']['Refund'];
export type Payment = components['schemas']['Payment'];
export type Withdrawal = components['schemas']['Withdrawal'];
export type WithdrawalTarget = components['schemas']['WithdrawalTarget'];
export type WalletAccount = components['schemas']['WalletAccount'];
export type Wallet = components['schemas']['Wallet'];
export type CheckoutEnvelope = components['schemas']['CheckoutEnvelope'];
export type PaymentEnvelope = components['schemas']['PaymentEnvelope'];
export type PaymentListEnvelope = components['schemas']['PaymentListEnvelope'];
export type RefundEnvelope = components['schemas']['RefundEnvelope'];
export type WithdrawalEnvelope = components['schemas']['WithdrawalEnvelope'];
export type WithdrawalListEnvelope = components['schemas']['WithdrawalListEnvelope'];
export type WalletEnvelope = components['schemas']['WalletEnvelope'];
export type Horizon = components['schemas']['Horizon'];
export type ModelStatus = components['schemas']['ModelStatus'];
export type ModelStage = components['schemas']['ModelStage'];
export type ModelEdge = components['schemas']['ModelEdge'];
export type Forecaster = components['schemas']['Forecaster'];
export type PredictionOutcome = components['schemas']['PredictionOutcome'];
export type Model = components['schemas']['Model'];
export type ModelFeature = components['schemas']['ModelFeature'];
export type ForecasterScore = components['schemas']['ForecasterScore'];
export type ModelFold = components['schemas']['ModelFold'];
export type ModelMetrics = components['schemas']['ModelMetrics'];
export type CalibrationBin = components['schemas']['CalibrationBin'];
export type ModelDetail = components['schemas']['ModelDetail'];
export type TrainModelRequest = components['schemas']['TrainModelRequest'];
export type PredictRequest = components['schemas']['PredictRequest'];
export type FeatureContribution = components['schemas']['FeatureContribution'];
export type Prediction = components['schemas']['Prediction'];
export type Scorecard = components['schemas']['Scorecard'];
export type ModelEnvelope = components['schemas']['ModelEnvelope'];
export type ModelListEnvelope = components['schemas']['ModelListEnvelope'];
export type ModelDetailEnvelope = components['schemas']['ModelDetailEnvelope'];
export type PredictionEnvelope = components['schemas']['PredictionEnvelope'];
export type PredictionListEnvelope = components['schemas']['PredictionListEnvelope'];
export type ScorecardEnvelope = components['schemas']['ScorecardEnvelope'];
export type ResponseDone = components['responses']['Done'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponsePaymentRequired = components['responses']['PaymentRequired'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseConflict = components['responses']['Conflict'];
export type ResponseUnprocessable = components['responses']['Unprocessable'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseFailure = components['responses']['Failure'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterRequiredIdempotencyKey = components['parameters']['RequiredIdempotencyKey'];
export type ParameterPage = components['parameters']['Page'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterSessionId = components['parameters']['SessionId'];
export type ParameterApiKeyId = components['parameters']['ApiKeyId'];
export type ParameterPasskeyId = components['parameters']['PasskeyId'];
export type ParameterUserId = components['parameters']['UserId'];
export type ParameterEndpointId = components['parameters']['EndpointId'];
export type ParameterDeliveryId = components['parameters']['DeliveryId'];
export type ParameterOfDeliveryStatus = components['parameters']['OfDeliveryStatus'];
export type ParameterOfEventType = components['parameters']['OfEventType'];
export type ParameterBotId = components['parameters']['BotId'];
export type ParameterBacktestId = components['parameters']['BacktestId'];
export type ParameterSignalId = components['parameters']['SignalId'];
export type ParameterOrderId = components['parameters']['OrderId'];
export type ParameterPositionId = components['parameters']['PositionId'];
export type ParameterAlertId = components['parameters']['AlertId'];
export type ParameterKycCaseId = components['parameters']['KycCaseId'];
export type ParameterAccountId = components['parameters']['AccountId'];
export type ParameterSubscriptionId = components['parameters']['SubscriptionId'];
export type ParameterConnectionId = components['parameters']['ConnectionId'];
export type ParameterPortfolioId = components['parameters']['PortfolioId'];
export type ParameterGoalId = components['parameters']['GoalId'];
export type ParameterCourseId = components['parameters']['CourseId'];
export type ParameterLessonId = components['parameters']['LessonId'];
export type ParameterWithdrawalId = components['parameters']['WithdrawalId'];
export type ParameterModelId = components['parameters']['ModelId'];
export type ParameterPredictionId = components['parameters']['PredictionId'];
export type ParameterPaymentId = components['parameters']['PaymentId'];
export type ParameterSerial = components['parameters']['Serial'];
export type ParameterBefore = components['parameters']['Before'];
export type ParameterBrand = components['parameters']['Brand'];
export type ParameterTenantId = components['parameters']['TenantId'];
export type ParameterMailKind = components['parameters']['MailKind'];
export type ParameterTenantIdFilter = components['parameters']['TenantIdFilter'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderIdempotentReplay = components['headers']['Idempotent-Replay'];
export type $defs = Record<string, never>;
export interface operations {
    register: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description The account exists and its first session is open. A verification email is on its way. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description A session is open, or the second factor is required. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    completeLogin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteLoginRequest"];
            };
        };
        responses: {
            /** @description A session is open. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    beginPasskeyLogin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BeginPasskeyLoginRequest"];
            };
        };
        responses: {
            /** @description The options, and the token to send back with the result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequestEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    loginWithPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyLoginRequest"];
            };
        };
        responses: {
            /** @description A session is open. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    refreshTokens: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description The next pair of tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LogoutRequest"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    deleteMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMeRequest"];
            };
        };
        responses: {
            /** @description The caller's account after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listLogIns: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The log-ins, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogInListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    exportMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    reauthenticate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReauthenticateRequest"];
            };
        };
        responses: {
            /** @description An access token with the new authentication time. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokenEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    beginReauthentication: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options, and the token to send back with the result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequestEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open sessions, most recently used first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionListEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A session of the caller, as listed by GET /auth/sessions.
                 * @example 019bc0f2-6a80-7000-8000-000000000001
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTokenRequest"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    resendVerificationMail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The email is on its way. An address that is verified already gets none. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    changeEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmailRequest"];
            };
        };
        responses: {
            /** @description The emails are on their way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    confirmEmailChange: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTokenRequest"];
            };
        };
        responses: {
            /** @description The confirmation was recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailChangeEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    cancelEmailChange: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTokenRequest"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description If the account exists, an email is on its way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    setupTwoFactor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret for the authenticator app. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwoFactorSetupEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    verifyTwoFactor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeRequest"];
            };
        };
        responses: {
            /** @description The second factor is on; the response contains the backup codes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupCodesEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    disableTwoFactor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeRequest"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listBackupCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The unused codes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupCodesEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    replaceBackupCodes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new codes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupCodesEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyListEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The key, which is shown only now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An API key of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000002
                 */
                keyId: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys, newest first. There are at most 20. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyListEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskeyRequest"];
            };
        };
        responses: {
            /** @description The passkey can be used to log in. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options, and the token to send back with the result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreationEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A passkey of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000003
                 */
                passkeyId: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A passkey of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000003
                 */
                passkeyId: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenamePasskeyRequest"];
            };
        };
        responses: {
            /** @description The passkey with its new name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    sendPhoneCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendPhoneCodeRequest"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    verifyPhone: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeRequest"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only users whose email begins with this text. */
                email?: string;
                /** @description Only users with this role. */
                role?: components["schemas"]["Role"];
                /**
                 * @description A tenant other than the caller's; for super_admin.
                 * @example 019bc0f2-6a80-7000-8000-000000000027
                 */
                tenantId?: components["parameters"]["TenantIdFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A user of the caller's tenant; any user for super_admin.
                 * @example 019bc0f2-6a80-7000-8000-000000000004
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A user of the caller's tenant; any user for super_admin.
                 * @example 019bc0f2-6a80-7000-8000-000000000004
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description The user after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only entries about this user. */
                userId?: string;
                /** @description Only actions of this user, on themselves and on others. */
                actorId?: string;
                /** @description Only entries with this action, such as `user.role_changed`. */
                action?: string;
                /** @description Only entries about this object, such as a withdrawal or an endpoint. */
                subjectId?: string;
                /** @description Only entries before this time, such as the `createdAt` of the last entry that you read. */
                before?: string;
                /**
                 * @description A tenant other than the caller's; for super_admin.
                 * @example 019bc0f2-6a80-7000-8000-000000000027
                 */
                tenantId?: components["parameters"]["TenantIdFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listTenants: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenants, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTenantRequest"];
            };
        };
        responses: {
            /** @description The tenant. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDetailsEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTenantRequest"];
            };
        };
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDetailsEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listMailTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates, one per kind. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailTemplateListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    setMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The kind of email, as in the list of templates.
                 * @example verify_email
                 */
                kind: components["parameters"]["MailKind"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailOverride"];
            };
        };
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailTemplateEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    resetMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The kind of email, as in the list of templates.
                 * @example verify_email
                 */
                kind: components["parameters"]["MailKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    previewMail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The kind of email, as in the list of templates.
                 * @example verify_email
                 */
                kind: components["parameters"]["MailKind"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailOverride"];
            };
        };
        responses: {
            /** @description The rendered email. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPreviewEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    sendTestMail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The tenant's id.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The kind of email, as in the list of templates.
                 * @example verify_email
                 */
                kind: components["parameters"]["MailKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getBrand: {
        parameters: {
            query?: {
                /** @description Slug of the tenant. */
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brand. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getPlatformHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the installation, healthy or not. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformHealthEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only active or only inactive endpoints. */
                isActive?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints, newest first. Secrets are masked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. Secrets are masked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    verifyWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is verified. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is on its way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    recoverWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoverRequest"];
            };
        };
        responses: {
            /** @description The recovery, and how many deliveries are under way again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRecoveryEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getWebhookRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
                /** @description The recovery's id. */
                recoveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recovery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRecoveryEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only items older than the one with this id; send `meta.next` of the previous page.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
                /** @description Only deliveries with this status. */
                status?: components["parameters"]["OfDeliveryStatus"];
                /**
                 * @description Only deliveries of events of exactly this type.
                 * @example trading.position.opened
                 */
                eventType?: components["parameters"]["OfEventType"];
            };
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getWebhookEndpointStats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000005
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointStatsEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listAllWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only items older than the one with this id; send `meta.next` of the previous page.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
                /** @description Only deliveries with this status. */
                status?: components["parameters"]["OfDeliveryStatus"];
                /** @description Only deliveries to this endpoint. An endpoint of another tenant is `NOT_FOUND`. */
                endpointId?: string;
                /**
                 * @description Only deliveries of events of exactly this type.
                 * @example trading.position.opened
                 */
                eventType?: components["parameters"]["OfEventType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A delivery to an endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000006
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetailEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A delivery to an endpoint of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000006
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is on its way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only items older than the one with this id; send `meta.next` of the previous page.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
                /** @description Only events of this type, such as `trading.signal.created`. */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    publishWebhookEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishWebhookEventRequest"];
            };
        };
        responses: {
            /** @description The event. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    publishWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishWebhookEventsRequest"];
            };
        };
        responses: {
            /** @description The ids of the events. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventsEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listWebhookEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every type with the JSON Schema of its body and an example. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventTypeListEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listInstruments: {
        parameters: {
            query?: {
                /** @description Only instruments of this kind. */
                kind?: components["schemas"]["InstrumentKind"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instruments, by symbol. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstrumentListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listQuotes: {
        parameters: {
            query?: {
                /** @description Comma-separated; all if missing. */
                symbols?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One quote per instrument that has one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listCandles: {
        parameters: {
            query: {
                /** @description The instrument, case-insensitive. */
                symbol: string;
                /** @description The length of each candle. */
                interval?: "1m" | "5m" | "1h" | "1d";
                /** @description The first candle is the one that begins at this time or next; if missing, the newest candles are returned. */
                from?: string;
                /** @description Exclusive. */
                to?: string;
                /** @description The maximum number of candles. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candles, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandleListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getWatchlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The symbols in the caller's order, and the quotes of those that have one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchlistEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    replaceWatchlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchlistRequest"];
            };
        };
        responses: {
            /** @description The stored list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchlistEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description All if missing. */
                status?: components["schemas"]["AlertStatus"];
                /** @description All if missing. */
                symbol?: string;
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only items older than the one with this id; send `meta.next` of the previous page.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alerts, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAlertRequest"];
            };
        };
        responses: {
            /** @description The alert. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A price alert of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000012
                 */
                alertId: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    cancelAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A price alert of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000012
                 */
                alertId: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled alert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channels of each kind of notice. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationsEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNotificationsRequest"];
            };
        };
        responses: {
            /** @description The channels of each kind of notice. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationsEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listNotices: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only items older than the one with this id; send `meta.next` of the previous page.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notices, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    streamTrading: {
        parameters: {
            query?: {
                /** @description Comma-separated; quotes and signals of all instruments if missing. */
                symbols?: string;
                /** @description The `id` of the last event that the client received. If both are sent, the header is used. */
                lastEventId?: string;
            };
            header?: {
                /** @description The `id` of the last event that the client received. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createStreamTicket: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ticket. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamTicketEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listBots: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only bots with this status. */
                status?: components["schemas"]["BotStatus"];
                /**
                 * @description Best first: `return` by total return, `sharpe` by Sharpe ratio, `drawdown` by the smallest maximum drawdown
                 *     (bots without closed positions last), `followers` by number of followers; `newest` by age. Ties are sorted
                 *     newest first.
                 */
                sort?: "return" | "sharpe" | "drawdown" | "followers" | "newest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bots. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createBot: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBotRequest"];
            };
        };
        responses: {
            /** @description The bot, which is stopped until it is activated. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getBot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A bot of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000007
                 */
                botId: components["parameters"]["BotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bot. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateBot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A bot of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000007
                 */
                botId: components["parameters"]["BotId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBotRequest"];
            };
        };
        responses: {
            /** @description The bot after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    subscribeToBot: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A bot of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000007
                 */
                botId: components["parameters"]["BotId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SubscribeRequest"];
            };
        };
        responses: {
            /** @description The subscription. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    unsubscribeFromBot: {
        parameters: {
            query?: {
                /** @description Whether to close the open positions of the subscription, too. */
                closePositions?: boolean;
                /**
                 * @description The account that follows the bot. If missing: the paper account, or, if that does not follow the bot,
                 *     another account that does.
                 */
                accountId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A bot of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000007
                 */
                botId: components["parameters"]["BotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ended subscription. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getBotEquity: {
        parameters: {
            query?: {
                /** @description How many days back the curve goes, including today. */
                days?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A bot of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000007
                 */
                botId: components["parameters"]["BotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The points, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotEquityEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listBotTrades: {
        parameters: {
            query?: {
                /** @description A UTC day, inclusive. After `endDate` it is a VALIDATION_ERROR. */
                startDate?: string;
                /** @description A UTC day, inclusive. */
                endDate?: string;
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description A bot of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000007
                 */
                botId: components["parameters"]["BotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The closing fills, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listSignals: {
        parameters: {
            query?: {
                /** @description Only signals for this instrument, case-insensitive. */
                symbol?: string;
                /** @description Only signals of this type. */
                signalType?: components["schemas"]["SignalType"];
                /** @description Only signals from this bot. */
                botId?: string;
                /** @description Only signals that can still be executed, or only those that cannot. */
                status?: components["schemas"]["SignalStatus"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only items older than the one with this id; send `meta.next` of the previous page.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signals, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignalListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createSignal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSignalRequest"];
            };
        };
        responses: {
            /** @description The signal. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignalEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getSignal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A signal of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000009
                 */
                signalId: components["parameters"]["SignalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignalEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    executeSignal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A signal of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000009
                 */
                signalId: components["parameters"]["SignalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecuteSignalRequest"];
            };
        };
        responses: {
            /** @description The opened position or the closed ones. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    previewSignal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A signal of the platform or of the caller's tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000009
                 */
                signalId: components["parameters"]["SignalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecuteSignalRequest"];
            };
        };
        responses: {
            /** @description The preview. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Only orders for this symbol, case-insensitive. */
                symbol?: string;
                /** @description Only orders with this status. */
                status?: components["schemas"]["OrderStatus"];
                /** @description Only orders of this account. */
                accountId?: string;
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only items older than the one with this id; send `meta.next` of the previous page.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceOrderRequest"];
            };
        };
        responses: {
            /** @description The order, working or filled. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    previewOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceOrderRequest"];
            };
        };
        responses: {
            /** @description The preview. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 019bc0f2-6a80-7000-8000-000000000010
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 019bc0f2-6a80-7000-8000-000000000010
                 */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state of the order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listPositions: {
        parameters: {
            query?: {
                /** @description Only positions in this instrument, case-insensitive. */
                symbol?: string;
                /** @description Only positions with this status. */
                status?: components["schemas"]["PositionStatus"];
                /** @description Only positions of this account. */
                accountId?: string;
                /** @description The maximum number of positions. */
                limit?: number;
                /**
                 * @description Only items older than the one with this id; send `meta.next` of the previous page.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The positions, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getPosition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A position of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000011
                 */
                positionId: components["parameters"]["PositionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    changePosition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A position of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000011
                 */
                positionId: components["parameters"]["PositionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePositionRequest"];
            };
        };
        responses: {
            /** @description The position after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    closePosition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A position of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000011
                 */
                positionId: components["parameters"]["PositionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ClosePositionRequest"];
            };
        };
        responses: {
            /** @description The position and the closing fill. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosingEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listTrades: {
        parameters: {
            query?: {
                /** @description A UTC day, inclusive. */
                startDate?: string;
                /** @description A UTC day, inclusive. */
                endDate?: string;
                /** @description Only trades of this account. */
                accountId?: string;
                /** @description Only trades in this instrument, case-insensitive. */
                symbol?: string;
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry per closing fill, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscriptions, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionListEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A subscription of the caller to a bot.
                 * @example 019bc0f2-6a80-7000-8000-000000000015
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSubscriptionRequest"];
            };
        };
        responses: {
            /** @description The subscription after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listCopies: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only items older than the one with this id; send `meta.next` of the previous page.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
            };
            header?: never;
            path: {
                /**
                 * @description A subscription of the caller to a bot.
                 * @example 019bc0f2-6a80-7000-8000-000000000015
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcomes, newest signal first; `meta.next` is the id of a signal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CopyListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listTradingAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradingAccountListEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getStatement: {
        parameters: {
            query?: {
                /** @description A UTC day, inclusive. After `endDate` it is a VALIDATION_ERROR. */
                startDate?: string;
                /** @description A UTC day, inclusive. */
                endDate?: string;
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only items older than the one with this id; send `meta.next` of the previous page.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
            };
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    downloadStatement: {
        parameters: {
            query?: {
                /** @description A UTC day, inclusive. After `endDate` it is a VALIDATION_ERROR. */
                startDate?: string;
                /** @description A UTC day, inclusive. */
                endDate?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as an attachment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getTradingPortfolio: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A summary of the caller's open accounts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradingPortfolioEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listBacktests: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only backtests with this status. */
                status?: components["schemas"]["BacktestStatus"];
                /** @description Only backtests based on this bot's settings. */
                botId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of backtests, newest first, without their equity. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createBacktest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBacktestRequest"];
            };
        };
        responses: {
            /** @description The backtest, which is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A backtest.
                 * @example 019bc0f2-6a80-7000-8000-000000000008
                 */
                backtestId: components["parameters"]["BacktestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest, with figures and daily equity once it is done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    cancelBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A backtest.
                 * @example 019bc0f2-6a80-7000-8000-000000000008
                 */
                backtestId: components["parameters"]["BacktestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled backtest. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listBacktestTrades: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description A backtest.
                 * @example 019bc0f2-6a80-7000-8000-000000000008
                 */
                backtestId: components["parameters"]["BacktestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry per closing fill, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestTradeListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listInvestmentAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvestmentAccountListEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createInvestmentAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvestmentAccountRequest"];
            };
        };
        responses: {
            /** @description The account. It waits for KYC, or is active at once if the KYC of its owner is already approved. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvestmentAccountEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    connectAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectAccountRequest"];
            };
        };
        responses: {
            /** @description The connection. It is verified in the background. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getInvestmentAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvestmentAccountEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateInvestmentAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateInvestmentAccountRequest"];
            };
        };
        responses: {
            /** @description The account after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvestmentAccountEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    submitKyc: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KycRequest"];
            };
        };
        responses: {
            /** @description The account after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvestmentAccountEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    setInvestmentAccountStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvestmentStatusRequest"];
            };
        };
        responses: {
            /** @description The account after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvestmentAccountEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listKycCases: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only cases in this state. */
                state?: "none" | "submitted" | "approved" | "rejected" | "expired";
                /**
                 * @description A tenant other than the caller's; for super_admin.
                 * @example 019bc0f2-6a80-7000-8000-000000000027
                 */
                tenantId?: components["parameters"]["TenantIdFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cases, earliest submission first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KycCaseListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getKycCase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 019bc0f2-6a80-7000-8000-000000000014
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KycCaseEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getMyKyc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonKycEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    submitMyKyc: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonKycSubmission"];
            };
        };
        responses: {
            /** @description The case after the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonKycEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listKycPersons: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only cases in this state. If missing, those that are waiting (`submitted`); with `userId`, the case in any
                 *     state.
                 */
                state?: "none" | "submitted" | "approved" | "rejected" | "expired";
                /** @description Only the case of this user. The list is empty if the user has never submitted anything. */
                userId?: string;
                /**
                 * @description A tenant other than the caller's; for super_admin.
                 * @example 019bc0f2-6a80-7000-8000-000000000027
                 */
                tenantId?: components["parameters"]["TenantIdFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cases, earliest submission first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonKycListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getKycPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A person's KYC case.
                 * @example 019bc0f2-6a80-7000-8000-000000000013
                 */
                caseId: components["parameters"]["KycCaseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonKycEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    decideKycPerson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A person's KYC case.
                 * @example 019bc0f2-6a80-7000-8000-000000000013
                 */
                caseId: components["parameters"]["KycCaseId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KycDecisionRequest"];
            };
        };
        responses: {
            /** @description The case after the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonKycEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    receiveKycCallback: {
        parameters: {
            query?: never;
            header?: {
                /** @description The callback's id, the same when it is sent again. */
                "webhook-id"?: string;
                /** @description When it was sent, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description One or more signatures separated by spaces, each `v1,` and Base64. */
                "webhook-signature"?: string;
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JSONObject"];
            };
        };
        responses: {
            /** @description Received, and whether it has changed the case. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KycCallbackEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connections, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionListEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A connection of the caller to an account at an exchange or broker.
                 * @example 019bc0f2-6a80-7000-8000-000000000016
                 */
                connectionId: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    disconnectAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A connection of the caller to an account at an exchange or broker.
                 * @example 019bc0f2-6a80-7000-8000-000000000016
                 */
                connectionId: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A connection of the caller to an account at an exchange or broker.
                 * @example 019bc0f2-6a80-7000-8000-000000000016
                 */
                connectionId: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConnectionRequest"];
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getConnectionHoldings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A connection of the caller to an account at an exchange or broker.
                 * @example 019bc0f2-6a80-7000-8000-000000000016
                 */
                connectionId: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The holdings, most valuable first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionHoldingsEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getInvestmentPerformance: {
        parameters: {
            query?: {
                /** @description The period that the figures cover. */
                period?: "week" | "month" | "quarter" | "year" | "all";
                /** @description One account; all of them if missing. */
                accountId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PerformanceEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getInvestmentAnalytics: {
        parameters: {
            query?: {
                /** @description One account; all of them if missing. */
                accountId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyticsEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listPortfolios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The portfolios: the primary one, the paper one, then the others, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortfolioListEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createPortfolio: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePortfolioRequest"];
            };
        };
        responses: {
            /** @description The portfolio. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortfolioEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getPortfolio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The portfolio. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortfolioEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updatePortfolio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePortfolioRequest"];
            };
        };
        responses: {
            /** @description The portfolio after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortfolioEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listAllocations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The allocations, largest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllocationListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    setTargets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TargetsRequest"];
            };
        };
        responses: {
            /** @description The allocations with their new targets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllocationListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getPortfolioPerformance: {
        parameters: {
            query?: {
                /** @description The period that the days cover. */
                period?: "week" | "month" | "3months" | "year" | "all";
            };
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One point per UTC day, oldest first; the last one is live. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortfolioPerformanceEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listGoals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The goals, earliest date first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createGoal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGoalRequest"];
            };
        };
        responses: {
            /** @description The goal. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    deleteGoal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
                /**
                 * @description A goal of the portfolio.
                 * @example 019bc0f2-6a80-7000-8000-000000000018
                 */
                goalId: components["parameters"]["GoalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateGoal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
                /**
                 * @description A goal of the portfolio.
                 * @example 019bc0f2-6a80-7000-8000-000000000018
                 */
                goalId: components["parameters"]["GoalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateGoalRequest"];
            };
        };
        responses: {
            /** @description The goal after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    previewRebalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A portfolio of the caller.
                 * @example 019bc0f2-6a80-7000-8000-000000000017
                 */
                portfolioId: components["parameters"]["PortfolioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A preview; nothing is traded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RebalanceEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listCourses: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The slug of the brand whose courses are shown together with the platform's, for requests without an access
                 *     token. If missing, it is the brand whose domain is the page's or the request's host, as in `GET /brand`, else
                 *     `default`. With a valid token it is ignored: the user sees the courses of their own brand.
                 * @example default
                 */
                tenant?: components["parameters"]["Brand"];
                /** @description Only courses of this level. */
                level?: components["schemas"]["CourseLevel"];
                /** @description Only free courses, or only paid ones. */
                isFree?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of courses, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createCourse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCourseRequest"];
            };
        };
        responses: {
            /** @description The course, which is a draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseDetailEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listFeaturedCourses: {
        parameters: {
            query?: {
                /**
                 * @description The slug of the brand whose courses are shown together with the platform's, for requests without an access
                 *     token. If missing, it is the brand whose domain is the page's or the request's host, as in `GET /brand`, else
                 *     `default`. With a valid token it is ignored: the user sees the courses of their own brand.
                 * @example default
                 */
                tenant?: components["parameters"]["Brand"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The courses in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseArrayEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    setFeaturedCourses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeaturedRequest"];
            };
        };
        responses: {
            /** @description The courses in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseArrayEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    searchCourses: {
        parameters: {
            query: {
                /** @description Words from the title, the description or the lessons; the last one may be incomplete. */
                q: string;
                /**
                 * @description The slug of the brand whose courses are shown together with the platform's, for requests without an access
                 *     token. If missing, it is the brand whose domain is the page's or the request's host, as in `GET /brand`, else
                 *     `default`. With a valid token it is ignored: the user sees the courses of their own brand.
                 * @example default
                 */
                tenant?: components["parameters"]["Brand"];
                /** @description Only courses of this level. */
                level?: components["schemas"]["CourseLevel"];
                /** @description The maximum number of courses. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The courses, best match first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseArrayEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getCourse: {
        parameters: {
            query?: {
                /**
                 * @description The slug of the brand whose courses are shown together with the platform's, for requests without an access
                 *     token. If missing, it is the brand whose domain is the page's or the request's host, as in `GET /brand`, else
                 *     `default`. With a valid token it is ignored: the user sees the courses of their own brand.
                 * @example default
                 */
                tenant?: components["parameters"]["Brand"];
            };
            header?: never;
            path: {
                /** @description The course's id, or its slug. */
                courseId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The course. The lessons have no content. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseDetailEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCourseRequest"];
            };
        };
        responses: {
            /** @description The course after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseDetailEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getCourseThumbnail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture, 640 by 360. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description How long the picture may be cached. */
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    publishCourse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The course. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseDetailEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    archiveCourse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The course. Enrolled users keep access. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseDetailEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createLesson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLessonRequest"];
            };
        };
        responses: {
            /** @description The lesson, at the end of the course. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    orderLessons: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LessonOrderRequest"];
            };
        };
        responses: {
            /** @description The course. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseDetailEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    enroll: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The enrollment; while it is active, the same one again. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    cancelEnrollment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ended enrollment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgressEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A lesson of the course.
                 * @example 019bc0f2-6a80-7000-8000-000000000020
                 */
                lessonId: components["parameters"]["LessonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lesson. Its content is only for enrolled users, unless it is a preview. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    updateLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A lesson of the course.
                 * @example 019bc0f2-6a80-7000-8000-000000000020
                 */
                lessonId: components["parameters"]["LessonId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLessonRequest"];
            };
        };
        responses: {
            /** @description The lesson after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    completeLesson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A lesson of the course.
                 * @example 019bc0f2-6a80-7000-8000-000000000020
                 */
                lessonId: components["parameters"]["LessonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress in the course. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgressEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listQuizAttempts: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description A lesson of the course.
                 * @example 019bc0f2-6a80-7000-8000-000000000020
                 */
                lessonId: components["parameters"]["LessonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuizAttemptListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    attemptQuiz: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description A lesson of the course.
                 * @example 019bc0f2-6a80-7000-8000-000000000020
                 */
                lessonId: components["parameters"]["LessonId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttemptQuizRequest"];
            };
        };
        responses: {
            /** @description The attempt, and the progress in the course. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuizResultEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listMyCourses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The courses with the enrollment, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyCourseListEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The serial shown on the certificate.
                 * @example K3X9Q-0VHT7-2MRWD-7A1BC
                 */
                serial: components["parameters"]["Serial"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listAllCourses: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only courses in this state. */
                status?: components["schemas"]["CourseStatus"];
                /** @description Only the platform's courses, or only the brand's. */
                scope?: components["schemas"]["Scope"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of courses, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getAuthoredCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The course.
                 * @example 019bc0f2-6a80-7000-8000-000000000019
                 */
                courseId: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The course. The lessons have no content. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseDetailEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getAuthoredLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A lesson of the course.
                 * @example 019bc0f2-6a80-7000-8000-000000000020
                 */
                lessonId: components["parameters"]["LessonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lesson. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    checkout: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. It is required because
                 *     money moves. For 24 hours, repeating the request with the same key and content returns the stored response and
                 *     moves nothing; different content is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutRequest"];
            };
        };
        responses: {
            /** @description Where to pay. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createDeposit: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. It is required because
                 *     money moves. For 24 hours, repeating the request with the same key and content returns the stored response and
                 *     moves nothing; different content is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositRequest"];
            };
        };
        responses: {
            /** @description Where to pay. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listWithdrawals: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only withdrawals with this status. */
                status?: components["schemas"]["WithdrawalStatus"];
                /** @description The caller's own, or for admins all of the tenant. */
                scope?: "own" | "tenant";
                /** @description Only those of this user of the tenant. Requires `scope=tenant`; otherwise it is a `VALIDATION_ERROR`. */
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of withdrawals, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    createWithdrawal: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. It is required because
                 *     money moves. For 24 hours, repeating the request with the same key and content returns the stored response and
                 *     moves nothing; different content is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalRequest"];
            };
        };
        responses: {
            /** @description The withdrawal. Its amount is held until an admin decides. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The withdrawal.
                 * @example 019bc0f2-6a80-7000-8000-000000000021
                 */
                withdrawalId: components["parameters"]["WithdrawalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The withdrawal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    decideWithdrawal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The withdrawal.
                 * @example 019bc0f2-6a80-7000-8000-000000000021
                 */
                withdrawalId: components["parameters"]["WithdrawalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalDecision"];
            };
        };
        responses: {
            /** @description The withdrawal after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    cancelWithdrawal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The withdrawal.
                 * @example 019bc0f2-6a80-7000-8000-000000000021
                 */
                withdrawalId: components["parameters"]["WithdrawalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The withdrawal after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    markWithdrawalPaid: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The withdrawal.
                 * @example 019bc0f2-6a80-7000-8000-000000000021
                 */
                withdrawalId: components["parameters"]["WithdrawalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalPaid"];
            };
        };
        responses: {
            /** @description The withdrawal after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    markWithdrawalFailed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The withdrawal.
                 * @example 019bc0f2-6a80-7000-8000-000000000021
                 */
                withdrawalId: components["parameters"]["WithdrawalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalFailure"];
            };
        };
        responses: {
            /** @description The withdrawal after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only payments with this status. */
                status?: components["schemas"]["PaymentStatus"];
                /** @description The caller's own, or for admins all of the tenant. */
                scope?: "own" | "tenant";
                /** @description Only those of this user of the tenant. Requires `scope=tenant`; otherwise it is a `VALIDATION_ERROR`. */
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    receiveStripeEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The time and the signatures, as sent by Stripe. */
                "Stripe-Signature"?: string;
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JSONObject"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment.
                 * @example 019bc0f2-6a80-7000-8000-000000000024
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    cancelPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment.
                 * @example 019bc0f2-6a80-7000-8000-000000000024
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. It is required because
                 *     money moves. For 24 hours, repeating the request with the same key and content returns the stored response and
                 *     moves nothing; different content is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path: {
                /**
                 * @description The payment.
                 * @example 019bc0f2-6a80-7000-8000-000000000024
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefundRequest"];
            };
        };
        responses: {
            /** @description The refund. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listModels: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description An instrument, case-insensitive. */
                symbol?: string;
                /** @description Only models with this horizon. */
                horizon?: components["schemas"]["Horizon"];
                /** @description Only versions with this status. */
                status?: components["schemas"]["ModelStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of models, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    trainModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrainModelRequest"];
            };
        };
        responses: {
            /** @description The version to be trained. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The model.
                 * @example 019bc0f2-6a80-7000-8000-000000000022
                 */
                modelId: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDetailEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    promoteModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The model.
                 * @example 019bc0f2-6a80-7000-8000-000000000022
                 */
                modelId: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model, which now serves. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getScorecard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The model.
                 * @example 019bc0f2-6a80-7000-8000-000000000022
                 */
                modelId: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scorecard. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScorecardEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listPredictions: {
        parameters: {
            query?: {
                /**
                 * @description The page of the list, starting with 1.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The maximum number of items per page.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description An instrument, case-insensitive. */
                symbol?: string;
                /** @description Only predictions with this horizon. */
                horizon?: components["schemas"]["Horizon"];
                /** @description Only predictions with this outcome. */
                outcome?: components["schemas"]["PredictionOutcome"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of predictions, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PredictionListEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    predict: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that you choose for this request: printable ASCII characters, best a random UUID. For 24 hours, repeating
                 *     the request with the same key and content returns the stored response and does nothing else; different content
                 *     is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PredictRequest"];
            };
        };
        responses: {
            /** @description The prediction. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PredictionEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    getPrediction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The prediction.
                 * @example 019bc0f2-6a80-7000-8000-000000000023
                 */
                predictionId: components["parameters"]["PredictionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prediction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PredictionEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
}
