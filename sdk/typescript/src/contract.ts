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
         * @description An email is unique within its brand; one person may be a customer of several. A session in a cookie is `FORBIDDEN` to
         *     pages of other origins.
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
         * @description Answers with tokens or, when the account has a second factor, with a challenge to be completed by
         *     `POST /auth/login/2fa`. Five failures within fifteen minutes lock the email of a brand for the caller's address. A wrong
         *     password, an email that nobody has and a brand that there is not are the same INVALID_CREDENTIALS.
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
         * @description The code is one of the authenticator app, or an unused backup code.
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
         * @description Answers with what `navigator.credentials.get` wants: pass `publicKey` to
         *     `PublicKeyCredential.parseRequestOptionsFromJSON`. Nobody is named: the person chooses among the passkeys of their
         *     device. With the `challengeToken` of a log-in that asks for the second factor, only passkeys of that account count.
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
         * @description `credential` is what `navigator.credentials.get` gave, as its `toJSON()`. The options are good for one try within
         *     five minutes. A passkey shows that a device and its owner are there, so no second factor is asked for; with the
         *     `challengeToken` of a log-in it is that second factor, and the one for which the options were made.
         *     A passkey whose counter goes back has been copied: it is refused and switched off, and its owner is told by mail.
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
         * @description A refresh token is used once. Within thirty seconds the same exchange may be repeated and returns the same
         *     refresh token, so that two tabs do not log each other out; any later use of a spent token ends the session.
         *
         *     A page whose session is in the cookie sends no token: the cookie is exchanged for the next one. It must be a page
         *     of the API's own origin or of one that the brand allows (FORBIDDEN).
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
         * End this session, the others, or all
         * @description A session that was in a cookie is taken out of it.
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
         * Who the caller is
         * @description The caller's own account, as it is now: role, brand, what is verified, and the display name. An API key sees its owner.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        /**
         * Leave for good
         * @description Erases the caller: what tells who they were is removed, the books stay under an id behind which there is nobody any
         *     more. All sessions end at once, and nobody is known by the email any more; what there may be much of, such as
         *     messages and entries of the audit log, is erased within a short time after. It is refused with `CONFLICT` while something is left that only they can settle:
         *     money, open positions, working orders, investment accounts that are not closed, accounts elsewhere that are not
         *     disconnected, payments and withdrawals that are not decided. It is refused in the same way to an admin or super_admin:
         *     another administrator takes the role from them first. What they did to others stays in the audit log with the IP
         *     address and the browser, and with their email that they lost the role, for as long as the log is kept.
         */
        delete: operations["deleteMe"];
        options?: never;
        head?: never;
        /**
         * Change what the caller is called, and where they are
         * @description Fields that are left out stay as they are; an empty text removes a field. Certificates and signals carry the display
         *     name that their holder or author has when they are issued or published; without one they show the email with its
         *     middle hidden.
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
         * The caller's log-ins, and attempts at them
         * @description What the audit log has of it: when, from where, how, and whether it succeeded. A list reaches 10,000 entries, and
         *     `meta.total` counts no further.
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
         * Everything that is held of the caller
         * @description A file of JSON lines. The first is about the file (`userId`, `exportedAt`); each other one is a row of what is held
         *     and the table that it is of (`table`, `row`), times as times and amounts as decimals, opened what is kept sealed.
         *     What opens something, such as the hash of a password, is left out. A user reads two files at a time (`RATE_LIMITED`).
         *     The connection is cut when the session ends.
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
         * Show the password or a passkey again
         * @description Operations that guard the account want a log-in at most fifteen minutes old and answer
         *     `REAUTHENTICATION_REQUIRED` otherwise. Send `password`, and `code` when the account has a second factor; or
         *     `passkey` alone, for the options of `POST /auth/reauthenticate/options`.
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
         * Begin to show a passkey again
         * @description Answers with what `navigator.credentials.get` wants for one of the caller's own passkeys. The result is the `passkey`
         *     of `POST /auth/reauthenticate`. An account without passkeys is a `CONFLICT`.
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
         * The caller's open sessions
         * @description Every device on which the caller is logged in. `isCurrent` marks the session that asks.
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
         * @description The device is refused from its next request on (`SESSION_REVOKED`). The current session may be ended too. Another user's
         *     session is `NOT_FOUND`.
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
         * Confirm an email with the token that was mailed
         * @description No log-in is needed: the token of the mail is enough. A link that is opened again succeeds again and does nothing; a
         *     token that was never sent, was replaced or is too old is `TOKEN_INVALID`.
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
         * Send the verification mail again
         * @description To the caller's own address. The link of the mail before stops working. Asked for too often it is `RATE_LIMITED`.
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
         * Ask for another email
         * @description Wants a recent log-in. A link goes to the new address and one to the present address; the email changes when both
         *     were confirmed with `POST /auth/email/change/confirm` within 48 hours. The present address also gets a link that stops
         *     it. Asking again stops what was asked for before. The answer does not tell whether somebody has the new address already.
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
         * Confirm a change of email with a token that was mailed
         * @description The second of both confirmations changes the email and ends every session but the one that asked for it. A link that
         *     is opened again answers with how the change stands. `EMAIL_ALREADY_REGISTERED` when somebody else has registered the
         *     new address in the meantime.
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
         * Stop a change of email with the token that was mailed to the present address
         * @description No log-in is needed: the token of the mail is enough. A link that is opened again succeeds again. `TOKEN_INVALID` when
         *     the email has changed already.
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
         * Ask for a mail to reset the password
         * @description Answers 202 whether or not there is such an account, and such a brand.
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
         * Set a new password with the token that was mailed
         * @description Ends every session of the account.
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
         * Set a new password
         * @description Ends every other session of the account.
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
         * Begin to set a second factor up
         * @description Wants a recent log-in. The factor is on once `POST /auth/2fa/verify` has seen a code.
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
         * @description Wants a recent log-in and a code of the app that `POST /auth/2fa/setup` has set up. A wrong code is `INVALID_OTP`;
         *     `CONFLICT` when no set-up was begun or the factor is on already.
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
         * @description Wants a recent log-in and a code of the authenticator app, or an unused backup code.
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
         * The unused backup codes
         * @description Wants a log-in at most fifteen minutes old that showed the second factor, otherwise `REAUTHENTICATION_REQUIRED`:
         *     a session that is older than the second factor shows a code with POST /auth/reauthenticate first. The list is
         *     empty while the second factor is off.
         */
        get: operations["listBackupCodes"];
        put?: never;
        /**
         * A new set of backup codes
         * @description Wants a recent log-in. The codes of the old set stop working.
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
         * The caller's API keys
         * @description Those that were not revoked, the newest first. The keys themselves are never shown again.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key for a server of the caller's
         * @description Wants a recent log-in. The answer is the only place that shows the key; we keep its hash. It is sent as
         *     `Authorization: Bearer bourse_…` and acts as its owner, with the role that the owner has at the time, within its
         *     scopes. No key reaches what guards the account (log-in, factors, keys, email, deletion), changes roles or wants a
         *     recent log-in: such an operation in `scopes` is FORBIDDEN, and so is calling it. A user has at most 50 keys.
         *
         *     A repeated Idempotency-Key makes no second key and shows none: it is answered with 409.
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
         * @description It is refused from its next request on, and what it has open ends.
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
         * The caller's passkeys
         * @description With the name that the owner gave each, when it was made and when it was last used.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey that the browser has made
         * @description `credential` is what `navigator.credentials.create` gave for the options of `POST /auth/passkeys/options`, as its
         *     `toJSON()`. The options are good for one try within five minutes, in the same session. Wants a recent log-in. The
         *     owner is told by mail.
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
         * @description Answers with what `navigator.credentials.create` wants: pass `publicKey` to
         *     `PublicKeyCredential.parseCreationOptionsFromJSON`. Passkeys belong to the domain of the brand's app and ask the
         *     person for a fingerprint, a face or a PIN. Wants a recent log-in; more than 20 passkeys are a `CONFLICT`.
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
         * @description Wants a recent log-in. The passkey opens no session any more; the owner is told by mail.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        /**
         * Give a passkey another name
         * @description The name is for its owner only. Another user's passkey is `NOT_FOUND`.
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
         * @description Sends a text message with a code of six digits; the newest code is the only one that counts. A number that cannot be is
         *     `INVALID_PHONE_NUMBER`; within a minute of the last code it is `OTP_COOLDOWN`, and `RATE_LIMITED` when the user, the
         *     number, the network or the country had too many.
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
         * Confirm the phone number with the code
         * @description A wrong code is `INVALID_OTP` and spends one of five tries, and one of fifteen a day of all codes together
         *     (`OTP_ATTEMPTS_EXCEEDED`). Without a code that is still good it is `OTP_EXPIRED`.
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
         * The users of a tenant
         * @description For admins, of their own tenant. A super_admin may name another one.
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
                 * @description A user of the caller's tenant; any for super_admin.
                 * @example 019bc0f2-6a80-7000-8000-000000000004
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * One user
         * @description For admins, of their own tenant (`NOT_FOUND` otherwise); a super_admin sees the users of every tenant.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a user's role or suspend the account
         * @description Takes effect on the user's next request. Nobody changes their own account here, nor gives or takes a role
         *     above their own, so the last super_admin cannot be removed. To change `role` wants a log-in at most 15 minutes old
         *     (`REAUTHENTICATION_REQUIRED`). `suspended: true` ends the user's sessions. Signals that the user may not publish any more expire. A person who
         *     has left is a `CONFLICT`.
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
         * What happened in a tenant, and who did it
         * @description For admins, of their own tenant: every security event and every act of an administrator in any area, with what it
         *     changed. A super_admin may name another tenant. A list reaches 10,000 entries, and `meta.total` counts no further:
         *     narrow it, or go back in time with `before`: the `createdAt` of the last one, which is rounded down, and a millisecond more,
         *     without those that were read.
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
         * All tenants
         * @description For super_admin.
         */
        get: operations["listTenants"];
        put?: never;
        /**
         * A new tenant
         * @description For super_admin. Its people register with its `slug`, which nobody else has (`CONFLICT`).
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
                 * @description Id of the tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        /**
         * One tenant and its brand
         * @description For admins of the tenant; a super_admin sees every tenant.
         */
        get: operations["getTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a tenant's brand
         * @description For admins of the tenant; a super_admin changes every tenant. What is left out stays, and what is empty follows
         *     the installation's brand again. Only a super_admin sets `domains`, whose pages may call the API and whose log-ins
         *     are the tenant's: a domain of another tenant is a CONFLICT. For everybody else `appUrl` and `mailSenderAddress`
         *     must lie in these domains, since the links of mails lead to the one and customers trust the other. To change any of
         *     the three wants a log-in at most 15 minutes old (`REAUTHENTICATION_REQUIRED`), which an API key never has
         *     (`FORBIDDEN`).
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
                 * @description Id of the tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        /**
         * The mails that a tenant's people get
         * @description Every kind of mail with its variables, how the platform writes it and how the tenant does, if it has its own.
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
                 * @description Id of the tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description What the mail is for, as the list of templates names it.
                 * @example verify_email
                 */
                kind: components["parameters"]["MailKind"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Write a mail in the tenant's own words
         * @description `{{.Values.name}}` stands for one of the kind's variables, `{{.Brand.ProductName}}` for the brand (also AppURL,
         *     SupportAddress, LogoURL, PrimaryColor, AccentColor), and `{{if .Values.name}}…{{else}}…{{end}}` chooses, with `eq`, `ne`, `not`,
         *     `and` and `or`; there is nothing else. A variable that is a link opens an account: in the text it stands between
         *     spaces or lines, in HTML it is the text of an element or the whole `href` of an `a`, and in a subject it does not
         *     stand. HTML is made of listed elements and attributes, which are what mails need: text, tables, images, links and
         *     inline styles, and no style sheets, so that nothing beside a link can read it. Within a tag, choices and values
         *     stand inside the values of attributes only. A template that breaks a rule, or that cannot be written with sample
         *     values, is refused with the field and the reason. Wants a recent log-in.
         */
        put: operations["setMailTemplate"];
        post?: never;
        /**
         * Write a mail as the platform does
         * @description Wants a recent log-in. A mail that has no words of the tenant's own stays as it is.
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
                 * @description Id of the tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description What the mail is for, as the list of templates names it.
                 * @example verify_email
                 */
                kind: components["parameters"]["MailKind"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A mail as it would look
         * @description With sample values: of the template in the body, and without a body of the one that is in use. Nothing is
         *     stored or sent. Show the HTML in a frame without rights (`sandbox`).
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
                 * @description Id of the tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description What the mail is for, as the list of templates names it.
                 * @example verify_email
                 */
                kind: components["parameters"]["MailKind"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A sample of a mail to the caller
         * @description It goes to the caller's own address, with sample values; at most ten in a quarter of an hour.
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
         * How the platform calls itself here
         * @description The brand of the tenant that is named, or else of the one whose domains hold the calling page's origin, or else
         *     the name under which the platform was called; without any, that of the installation. It may be kept for a minute.
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
         * How the installation does
         * @description For admins, and the same for a super_admin. The process that answers tells of itself as it is now, and of the others what
         *     they said of themselves, which each does every minute. Parts outside are in trouble when any process finds
         *     so. Queues are those of the caller's tenant where it is known whose something is. Nothing secret is told, and nothing
         *     of other tenants. Load balancers ask `/readyz`, which needs no token.
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
         * The tenant's endpoints
         * @description For admins, of their own tenant.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * A new endpoint
         * @description A tenant has one endpoint for each URL, and at most as many endpoints as the operator allows (1,000 unless set
         *     otherwise): one more is a CONFLICT. Without a `signingSecret` one is made; an empty one asks for none. It is
         *     shown in clear in this answer only; later it, the secrets in `authConfig` and the values of `customHeaders`
         *     come back masked.
         *
         *     `authConfig` by `authType`: basic {username, password} · bearer {token} · hmac {secret, header, algorithm
         *     (sha256, sha512), encoding (hex, base64)} · oauth2 {tokenUrl, clientId, clientSecret, scopes}.
         *
         *     `filters` are conditions over the delivered body: dotted paths with a value, or with $eq $ne $in $nin $gt $gte
         *     $lt $lte $exists $prefix; $and, $or and $not combine them.
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
         * One endpoint
         * @description For admins, of their own tenant; another tenant's is `NOT_FOUND`. One that cannot be read any more is shown with the
         *     reason why it is broken.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Remove an endpoint with its deliveries
         * @description The endpoint is gone and its URL free at once. Its deliveries can no longer be read and are removed in the
         *     background.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change an endpoint
         * @description What is left out stays; a secret that is sent back masked stays too. Another URL has to be verified again.
         *     Switching an endpoint off skips what is pending, a large endpoint's in the background; `recover` can send it
         *     later. A `broken` endpoint is mended by sending what cannot be read again.
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
         * Ask the receiver to echo a challenge
         * @description Sends `{"type": "webhook.verification", "data": {"challenge": …}, …}`. The receiver answers 2xx with the
         *     challenge as its body, or with `{"challenge": …}`, within ten seconds. CONFLICT when it does not, and RATE_LIMITED
         *     beyond two at a time of a tenant.
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
         * @description For admins. Sends an event of the type `webhook.test` to this endpoint only, whatever it is subscribed to. `CONFLICT`
         *     while the endpoint is switched off or broken.
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
         * A new signing secret
         * @description The new secret is shown in clear in this answer only. The former one signs too for 24 hours. While five former ones do, another rotation is RATE_LIMITED; setting `signingSecret` ends them all.
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
         * Send again what was exhausted or skipped since a time
         * @description The oldest go first. Of many deliveries the first are on their way with the answer, and the rest follow in the
         *     background while `state` is `running`; ask for the recovery to see how far it is. What was skipped because the
         *     endpoint was broken is sent only if its present subscription and filters want it, and what is older than deliveries
         *     are kept is not. CONFLICT while the endpoint is not active or is broken.
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
         * How far a recovery has come
         * @description A recovery can be asked for until seven days after its end, and while its endpoint is there.
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
         * The deliveries of an endpoint
         * @description For admins, of their own tenant. Pages go back in time: `before` is the `meta.next` of the page before. With `status` or
         *     `eventType` some thousands of deliveries are looked through for a page: one may have fewer than `limit`, even none,
         *     and go on. The list is at its end when there is no `meta.next`.
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
         * How an endpoint does now
         * @description For admins, of their own tenant: what waits, what came of the last hour's and the last day's deliveries, and how much of
         *     the rate limits is used. Every figure is counted when it is asked for, from at most 10,000 deliveries.
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
         * The deliveries of all endpoints
         * @description For admins, of their own tenant: one list of what goes to all its endpoints. Pages go back in time: `before` is the
         *     `meta.next` of the page before. With `status` or `eventType` some thousands of deliveries are looked through for a page:
         *     one may have fewer than `limit`, even none, and go on. The list is at its end when there is no `meta.next`. What
         *     is published meanwhile is on no later page and moves nothing.
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
         * One delivery with all its attempts
         * @description For admins, of their own tenant. Each attempt has the request as it was sent, the answer and how long it took. Secrets
         *     in headers are masked.
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
         * Send a delivery again that was exhausted or skipped
         * @description For admins. Its retries begin anew. One that is pending, has succeeded or is older than deliveries are kept, and one whose
         *     endpoint is switched off or broken, is a `CONFLICT`.
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
         * What was published for the tenant
         * @description For admins, of their own tenant: the platform's events and the tenant's own. Pages go back in time: `before` is the
         *     `meta.next` of the page before. With `type` some thousands of events are looked through for a page: one may have fewer
         *     than `limit`, even none, and go on. The list is at its end when there is no `meta.next`.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        /**
         * Publish an event of the tenant's own
         * @description The type begins with `custom.`. Answered once the event is stored; it is delivered from then on.
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
         * Publish many events of the tenant's own
         * @description Up to 1,000 events in one call: all of them are stored, or none. The types begin with `custom.`. Answered once they are
         *     stored; they are delivered from then on, each by itself. The body has at most 1 MiB, as every body has: about 1 KiB an event
         *     when there are 1,000. An event that cannot be taken is named by its place, such as `events[3].type`. Events that would be
         *     more than 20,000 deliveries together, one for each endpoint that wants an event whether it is active or not, are a
         *     VALIDATION_ERROR about `events`: 20 events always fit with 1,000 endpoints, and a single one always does. A call counts
         *     as one request.
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
         * The catalogue of events
         * @description For admins. What an endpoint can subscribe to; a tenant's own types begin with `custom.` and are not listed.
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
         * What can be traded
         * @description With the steps of price and quantity, the trading hours and whether the market is open now.
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
         * The latest prices
         * @description Of the symbols that are named, or of all. An unknown symbol is `NOT_FOUND`. A quote has the time at which it was made:
         *     what is too old is not traded at (`MARKET_DATA_STALE`).
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
         * Closed candles
         * @description The newest `limit` candles between `from` and `to`. The candle that is still open is not among them.
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
         * What the caller watches
         * @description The caller's own list; it is empty until it is set by `PUT /trading/watchlist`.
         */
        get: operations["getWatchlist"];
        /**
         * Choose what to watch
         * @description The list takes the place of the one before. Symbols are matched without regard to case and each is kept once, where it
         *     comes first. An unknown one is `NOT_FOUND`.
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
         * The caller's price alerts
         * @description Those that have fired or were cancelled are kept for 90 days.
         */
        get: operations["listAlerts"];
        put?: never;
        /**
         * Set a price alert
         * @description It fires once, at the first price that reaches it, by the channels that the caller has chosen for `alert_fired`: mail, to
         *     a verified address only, an event of the stream, the webhook `trading.alert.fired`. One that the price has reached already fires with the next price.
         *     At most 100 alerts of a user work at the same time; one more is a `CONFLICT`.
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
         * One price alert
         * @description The caller's own; another user's is `NOT_FOUND`.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        /**
         * Cancel a price alert
         * @description One that has fired or was cancelled is `INVALID_TRANSITION`.
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
         * By which channels the caller is told of what
         * @description The caller's own choice; what was never chosen is as the platform sets it.
         */
        get: operations["getNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose the channels
         * @description What is missing stays as it is. Of a kind without any channel there are no notices.
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
         * What the caller was told
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
         * Quotes, the caller's positions, orders and accounts, and new signals as they happen
         * @description Server-sent events: `quotes` (a list of Quote, at most one message a second), `account` (an AccountEquity of the
         *     caller: when the stream begins, and then at most once a second when it has changed), `position` (a Position of the
         *     caller that was opened, changed or closed, as it was then), `order` (an Order of the caller), `notice` (a notice to
         *     the caller) and `signal` (a Signal). A comment every fifteen seconds keeps the connection open.
         *
         *     What must not be missed has an `id`: positions, orders, notices and signals. A client that was cut off names the
         *     last one it saw, in the header `Last-Event-ID` as an `EventSource` does by itself, or in `lastEventId`, and is told
         *     everything behind it once and in order, whichever server it reaches; then the stream goes on. The stream begins
         *     with an `id`, so that there is always one. Changes are kept for a day. An `id` that is unknown, older than that or
         *     followed by more than a thousand events ends the stream with the reason `missed`, whose `id` is that of now: read
         *     the lists again and go on behind it.
         *
         *     The stream lives as long as the session, across its access tokens, and ends with an event `end`
         *     whose data says why: `{"reason": "session_ended"}`, or `account_suspended`, `draining` (the server stops: connect
         *     again), `slow` (the client did not keep up: connect again), `missed` (see above) or `unavailable` (whether the
         *     session goes on cannot be found out now).
         *
         *     A user has at most five streams open, on all servers together; another one is 429 `RATE_LIMITED`. An `EventSource`,
         *     which cannot send a token, opens the stream with a `ticket`, see POST /trading/stream/tickets.
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
         * A ticket for an EventSource
         * @description Opens one stream, `GET /trading/stream?ticket=…`, without a token: the `EventSource` of browsers cannot send one. It
         *     can be used once, for a minute, and belongs to the session that asks for it: the stream ends with that. Who comes
         *     back after an interruption asks for another one and names the last event in `lastEventId`.
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
         * The bots
         * @description The platform's and those of the caller's brand.
         */
        get: operations["listBots"];
        put?: never;
        /**
         * Add a bot
         * @description For admins, whose bots are their brand's. A super_admin's are the platform's unless `scope` says otherwise. Names are
         *     unique among the bots of one owner. The bot gets a paper account of its own.
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
         * One bot
         * @description Another brand's is NOT_FOUND.
         */
        get: operations["getBot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a bot or its state
         * @description For admins of the brand that has the bot; the platform's, the agents among them, are for super_admin, and FORBIDDEN to
         *     others. States: stopped → active; active ↔ paused (no entries, exits go on); active or paused → stopped (its
         *     signals expire); error → active or stopped. Others are INVALID_TRANSITION. At most 100 bots of an owner are not stopped:
         *     to take up one more is a `CONFLICT`.
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
         * @description Without a body the subscription is `manual`: the bot's signals are counted and executed by hand. `auto` executes
         *     every entry and exit of the bot in proportion to `allocatedCapital` and ends by itself when its loss reaches
         *     `copyStopPercent` of that capital. Sizes under the subscription stand on `allocatedCapital`; what the active
         *     subscriptions of an account allocate is together at most what the account is worth (422 INSUFFICIENT_FUNDS).
         *     `accountId` is one of the caller's investment accounts that is active (409 ACCOUNT_NOT_ACTIVE otherwise); the paper account
         *     when missing. Each account follows a bot once, and executes its signals for itself.
         *     Following a bot again takes up what is still open of it: the bot's exits close that too.
         */
        post: operations["subscribeToBot"];
        /**
         * Stop following a bot
         * @description Positions that the subscription has opened stay open, for the caller to close, unless `closePositions` is true: then they are
         *     closed at the market with the exit reason `manual`, those of closed markets as soon as they open. Nothing is copied any more
         *     once this is answered. Not following the bot is NOT_FOUND.
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
         * What a bot's account was worth, day by day
         * @description One point for each UTC day that is over, at its end, since the bot began, and a last one for now. Another brand's bot is NOT_FOUND.
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
         * What a bot has closed on its own account
         * @description One entry for each closing fill, as in the history of a user. Another brand's bot is NOT_FOUND.
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
         * Signals
         * @description The platform's and those of the caller's brand.
         */
        get: operations["listSignals"];
        put?: never;
        /**
         * Publish a signal
         * @description For analysts, whose signals are their brand's. A super_admin's are the platform's unless `scope` says otherwise. `price` is the market's mark when it is missing.
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
         * One signal
         * @description Another brand's is NOT_FOUND.
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
         * @description An entry opens one position at the market. Without `quantity` it is sized by risk, and is at most a tenth of what the
         *     account is worth, or of the capital of the subscription that the account follows the bot with; a `quantity` of your
         *     own only has to be paid for. An exit closes the open positions of that symbol and side on the account that came from
         *     the same bot, or the same analyst; at a connected exchange it is a `CONFLICT` while orders close all of these already.
         *     An entry is a `CONFLICT` while 1000 positions are open on the account, as many as there may be; an exit is not.
         *     `accountId` is one of the caller's investment accounts; the paper account when missing. A signal is executed once by
         *     each user.
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
         * What executing a signal would do
         * @description Answers what `execute` with the same body would do at this moment, and does nothing. What would be refused is told with
         *     the code that executing would fail with and `allowed` false; only NOT_FOUND and VALIDATION_ERROR are failures here too.
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
         * Orders
         * @description The caller's orders, the newest first.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description Every order opens one position of its own, long for `buy` and short for `sell`; positions are never netted. A `market`
         *     order fills at once, at the ask or the bid with slippage. A `limit` order fills at its limit or better and never slips: at
         *     once when the market is there already, else on the tick that reaches it. A `stop` order becomes a market order on the tick
         *     that reaches its price. A price that jumps over the order's fills at the price it jumps to, better than a limit and worse
         *     than a stop. A market that is closed takes limit and stop orders, which wait, and no market order (MARKET_CLOSED).
         *
         *     A working order holds what it will cost, `held`: quantity × price with slippage and fee. It counts as the account's money
         *     and cannot be withdrawn. Where a jump makes a fill dearer than what is held, free cash pays; where that does not reach,
         *     as much is filled as the money pays in lots, and the order is `rejected` when it does not pay one. It is `rejected` too
         *     when its price is reached while as many positions are open on the account as there may be.
         *
         *     Codes: NOT_FOUND (symbol, account), QUANTITY_TOO_SMALL, INSUFFICIENT_FUNDS, ACCOUNT_NOT_ACTIVE, MARKET_CLOSED,
         *     MARKET_DATA_STALE, PRICE_MOVED (the market has reached `stopPrice`, or the position's stop or target, already), CONFLICT
         *     (1000 orders work on the account, 100 at an exchange; or 1000 positions are open on it, at an exchange those counted that
         *     are being bought). The order of an account at an exchange is handed over to it and filled there: it buys, and sells what is
         *     open there and no more.
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
         * What an order would do
         * @description Answers what placing the same order would do at this moment, and does nothing. What would be refused is told with the
         *     code that placing would fail with and `allowed` false; only NOT_FOUND and VALIDATION_ERROR are failures here too.
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
         * One order
         * @description Another user's is NOT_FOUND.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        /**
         * Cancel an order
         * @description What is held for it is free again. One that is filled, or has ended otherwise, is INVALID_TRANSITION. An order at an
         *     exchange goes on working until the exchange has taken it back: it may be filled first.
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
         * The caller's positions
         * @description Of all accounts of the caller, or of one. Pages go back in time: `before` is the id of the last position of the page
         *     before.
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
         * One position
         * @description The caller's own, valued at the price of now; another user's is `NOT_FOUND`.
         */
        get: operations["getPosition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change stop, target and trailing
         * @description What is missing stays as it is, 0 takes a level away. A stop must not be reached already: below the bid of a long
         *     position, above the ask of a short one; a target the other way round. A trailing stop follows the best price at which the
         *     position could be closed, `trailingPercent` behind it, in steps of a tenth of that distance, and never goes back. A position
         *     that is not open is POSITION_NOT_OPEN; whichever of the old stop and this change is first decides.
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
         * @description All of it, or `quantity` of it. At a connected exchange it is an order; `CONFLICT` while one closes the position already,
         *     or while orders that wait would sell the same: cancel those first.
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
         * Closed trades
         * @description Of all accounts of the caller. Days are those of UTC and both count; a start after the end is `VALIDATION_ERROR`.
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
         * The caller's subscriptions
         * @description Those that run and the last hundred of those that have ended, with the bot of each.
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
         * @description What is missing stays as it is. A paused subscription enters nothing, and each entry that it lets pass is recorded as skipped; the
         *     bot's exits, stops, targets and the copy-stop go on for what it has open. A new `allocatedCapital` counts from the next entry on and
         *     is at most what the account is worth less what its other subscriptions have allocated (422 INSUFFICIENT_FUNDS). A manual
         *     subscription has no copy-stop: `copyStopPercent` becomes 0 with `manual`, and 20 with `auto` when none is named. One that has ended
         *     or was stopped is INVALID_TRANSITION, another user's NOT_FOUND. One that has nothing open and has lost what it may lose after the
         *     change is answered as `stopped`.
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
         * What became of a bot's signals under a subscription
         * @description Each signal that was executed, by the subscription or by hand, or skipped, with the reason.
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
         * The caller's accounts side by side
         * @description The paper account and then the invested ones, the oldest first, closed ones too. `equity` is `cash` + `held` + `reserved` + `margin` +
         *     `unrealizedPnl`; `totalPnl` is `equity` − `netDeposits`, which is `realizedPnl` + `unrealizedPnl` − `openFees`. All figures are of one
         *     moment: the open accounts add up to /trading/portfolio, and `realizedPnl` to /trading/history.
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
         * An account's statement
         * @description Every booking of the ledger that changed what the account has, with the balance after it: what was paid in and out, fees of openings
         *     and results of closings. `balance` is `cash` + `held` + `reserved` + `margin` of the account, so that of the newest line and the
         *     unrealized profit are its equity. What is only set aside, as margin, for an order or for a withdrawal, moves nothing here. Another
         *     user's account is NOT_FOUND.
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
         * An account's statement as a file
         * @description All lines of the statement, the oldest first, as CSV (RFC 4180, UTF-8) with a header: `id, time, kind, description, amount, fee, balance,
         *     positionId, tradeId, orderId`. Texts that a spreadsheet would take for a formula begin with an apostrophe. Should it fail on the way, the
         *     connection is cut: a file that has ended is whole.
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
         * What the caller has
         * @description Adds up open accounts only. Play money and invested money are told apart and never added up: the figures at the
         *     top are those of the invested accounts, and of the paper account for who has none. `realizedPnl` is what the
         *     history adds up to at every moment; `totalPnl` is `realizedPnl` + `unrealizedPnl` − `openFees`, which is
         *     `totalValue` without what was paid in.
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
         * The caller's backtests
         * @description For analysts. They are kept for 30 days.
         */
        get: operations["listBacktests"];
        put?: never;
        /**
         * Play settings of a bot on the past
         * @description For analysts. The settings are played on stored candles in the background, by the engine, the costs and the rules for stops
         *     of bots that run: when a candle has closed the strategy decides, at the next open it trades, and in between stops and targets
         *     are held against every stored minute, or against the whole candle where its minutes are not stored (of a stop and a target in
         *     one candle the worse counts). With `botId` the settings are that bot's, and what else is named stands in their place: so an
         *     author sees what a change would have done. Without it `strategyType`, `symbols` and `riskLevel` are wanted. A bot of type `ml`
         *     cannot be tested: its models have learned from these candles. At most three of a caller's backtests wait or run (409 CONFLICT).
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
         * One backtest
         * @description For analysts. Another user's is NOT_FOUND.
         */
        get: operations["getBacktest"];
        put?: never;
        post?: never;
        /**
         * Cancel a backtest
         * @description For analysts. One that is neither queued nor running is INVALID_TRANSITION.
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
         * What a backtest has closed
         * @description For analysts. Another user's is NOT_FOUND. While the backtest runs, what it has closed so far.
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
         * The caller's investment accounts
         * @description The caller's own, closed ones too.
         */
        get: operations["listInvestmentAccounts"];
        put?: never;
        /**
         * Open an investment account
         * @description A user has at most 20 accounts that are not closed; one more is a `CONFLICT`.
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
         * Connect an external trading account
         * @description `credentials` of binance are `apiKey` and `apiSecret`, of mt4 and mt5 `login`, `password` and `server`. They are
         *     encrypted; only the last four characters ever come back. A key that may only read, and the investor password, are
         *     enough to see what the account holds; a key that may withdraw is refused.
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
         * One investment account
         * @description The caller's own, valued at the prices of now; another user's is `NOT_FOUND`.
         */
        get: operations["getInvestmentAccount"];
        /**
         * Change the risk profile
         * @description It takes effect with the next trade that the account copies. Another user's is `NOT_FOUND`, a closed account
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
         * Hand in what KYC needs, or decide on it
         * @description The owner submits `fullName`, `country`, `dateOfBirth`, `documentNumber` and, if they like, `documentType`; an
         *     admin of the tenant sends `decision` and, with a rejection, `reason`. Nobody decides on their own case, whatever
         *     their role: that is `SELF_DECISION`. With `--kyc auto` a submission is approved at once. A person has one case,
         *     which all their accounts follow: this is POST /kyc, or POST /kyc/cases/{caseId}/decision, by way of an account.
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
         * Move an account to another state
         * @description For admins of the tenant. pending_kyc → active, active ↔ suspended, → closed. Others are INVALID_TRANSITION.
         *     Nobody decides on their own account, whatever their role (SELF_DECISION); but its owner, who need not be an admin,
         *     may ask for `closed` while it is not suspended. A suspended account enters nothing; its exits and stops go on, and
         *     it follows the same agent when it is active again. Closing sells everything first. What cannot be sold now is
         *     sold when its market opens: until then the account is `suspended` with `closingSince`, and it is closed with its
         *     last position.
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
         * The KYC cases of a tenant
         * @description For admins, of their own tenant. A super_admin may name another one. One entry for each account, with the state of
         *     its owner's case; GET /kyc/cases has one for each person. Accounts that were closed while their owner's case waits
         *     are left out. What a person has handed in is not in the list.
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
         * One KYC case with what was handed in
         * @description For admins, of their own tenant; a super_admin reads every case. Whoever opens a case that has something in it is
         *     written into the audit log.
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
         * How far the platform knows the caller
         * @description The caller's own case. Who has handed nothing in has a case of the state `none`. What was handed in is not in it.
         */
        get: operations["getMyKyc"];
        put?: never;
        /**
         * Hand in what KYC needs
         * @description Once for all accounts of the person, when the state is `none`, `rejected` or `expired`, and from 30 days before an
         *     approval ends (a renewal: the approval lasts until its end whatever is decided). Anything else is
         *     INVALID_TRANSITION. Documents are named by where the operator keeps them; their content never comes here. With
         *     `--kyc auto` it is approved at once, with `--kyc http` a provider is asked, and else an administrator decides.
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
         * The KYC cases of a tenant, one a person
         * @description For admins, of their own tenant. A super_admin may name another one. What people have handed in is not in the list.
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
         * One KYC case with what was handed in
         * @description For admins, of their own tenant; a super_admin reads every case. Whoever opens a case that has something in it is
         *     written into the audit log.
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
         * Approve or reject what a person has handed in
         * @description For admins, of their own tenant; a super_admin decides on every case, and nobody on their own (SELF_DECISION). An
         *     approval activates every account of the person that waits for it; a rejection says why. A case that waits for
         *     nobody is INVALID_TRANSITION.
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
         * What the KYC provider tells
         * @description Signed as Standard Webhooks says, with the secret of `--kyc-secret`, over the bytes of the body:
         *     `{"submissionId", "decision": "approve" or "reject", "reason", "reference"}`, where `submissionId` is that of the
         *     request to the provider. The same callback may come any number of times and answers as it did the first time; one
         *     that comes too late changes nothing, and an approval that comes when a document has expired rejects the case with a
         *     `reason` that says so. It is there only with `--kyc http` (404 elsewhere), and the body is read only
         *     when the headers have the form of a signature of the last five minutes.
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
         * The caller's connections
         * @description To exchanges and brokers, those that have ended too. Credentials are never shown.
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
                 * @description A connection of the caller: an account of theirs at another broker.
                 * @example 019bc0f2-6a80-7000-8000-000000000016
                 */
                connectionId: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        /**
         * One connection
         * @description The caller's own; another user's is `NOT_FOUND`. Credentials are never shown.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Disconnect, and erase the credentials
         * @description CONFLICT while orders are at the exchange, which nobody could take back without them.
         */
        delete: operations["disconnectAccount"];
        options?: never;
        head?: never;
        /**
         * Let orders go to a connected account, or no longer
         * @description With `trading: true`, orders, `execute` and automatic subscriptions can name `accountId` of the connection and go to
         *     the exchange. Nothing is ever sent without it. It wants a log-in at most 15 minutes old (`REAUTHENTICATION_REQUIRED`),
         *     binance (`VALIDATION_ERROR`), the status `connected` and the permission `spotAndMarginTrading`
         *     (`INVALID_TRANSITION`). It is switched off by itself when the key may no longer trade, and when the connection ends.
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
                 * @description A connection of the caller: an account of theirs at another broker.
                 * @example 019bc0f2-6a80-7000-8000-000000000016
                 */
                connectionId: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        /**
         * What a connected account holds
         * @description As it was read at `syncedAt`, every few minutes, at the prices of now: a dollar and its coins (USDT, USDC, FDUSD, BUSD,
         *     DAI) are 1, what our market lists has our price, anything else the provider's own at `syncedAt`. What nobody has a price
         *     of is listed with `priceUsd` 0 and counts nothing. Empty before the first reading, and once the account can no longer be
         *     read. A MetaTrader account holds its currency; what is locked is the margin of its open positions.
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
         * How the accounts have done
         * @description Of all investment accounts of the caller together, or of one (`NOT_FOUND` when it is another user's). Returns are
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
         * Everything that can be said about how the accounts have done
         * @description Of all investment accounts of the caller together, or of one (`NOT_FOUND` when it is another user's), since they were
         *     opened. What cannot be said yet, such as a Sharpe ratio of two days, is 0.
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
         * The caller's portfolios
         * @description Every user has two portfolios: the primary one over everything that is invested, and one over the paper account.
         *     Real and play money never add up.
         */
        get: operations["listPortfolios"];
        put?: never;
        /**
         * Add a portfolio over some accounts
         * @description The paper account cannot be in one portfolio with others.
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
         * One portfolio
         * @description The caller's own, valued at the prices of now; another user's is `NOT_FOUND`.
         */
        get: operations["getPortfolio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a portfolio
         * @description What is left out stays as it is. Another risk profile brings new targets, unless the caller has set them. Another user's
         *     is `NOT_FOUND`.
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
         * What the portfolio is made of
         * @description Assets by their value now, cash as USD; the percents sum to 100. A short position counts with a negative value.
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
         * Say what the portfolio should be made of
         * @description The percents must sum to 100.
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
         * The value day by day
         * @description `pnl` is the value less the first value and what was paid in since. Days without a snapshot have the value of the day
         *     before.
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
         * The goals
         * @description The caller's own, with how far each has come and what it would take to reach it in time.
         */
        get: operations["listGoals"];
        put?: never;
        /**
         * Add a goal
         * @description One that is reached already is achieved at once. Several goals share the portfolio, by their `share` or in order of
         *     their dates. Too many goals are a `CONFLICT`.
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
         * Remove a goal
         * @description The portfolio stays as it is. Another user's goal is `NOT_FOUND`.
         */
        delete: operations["deleteGoal"];
        options?: never;
        head?: never;
        /**
         * Change a goal
         * @description What is left out stays as it is. A goal that was achieved stays achieved, whatever is changed. Another user's is
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
         * What to buy and sell to meet the targets
         * @description What the targets say beside what is held now, and the trades between both. Another user's portfolio is `NOT_FOUND`.
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
         * Published courses
         * @description The platform's and those of one brand, see `tenant`.
         */
        get: operations["listCourses"];
        put?: never;
        /**
         * Write a course
         * @description For admins, whose courses are their brand's. A super_admin's are the platform's unless `scope` says otherwise.
         *     Slugs are unique among the courses of one owner.
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
         * Featured courses
         * @description Those of the brand first, then the platform's. See `tenant` for which brand.
         */
        get: operations["listFeaturedCourses"];
        /**
         * Choose the featured courses and their order
         * @description For admins, who choose among their brand's courses and in the place of those it featured before; a super_admin chooses
         *     among the platform's unless `scope` says otherwise. A course of the other owner is FORBIDDEN.
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
         * @description The platform's and those of one brand, see `tenant`.
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
         * One course with its lessons
         * @description A course of the platform or of one brand, see `tenant`, by its id or its slug. Any other brand's is NOT_FOUND.
         *     Where the platform and the brand have a course of the same slug, it is the brand's.
         */
        get: operations["getCourse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a course
         * @description For admins of the brand that has the course; the platform's are for super_admin, and FORBIDDEN to others.
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
         * The drawn picture of a course
         * @description What `thumbnailUrl` of a course names until its authors set another picture. It is drawn from the slug, is the
         *     same every time and may be kept for a day.
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
         * @description For admins of the brand that has the course; the platform's are for super_admin, and FORBIDDEN to others.
         *     It needs a published lesson.
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
         * @description For admins of the brand that has the course; the platform's are for super_admin, and FORBIDDEN to others.
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
         * @description For admins of the brand that has the course; the platform's are for super_admin, and FORBIDDEN to others.
         *     A course has at most 500 lessons, drafts included; one more is a `CONFLICT`.
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
         * Put the lessons in order
         * @description For admins of the brand that has the course; the platform's are for super_admin, and FORBIDDEN to others.
         *     All lessons of the course, each once.
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
         * @description A paid course wants a payment first: see `POST /payments/checkout`. An archived course is a `CONFLICT`, except to
         *     whoever has bought it, for as long as that lasts.
         */
        post: operations["enroll"];
        /**
         * Leave a course
         * @description What was bought stays bought: enrolling again costs nothing while the access lasts. `NOT_FOUND` without an enrollment,
         *     `INVALID_TRANSITION` when it has ended already.
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
         * How far the caller has come
         * @description Of the caller's last enrollment, also when it has ended. `NOT_ENROLLED` without one.
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
         * One lesson with its content
         * @description `NOT_ENROLLED` for those who are not in the course, unless the lesson is a preview. Questions of a quiz come without
         *     their answers, which only its authors see.
         */
        get: operations["getLesson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a lesson
         * @description For admins of the brand that has the course; the platform's are for super_admin, and FORBIDDEN to others.
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
         * @description Idempotent. A quiz that has questions is completed by passing it: until then this is CONFLICT.
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
         * The caller's attempts at a quiz
         * @description Of all enrollments, the newest first. Explanations are those that the questions have now.
         */
        get: operations["listQuizAttempts"];
        put?: never;
        /**
         * Answer a quiz
         * @description Each question once, as often as one likes. The answer tells what was right and why; with enough right answers
         *     (`passPercent`) the lesson is completed. NOT_ENROLLED without an enrollment that is active or completed, CONFLICT
         *     when the lesson has no questions.
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
         * The caller's courses
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
                 * @description The serial that stands on the certificate.
                 * @example K3X9Q-0VHT7-2MRWD-7A1BC
                 */
                serial: components["parameters"]["Serial"];
            };
            cookie?: never;
        };
        /**
         * Check a certificate
         * @description For everybody who has the serial, so that an employer can check it, under every brand. It says who issued it, which is the
         *     owner of the course: any brand may give a course the title of another's. A certificate of a course that was refunded is
         *     shown as revoked.
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
         * Courses in every state
         * @description For admins: the courses that they may author, which are their brand's. A super_admin's are the platform's too.
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
         * One course in any state, for its authors
         * @description For admins: a course of their brand, also as a draft, with all its lessons in any state. A super_admin's are the
         *     platform's too. Any other is NOT_FOUND.
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
         * One lesson as it was written, for its authors
         * @description For admins: a lesson of a course of their brand, in any state, with its content and, where it is a quiz, the right
         *     answers and what explains them. A super_admin's are the platform's too. Any other is NOT_FOUND.
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
         * @description Begins a purchase and tells where to pay; who has one pending gets that again. The enrollment exists once the money
         *     does. A course that is not for sale or that the caller has already is a `CONFLICT`, a `returnUrl` outside of the brand's
         *     app and domains `URL_NOT_ALLOWED`. Without a provider of payments it is `PAYMENTS_UNAVAILABLE`; after
         *     `SERVICE_UNAVAILABLE` the same request may be made again.
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
         * Pay money into an investment account
         * @description Begins a payment into an account of the caller and tells where to pay; the money is there once it was paid. Another
         *     user's account is `NOT_FOUND`, one that is closed `ACCOUNT_NOT_ACTIVE` unless something is owed on it and no more
         *     than that, or the smallest deposit, is paid, one that closes, or whose owner's approval (KYC) has run out, too; a `returnUrl` outside of the brand's app and
         *     domains `URL_NOT_ALLOWED`. While 20 deposits to the account are pending another one is `CONFLICT`: pay or cancel one first. Without a provider of payments it is `PAYMENTS_UNAVAILABLE`; after `SERVICE_UNAVAILABLE` the
         *     same request may be made again.
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
         * Withdrawals
         * @description The caller's own; with `scope=tenant`, for admins, those of the whole tenant (`FORBIDDEN` to others).
         */
        get: operations["listWithdrawals"];
        put?: never;
        /**
         * Ask for money from an investment account
         * @description Wants a recent log-in, approved KYC, an account that is not suspended, and nothing owed on another one. The amount is
         *     held, and the owner is told by mail. Once approved, it goes back to where it came from first, as refunds of deposits, and the rest by transfer to the
         *     destination.
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
         * One withdrawal
         * @description The caller's own, or one of the tenant for admins, who see its whole destination; that is audited. While nothing may be
         *     transferred, because the owner owes on one of their accounts or is locked out, admins do not see the destination, and
         *     `reason` tells them why.
         */
        get: operations["getWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Approve or reject a withdrawal
         * @description For admins of the tenant, and never for their own. An approved withdrawal goes back to where it came from
         *     first: refunds of the account's deposits are made, the newest first. What they do not cover is `transferAmount`.
         *     Nothing is approved for who owes on any of their accounts or is locked out (`ACCOUNT_NOT_ACTIVE`).
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
         * Take a withdrawal back
         * @description While it is requested; the money is free again.
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
         * @description For admins of the tenant, and never for their own. The withdrawal is approved and its refunds are settled.
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
         * @description For admins of the tenant, and never for their own. What was to be transferred goes back to the account.
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
         * What the caller has and has paid
         * @description Over all investment accounts: what is free, what is held, what was paid in and out, and what was spent on courses.
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
         * The caller's payments
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
         * What Stripe tells
         * @description Signed by Stripe over the bytes of the body. The same event may come any number of times. It is there only where Stripe takes the money (404 elsewhere), and the body is read only when the header has the form of a signature of the last five minutes.
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
         * One payment
         * @description The caller's own, or one of the tenant for admins; any other is `NOT_FOUND`.
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
         * Cancel a payment that is pending
         * @description The caller's own. `INVALID_TRANSITION` when it has ended already. Should the money come all the same, it is refunded by
         *     itself.
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
         * Pay money back
         * @description For admins of the tenant, and never for their own payments. All of what is left without `amount`.
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
         * The models and their trainings
         * @description Models are the platform's: every brand sees the same.
         */
        get: operations["listModels"];
        put?: never;
        /**
         * Train a model
         * @description For super_admin, because all tenants share the models, and every one that is tried counts against the others. A version of
         *     the model of an instrument and a horizon is trained in the background, on a year of hours or up to 2,000 days; the answer has its id, under which its progress is seen. While one is in training another is CONFLICT. It fails
         *     with INSUFFICIENT_HISTORY when it is known already that too few candles can be had; else the training fails with that sentence.
         *     A version that serves as soon as it is trained does so in the caller's name, who must be a super_admin still: else it is kept, ready.
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
         * One version of a model
         * @description With its features, the metrics of every fold beside those of the baselines, and how well its probabilities were calibrated.
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
         * Let a version serve
         * @description For super_admin. The version that served before is retired. Only what is ready or retired and was trained within a year can be
         *     promoted; anything else is INVALID_TRANSITION. Its edge is corrected for all versions that were tried since.
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
         * What came true of a model's predictions
         * @description Over all predictions that were settled since the version serves: how often it was right, its Brier score and its log loss, beside
         *     those of the baselines. A version that has not been trained has none and is MODEL_NOT_TRAINED.
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
         * Predictions and what came true
         * @description Of all models. Each says what came true of it once its horizon is over.
         */
        get: operations["listPredictions"];
        put?: never;
        /**
         * Predict the next move of a price
         * @description How probable it is that the close one horizon after the newest closed candle is above that candle's close. There is one prediction
         *     for a candle: whoever asks again gets it again. A model without a proven edge serves the base rate and says `no_edge`. While no
         *     model serves it is MODEL_NOT_TRAINED; without the candles that the features look back at it is INSUFFICIENT_HISTORY.
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
         * One prediction
         * @description The same for everybody. It says what came true of it once its horizon is over.
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
         * @description It was done; a failure has `false` and `error` instead.
         * @enum {boolean}
         */
        Success: true;
        /**
         * @description It was not done; `error` tells why.
         * @enum {boolean}
         */
        Failed: false;
        /** @description What was asked for is done, and there is nothing to show for it. */
        DoneEnvelope: {
            success: components["schemas"]["Success"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description Every failure, of every operation. */
        ErrorEnvelope: {
            success: components["schemas"]["Failed"];
            /** @description What went wrong. */
            error: {
                /**
                 * @description What went wrong and what to change, for people; it may be worded otherwise tomorrow.
                 * @example must be an email address
                 */
                message: string;
                code: components["schemas"]["ErrorCode"];
                /**
                 * @description The name of the offending field, parameter or header, with dots where it lies deeper. Missing when no single one is to blame.
                 * @example email
                 */
                field?: string;
            };
        };
        /**
         * @description What went wrong, for programs. A code keeps its meaning and its status; new ones may come, so treat one that you
         *     do not know by its status.
         * @enum {string}
         */
        ErrorCode: "INVALID_JSON" | "VALIDATION_ERROR" | "TOKEN_INVALID" | "INVALID_OTP" | "OTP_EXPIRED" | "UNAUTHORIZED" | "TOKEN_EXPIRED" | "SESSION_REVOKED" | "INVALID_CREDENTIALS" | "INVALID_2FA_CODE" | "REFRESH_TOKEN_INVALID" | "REFRESH_TOKEN_REUSED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "REAUTHENTICATION_REQUIRED" | "ACCOUNT_SUSPENDED" | "NOT_ENROLLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EMAIL_ALREADY_REGISTERED" | "ALREADY_SUBSCRIBED" | "POSITION_NOT_OPEN" | "SIGNAL_ALREADY_EXECUTED" | "SIGNAL_EXPIRED" | "PRICE_MOVED" | "NO_MATCHING_POSITION" | "ACCOUNT_NOT_ACTIVE" | "INVALID_TRANSITION" | "MARKET_CLOSED" | "SELF_DECISION" | "MODEL_NOT_TRAINED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "INSUFFICIENT_FUNDS" | "SIGNAL_NOT_ACTIONABLE" | "QUANTITY_TOO_SMALL" | "WEAK_PASSWORD" | "INVALID_PHONE_NUMBER" | "IDEMPOTENCY_KEY_REUSED" | "URL_NOT_ALLOWED" | "INSUFFICIENT_HISTORY" | "RATE_LIMITED" | "OTP_COOLDOWN" | "OTP_ATTEMPTS_EXCEEDED" | "ACCOUNT_LOCKED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "MARKET_DATA_STALE" | "PAYMENTS_UNAVAILABLE";
        /** @description Which page of a list this is. */
        PaginationMeta: {
            /** @description The number of this page, from 1 on. */
            page: number;
            /** @description How many items a page holds at most. */
            limit: number;
            /** @description How many items there are on all pages. Up to 1000 that is as of now; a larger total may be ten seconds old. The audit log and the list of log-ins count no further than 10000. */
            total: number;
            /** @description How many pages there are; 0 when there is no item. */
            totalPages: number;
        };
        /**
         * @description What somebody may do. Each role may do what those before it may: `analyst` publishes signals, `admin` manages a
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
             * @description The email that they log in with, in lower case; unique within the tenant.
             */
            email: string;
            role: components["schemas"]["Role"];
            /** @description Whether the link of the verification mail was followed. */
            emailVerified: boolean;
            /** @description Whether a log-in with the password asks for a code of the authenticator app, too. */
            twoFactorEnabled: boolean;
            /**
             * Format: date-time
             * @description When the account was made.
             */
            createdAt: string;
        };
        /** @description A user, with what only the user and its administrators see. */
        Profile: components["schemas"]["User"] & {
            /**
             * Format: uuid
             * @description The tenant that the user belongs to.
             */
            tenantId: string;
            /** @description The verified number, in E.164. */
            phoneNumber?: string;
            /** @description Whether the user has shown that the number is theirs. */
            phoneVerified: boolean;
            /** @description Whether an administrator has locked the user out: every call of theirs is ACCOUNT_SUSPENDED. */
            suspended: boolean;
            /**
             * @description What the user wants to be called. Missing until it is set.
             * @example Ada Lovelace
             */
            displayName?: string;
            /**
             * @description The language and region the user prefers, as a BCP 47 tag. Missing until it is set.
             * @example en-GB
             */
            locale?: string;
            /**
             * @description Where the user's clock is, by its IANA name. Missing until it is set.
             * @example Europe/London
             */
            timeZone?: string;
        };
        /** @description What users say of themselves. What is left out stays as it is; at least one is needed. */
        UpdateMeRequest: {
            /**
             * @description What the user wants to be called; no control characters. Empty removes it.
             * @example Ada Lovelace
             */
            displayName?: string;
            /**
             * @description A BCP 47 tag. Empty removes it.
             * @example en-GB
             */
            locale?: string;
            /**
             * @description An IANA name. Empty removes it.
             * @example Europe/London
             */
            timeZone?: string;
        };
        /** @description One time that somebody came in as the user, or tried to. */
        LogIn: {
            /**
             * Format: uuid
             * @description The entry's id.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was.
             */
            at: string;
            /** @description Whether it opened a session. */
            succeeded: boolean;
            /**
             * @description What was shown last. A failed `second_factor` is a wrong code after the right password.
             * @enum {string}
             */
            method: "registration" | "password" | "second_factor" | "passkey";
            /** @description Where it came from. */
            ipAddress: string;
            /** @description What the browser or app said of itself. */
            userAgent: string;
            /**
             * @description The browser or app and its system, as far as they can be told.
             * @example Firefox on Linux
             */
            device: string;
        };
        /** @description A page of log-ins. */
        LogInListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The log-ins and the attempts at them, the newest first. */
            data: components["schemas"]["LogIn"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description Another email for the caller. */
        ChangeEmailRequest: {
            /** @description The email that is wanted. It takes effect when both addresses have agreed. */
            newEmail: components["schemas"]["Email"];
        };
        /** @description How a change of email stands after a confirmation. */
        EmailChange: {
            /**
             * @description How the change stands: `waiting` for the other address to confirm, or `changed`.
             * @enum {string}
             */
            status: "waiting" | "changed";
        };
        /** @description The answer with a change of email. */
        EmailChangeEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["EmailChange"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a user's profile. */
        ProfileEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Profile"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A page of users. */
        UserListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The users, the newest first. */
            data: components["schemas"]["Profile"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description What an administrator changes of a user. What is left out stays as it is; at least one is needed. */
        UpdateUserRequest: {
            /** @description The new role, at most the caller's own. */
            role?: components["schemas"]["Role"];
            /** @description `true` locks the user out with their next request; `false` lets them in again. */
            suspended?: boolean;
        };
        /**
         * Format: email
         * @description An email address. Capitals count as small letters.
         */
        Email: string;
        /** @description 8 to 128 characters. A shorter one, a common one and the email itself are refused with WEAK_PASSWORD. */
        NewPassword: string;
        /** @description A password that is known already. */
        Password: string;
        /**
         * @description A code of six digits, of the authenticator app or a text message as the operation says; an unused backup code
         *     where that counts, too.
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
         * @description The slug of the brand that is meant. Left out, it is the brand whose domain the request's Origin or Host is, else the only
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
            /** @description The `challengeToken` of POST /auth/login. It is good for one log-in within five minutes. */
            challengeToken: string;
            code: components["schemas"]["Code"];
            session?: components["schemas"]["SessionKind"];
        };
        /**
         * @description Where the refresh token goes: `token`, into the answer, or `cookie`, for web pages, into a cookie that no script
         *     can read (`__Host-bourse_session`; Secure, HttpOnly, SameSite=Strict). A cookie is given and taken only where the
         *     page is of the API's own origin or of one that the brand allows (FORBIDDEN). Said with the request that opens the
         *     session: with a second factor, that of the code.
         * @default token
         * @enum {string}
         */
        SessionKind: "token" | "cookie";
        /**
         * @description The refresh token that is exchanged for new tokens. A page whose session is in the cookie sends none, and needs
         *     no body.
         */
        RefreshRequest: {
            /** @description The `refreshToken` of the log-in or of the refresh before. Left out by a page whose session is in the cookie. */
            refreshToken?: string;
        };
        /** @description Which sessions end. */
        LogoutRequest: {
            /**
             * @description `local` is the session of this call, `others` all but this one, `global` all.
             * @default local
             * @enum {string}
             */
            scope?: "local" | "others" | "global";
        };
        /** @description The password, with a code while the second factor is on; or a passkey instead of both. */
        ReauthenticateRequest: {
            /** @description The caller's password; required unless a passkey is shown. */
            password?: components["schemas"]["Password"];
            /** @description A code of the authenticator app or an unused backup code; required beside the password while the second factor is on. */
            code?: components["schemas"]["Code"];
            /** @description A passkey of the caller, for the options of POST /auth/reauthenticate/options. */
            passkey?: components["schemas"]["PasskeyProof"];
        };
        /** @description An open session: the tokens of the user who is logged in. */
        Tokens: {
            /**
             * @description What came of it: somebody is logged in. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            outcome: "authenticated";
            /** @description What to send as `Authorization: Bearer` with every call. A JWT, to be taken as it is. */
            accessToken: string;
            /** @description What POST /auth/refresh takes, once: each use gives another. Absent when the session is in a cookie. */
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
        /** @description The answer that opens or renews a session. */
        TokensEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Tokens"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The password was right, and the account has a second factor. Nobody is logged in yet. */
        LoginChallenge: {
            /**
             * @description What came of it: the second factor is asked for. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            outcome: "second_factor";
            /**
             * @description Said once more for those who do not read `outcome`.
             * @enum {boolean}
             */
            twoFactorRequired: true;
            /** @description Stands for this log-in at POST /auth/login/2fa and POST /auth/login/passkey. It is good for one log-in. */
            challengeToken: string;
            /** @description What counts as the second factor here. `passkey` is there when the account has one. */
            methods: ("totp" | "backup_code" | "passkey")[];
            /** @description Seconds until the challenge expires. */
            expiresIn: number;
        };
        /** @description The answer to a log-in with the password. */
        LoginEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The tokens, or the challenge when the account has a second factor; `outcome` tells which. */
            data: components["schemas"]["Tokens"] | components["schemas"]["LoginChallenge"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A new access token for the session of the call. */
        AccessToken: {
            /** @description The access token, to be sent instead of the one before. */
            accessToken: string;
            /**
             * @description How the access token is sent.
             * @enum {string}
             */
            tokenType: "Bearer";
            /** @description Seconds until the access token expires. */
            expiresIn: number;
        };
        /** @description The answer with a new access token. */
        AccessTokenEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["AccessToken"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description One log-in on one device, from the log-in to the log-out. */
        UserSession: {
            /**
             * Format: uuid
             * @description The session's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Whose it is.
             */
            userId: string;
            /** @description Where it was last opened or refreshed from. */
            ipAddress: string;
            /** @description What the browser or app said of itself then; empty when it said nothing. */
            userAgent: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             */
            lastActivityAt: string;
            /**
             * Format: date-time
             * @description When it ends unless it is used: after 30 days without a refresh, and 90 days after the log-in at the latest.
             */
            expiresAt: string;
            /** @description Whether it is the session of this call. */
            isCurrent: boolean;
        };
        /** @description The answer with the caller's sessions. */
        SessionListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The open sessions, the one that was used last first. */
            data: components["schemas"]["UserSession"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The token of a link that was mailed. */
        MailTokenRequest: {
            /** @description The `token` of the link. */
            token: string;
        };
        /** @description Whose password is forgotten. */
        ForgotPasswordRequest: {
            email: components["schemas"]["Email"];
            tenant?: components["schemas"]["MeantTenant"];
        };
        /** @description A new password, with the token of the mail. */
        ResetPasswordRequest: {
            /** @description The `token` of the link. It is good for an hour, and for one new password. */
            token: string;
            password: components["schemas"]["NewPassword"];
        };
        /** @description A new password, with the present one. */
        ChangePasswordRequest: {
            currentPassword: components["schemas"]["Password"];
            newPassword: components["schemas"]["NewPassword"];
        };
        /** @description A code. */
        CodeRequest: {
            code: components["schemas"]["Code"];
        };
        /** @description The number to which a code is sent. */
        SendPhoneCodeRequest: {
            /**
             * @description In international format, with the leading +. What cannot be a number is INVALID_PHONE_NUMBER.
             * @example +447400123456
             */
            phoneNumber: string;
        };
        /**
         * @description What the key may call: operations by their operationId, or `<tag>:read` (every GET of a tag) and `<tag>:write`
         *     (everything else of it).
         * @example [
         *       "trading:read",
         *       "createOrder"
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
             * @description When the key ends, at most 366 days ahead; 90 days ahead when left out.
             */
            expiresAt?: string;
        };
        /** @description A key with which a program calls in its owner's name. The key itself is shown once, when it is made. */
        ApiKey: {
            /**
             * Format: uuid
             * @description The key's id.
             */
            id: string;
            /** @description What the key is for. */
            name: string;
            /**
             * @description What the key begins with.
             * @example bourse_3fXk9Q
             */
            prefix: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            /**
             * Format: date-time
             * @description When the key ends.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute; absent until then.
             */
            lastUsedAt?: string;
            /** @description From where it was last used; absent until then. */
            lastUsedIp?: string;
            /**
             * Format: date-time
             * @description When the key was made.
             */
            createdAt: string;
        };
        /** @description The answer with the caller's API keys. */
        ApiKeyListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The keys that were not revoked, expired ones included, the newest first. */
            data: components["schemas"]["ApiKey"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A key that was just made, with the text that is shown this once. */
        NewApiKey: {
            /**
             * Format: uuid
             * @description The key's id.
             */
            id: string;
            /** @description What the key is for. */
            name: string;
            /**
             * @description What the key begins with.
             * @example bourse_3fXk9Q
             */
            prefix: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            /**
             * Format: date-time
             * @description When the key ends.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When the key was made.
             */
            createdAt: string;
            /**
             * @description `bourse_`, thirty letters and digits, and six more that are the CRC-32 of those thirty in base 62, so that a
             *     scanner tells a leaked key from any other text.
             * @example bourse_3fXk9QmT7LzB2cVn8RwYpD5sHgJa4E0KzzHp
             */
            key: string;
        };
        /** @description The answer with a new API key. */
        NewApiKeyEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["NewApiKey"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description What an authenticator app needs. It counts once a code of it was verified. */
        TwoFactorSetup: {
            /** @description The secret in Base32, to be typed into the app. */
            secret: string;
            /** @description The same with the brand and the email, to be shown as a QR code. */
            otpauthUrl: string;
        };
        /** @description The answer with a set-up of the second factor. */
        TwoFactorSetupEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["TwoFactorSetup"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description Codes for when the authenticator app is lost, each good for one log-in. */
        BackupCodes: {
            /** @description The codes that are unused, ten in a new set. Empty while the second factor is off. */
            codes: string[];
        };
        /** @description The answer with backup codes. */
        BackupCodesEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["BackupCodes"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A key of a user, kept by a device or a password manager, that opens a session without a password. */
        Passkey: {
            /**
             * Format: uuid
             * @description The passkey's id.
             */
            id: string;
            /**
             * @description What its owner calls it.
             * @example My phone
             */
            name: string;
            /** @description How a browser reaches it, as far as it has said. */
            transports: string[];
            /**
             * Format: uuid
             * @description The model of authenticator that made it. Missing where it does not say.
             */
            aaguid?: string;
            /** @description Whether it is kept in an account of its owner and is not lost with one device. */
            backedUp: boolean;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When somebody last logged in with it, or showed it again. Missing until then.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description Since when it is refused because a copy of it was used. It can only be removed. Missing while it is good.
             */
            disabledAt?: string;
        };
        /** @description The answer with a passkey. */
        PasskeyEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Passkey"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the caller's passkeys. */
        PasskeyListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The passkeys, at most 20, the newest first. */
            data: components["schemas"]["Passkey"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /**
         * @description What its owner calls it.
         * @example My phone
         */
        PasskeyName: string;
        /** @description Stands for the options that the browser was given. It is good for one try within five minutes. */
        CeremonyToken: string;
        /** @description A passkey that the browser has made for the options of POST /auth/passkeys/options. */
        AddPasskeyRequest: {
            ceremonyToken: components["schemas"]["CeremonyToken"];
            /** @default Passkey */
            name?: components["schemas"]["PasskeyName"];
            credential: components["schemas"]["RegistrationCredential"];
        };
        /** @description Another name for a passkey. */
        RenamePasskeyRequest: {
            name: components["schemas"]["PasskeyName"];
        };
        /**
         * @description Who is about to log in. Without a challenge it is a log-in without a password, and anybody's passkey of the
         *     brand counts.
         */
        BeginPasskeyLoginRequest: {
            /** @description Of a log-in that asks for the second factor. */
            challengeToken?: string;
            /** @description The slug of the brand. Without it the brand is found by the page's origin or the host. */
            tenant?: string;
        };
        /** @description A passkey that has signed the options of POST /auth/login/passkey/options. */
        PasskeyLoginRequest: {
            ceremonyToken: components["schemas"]["CeremonyToken"];
            credential: components["schemas"]["AuthenticationCredential"];
            /** @description The one for which the options were made. */
            challengeToken?: string;
            session?: components["schemas"]["SessionKind"];
        };
        /** @description A passkey that has signed the options of this ceremony. */
        PasskeyProof: {
            ceremonyToken: components["schemas"]["CeremonyToken"];
            credential: components["schemas"]["AuthenticationCredential"];
        };
        /** @description What the browser needs to make a passkey. */
        PasskeyCreation: {
            ceremonyToken: components["schemas"]["CeremonyToken"];
            /** @description Seconds until the options expire. */
            expiresIn: number;
            publicKey: components["schemas"]["PublicKeyCredentialCreationOptions"];
        };
        /** @description The answer with the options for a new passkey. */
        PasskeyCreationEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PasskeyCreation"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description What the browser needs to sign with a passkey. */
        PasskeyRequest: {
            ceremonyToken: components["schemas"]["CeremonyToken"];
            /** @description Seconds until the options expire. */
            expiresIn: number;
            publicKey: components["schemas"]["PublicKeyCredentialRequestOptions"];
        };
        /** @description The answer with the options for signing with a passkey. */
        PasskeyRequestEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PasskeyRequest"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description PublicKeyCredentialCreationOptionsJSON of the browser. */
        PublicKeyCredentialCreationOptions: {
            /** @description To whom the passkey will belong. */
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
            /** @description Whose passkey it will be. */
            user: {
                /** @description The account's handle in base64url. */
                id: string;
                /** @description The account's email. */
                name: string;
                /** @description What the device shows for the account. */
                displayName: string;
            };
            /** @description Random bytes in base64url. */
            challenge: string;
            /** @description The algorithms that the key may have, the best first. */
            pubKeyCredParams: {
                /**
                 * @description Always `public-key`.
                 * @example public-key
                 */
                type: string;
                /**
                 * @description A COSE algorithm.
                 * @example -7
                 */
                alg: number;
            }[];
            /** @description Milliseconds that the browser waits for the person. */
            timeout: number;
            /** @description The passkeys that the account has already. */
            excludeCredentials: components["schemas"]["PublicKeyCredentialDescriptor"][];
            /** @description What the device must be able to do. */
            authenticatorSelection: {
                /**
                 * @description Whether the device keeps the passkey so that it is found without a name: always `required`.
                 * @example required
                 */
                residentKey: string;
                /** @description The same for older browsers: always `true`. */
                requireResidentKey: boolean;
                /**
                 * @description How much the device checks its owner: always `required`.
                 * @example required
                 */
                userVerification: string;
            };
            /**
             * @description Whether the device proves its make: always `none`.
             * @example none
             */
            attestation: string;
        };
        /** @description PublicKeyCredentialRequestOptionsJSON of the browser. */
        PublicKeyCredentialRequestOptions: {
            /** @description Random bytes in base64url. */
            challenge: string;
            /** @description Milliseconds that the browser waits for the person. */
            timeout: number;
            /**
             * @description The domain that the passkey belongs to.
             * @example app.example.com
             */
            rpId: string;
            /** @description The passkeys that count; empty for any of the domain. */
            allowCredentials: components["schemas"]["PublicKeyCredentialDescriptor"][];
            /**
             * @description How much the device checks its owner: always `required`.
             * @example required
             */
            userVerification: string;
        };
        /** @description A passkey as browsers know it. */
        PublicKeyCredentialDescriptor: {
            /**
             * @description Always `public-key`.
             * @example public-key
             */
            type: string;
            /** @description The credential's id in base64url. */
            id: string;
            /** @description How a browser reaches it, such as `internal`, `hybrid`, `usb` or `nfc`. Missing when nobody has said. */
            transports?: string[];
        };
        /** @description Bytes in base64url without padding. */
        Base64URL: string;
        /** @description The credential's id in base64url. */
        CredentialId: string;
        /** @description RegistrationResponseJSON of the browser, which may say more than stands here. */
        RegistrationCredential: {
            id: components["schemas"]["CredentialId"];
            rawId: components["schemas"]["CredentialId"];
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "public-key";
            /** @description What the authenticator has made. */
            response: {
                clientDataJSON: components["schemas"]["Base64URL"];
                attestationObject: components["schemas"]["Base64URL"];
                /** @description How the browser reaches the authenticator. */
                transports?: string[];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description AuthenticationResponseJSON of the browser, which may say more than stands here. */
        AuthenticationCredential: {
            id: components["schemas"]["CredentialId"];
            rawId: components["schemas"]["CredentialId"];
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "public-key";
            /** @description What the authenticator has signed. */
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
            /** @description What stands for the tenant in requests, and never changes. */
            slug: string;
            /** @description What the operator calls it. */
            name: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        /** @description A new tenant. */
        CreateTenantRequest: {
            /**
             * @description What stands for the tenant in requests, for good. Lower-case letters, digits and, between them, hyphens.
             * @example northwind
             */
            slug: string;
            /** @description What the operator calls it, at most 200 bytes. */
            name: string;
        };
        /** @description The answer with a tenant. */
        TenantEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Tenant"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A page of tenants. */
        TenantListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The tenants, the newest first. */
            data: components["schemas"]["Tenant"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description How a tenant looks to its customers. */
        Brand: {
            /**
             * @description Slug of the tenant.
             * @example northwind
             */
            tenant: string;
            /**
             * @description What pages and mails call the platform.
             * @example Northwind Invest
             */
            productName: string;
            /**
             * @description Where the front end is.
             * @example https://app.northwind.example
             */
            appUrl: string;
            /**
             * @description Whom to write to for help; empty when there is nobody.
             * @example help@northwind.example
             */
            supportAddress: string;
            /** @description Where the logo is; empty when there is none. */
            logoUrl: string;
            /**
             * @description Of buttons and headings.
             * @example #14523d
             */
            primaryColor: string;
            /**
             * @description Of what stands out.
             * @example #c8932e
             */
            accentColor: string;
            /**
             * @description Only in the demo, whom anybody may look around as, so that a page of log-in can offer it. An installation that
             *     people rely on has no such field.
             */
            demoAccounts?: components["schemas"]["DemoAccount"][];
        };
        /** @description Somebody of the demo. The password is no secret, the demo prints it at its start. */
        DemoAccount: {
            /**
             * @description The address to log in with.
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
        /** @description The answer with a brand. */
        BrandEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Brand"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description What the tenant has said of itself; what is empty follows the installation's brand. */
        BrandSettings: {
            /** @description What pages and mails call the platform. */
            productName: string;
            /** @description Where the front end is. */
            appUrl: string;
            /** @description Whom to write to for help. */
            supportAddress: string;
            /** @description In whose name mails come. */
            mailSenderName: string;
            /** @description From which address mails come. */
            mailSenderAddress: string;
            /** @description Of buttons and headings. */
            primaryColor: string;
            /** @description Of what stands out. */
            accentColor: string;
            /** @description Where the logo is. */
            logoUrl: string;
        };
        /** @description A tenant with what it has said of itself, and what its customers see of that. */
        TenantDetails: {
            /**
             * Format: uuid
             * @description The tenant's id.
             */
            id: string;
            /** @description What stands for the tenant in requests, and never changes. */
            slug: string;
            /** @description What the operator calls it. */
            name: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description The hosts whose pages may call the API and whose log-ins are the tenant's. */
            domains: string[];
            settings: components["schemas"]["BrandSettings"];
            brand: components["schemas"]["Brand"];
        };
        /** @description The answer with a tenant and its brand. */
        TenantDetailsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["TenantDetails"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description What a tenant says of itself. What is left out stays as it is; an empty text follows the installation's brand. */
        UpdateTenantRequest: {
            /**
             * @description What pages and mails call the platform.
             * @example Northwind Invest
             */
            productName?: string;
            /**
             * @description Where the front end is: https, or http on this machine, without a query. For admins within the tenant's domains.
             * @example https://app.northwind.example
             */
            appUrl?: string;
            /**
             * @description Whom to write to for help: a mail address without a name.
             * @example help@northwind.example
             */
            supportAddress?: string;
            /**
             * @description In whose name mails come.
             * @example Northwind
             */
            mailSenderName?: string;
            /**
             * @description From which address mails come; the installation's when empty. For admins one within the tenant's domains.
             * @example no-reply@northwind.example
             */
            mailSenderAddress?: string;
            /**
             * @description Of buttons and headings: # and six hexadecimal digits.
             * @example #1b4f72
             */
            primaryColor?: string;
            /**
             * @description Of what stands out: # and six hexadecimal digits.
             * @example #e67e22
             */
            accentColor?: string;
            /** @description An image: https, or http on this machine. */
            logoUrl?: string;
            /** @description Hosts, with a port where it is not the usual one; for super_admin. */
            domains?: string[];
        };
        /**
         * @description A mail in a tenant's own words: templates with the values of the kind (`{{.Values.…}}`) and the brand
         *     (`{{.Brand.…}}`).
         */
        MailOverride: {
            /**
             * @description One line.
             * @example Confirm your email for {{.Brand.ProductName}}
             */
            subject: string;
            /**
             * @description The mail for programs that show no HTML. It has every link of the kind.
             * @example Welcome.
             *
             *     {{.Values.link}}
             */
            text: string;
            /** @description What stands between the brand's heading and its footer; made from the text when it is empty or left out. It has every link of the kind, too. */
            html?: string;
        };
        /** @description How one kind of mail is written for a tenant. */
        MailTemplate: {
            /**
             * @description What the mail is for.
             * @example verify_email
             */
            kind: string;
            /** @description The names of the kind's values. */
            variables: string[];
            /** @description How the platform writes it. */
            default: components["schemas"]["MailOverride"];
            /** @description How the tenant writes it. Missing while it has no words of its own. */
            override?: components["schemas"]["MailOverride"];
            /**
             * Format: date-time
             * @description When the tenant has last written its own. Missing while it has none.
             */
            updatedAt?: string;
            /**
             * @description Why `override` is not used as it stands: its field and the rule that it breaks, which may be newer than what was
             *     written. While it is `html`, the HTML is made from the tenant's text; otherwise the mail is in the platform's
             *     words. Missing when the override is used, and without one.
             * @example html: the element style is not allowed
             */
            problem?: string;
        };
        /** @description The answer with how a mail is written. */
        MailTemplateEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["MailTemplate"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with how every mail is written. */
        MailTemplateListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description One for each kind of mail, in the order of their names. */
            data: components["schemas"]["MailTemplate"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A mail as its reader would get it, with sample values. */
        MailPreview: {
            /** @description The subject. */
            subject: string;
            /** @description The mail for programs that show no HTML. */
            text: string;
            /** @description The mail as a page, with the brand's heading and footer. */
            html: string;
        };
        /** @description The answer with a preview of a mail. */
        MailPreviewEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["MailPreview"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description Who did what to whom or to which thing, from where, and what it was before and after. No entry holds a secret. */
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
             * @description Who did it. Missing when nobody was logged in, and when the platform or the command line did.
             */
            actorId?: string;
            /**
             * Format: uuid
             * @description The API key that it was done with. Missing when it was none.
             */
            apiKeyId?: string;
            /**
             * Format: uuid
             * @description To whom it was done. Missing when it concerns nobody.
             */
            userId?: string;
            /**
             * @description What it was done to. Missing when that is the user.
             * @example withdrawal
             */
            subjectKind?: string;
            /** @description The id of what it was done to. Missing when that is the user. */
            subjectId?: string;
            /**
             * @description The fields that changed, as they were; empty for something new.
             * @example {
             *       "status": "submitted"
             *     }
             */
            before: {
                [key: string]: string;
            };
            /**
             * @description The fields that changed, as they are now; empty for what is gone.
             * @example {
             *       "status": "approved"
             *     }
             */
            after: {
                [key: string]: string;
            };
            /** @description Where it came from; empty when the platform or the command line did it. */
            ipAddress: string;
            /** @description What the browser or app said of itself; empty when it said nothing. */
            userAgent: string;
            /** @description The X-Request-Id of the call; empty when there was none. */
            requestId: string;
            /** @description What else a reader wants to know, by name; which names there are depends on the action. */
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
            /** @description The entries, the newest first. */
            data: components["schemas"]["AuditEntry"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description An object of JSON that may hold anything. */
        JSONObject: {
            [key: string]: unknown;
        };
        /** @description Texts by their names. */
        StringMap: {
            [key: string]: string;
        };
        /** @description Where a list goes on that is read with `before`. */
        CursorMeta: {
            /** @description How many items the answer holds at most. */
            limit: number;
            /**
             * Format: uuid
             * @description Send it as `before` to get what is older. Missing at the end.
             */
            next?: string;
        };
        /**
         * @description How an endpoint is shown that a request is ours, beside the signature: `none`, a name and a password, a token,
         *     an HMAC of the body in a header of its own, or a token by OAuth 2 with client credentials.
         * @enum {string}
         */
        WebhookAuthType: "none" | "basic" | "bearer" | "hmac" | "oauth2";
        /** @description Where a tenant wants to be told of events, how it is told, and how that has gone. */
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description The endpoint's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Whose it is.
             */
            tenantId: string;
            /** @description What its tenant calls it. */
            name: string;
            /** @description What it is for. Missing when nobody has said. */
            description?: string;
            /** @description Where requests go. */
            url: string;
            /** @description How they are sent: `POST`, `PUT` or `PATCH`. */
            httpMethod: string;
            authType: components["schemas"]["WebhookAuthType"];
            /** @description The settings of the `authType`, with their defaults; of a secret the last four characters at most. Empty with `none`, and where they cannot be read. */
            authConfig: components["schemas"]["WebhookAuthConfig"];
            /** @description Headers that every request carries; of a value the last four characters at most. */
            customHeaders: components["schemas"]["WebhookHeaders"];
            /** @description Which types of events are sent: types, prefixes that end in `.*`, or `*` for all. None are when it is empty. */
            subscribedEvents: string[];
            /** @description Conditions that an event has to meet; every event does when it is empty. */
            filters: components["schemas"]["JSONObject"];
            /** @description Whether a delivery that failed is attempted again. */
            retryEnabled: boolean;
            /** @description How often, after the first attempt. */
            maxRetries: number;
            /** @description Seconds between the first attempt and the first retry. */
            retryDelaySeconds: number;
            /**
             * Format: double
             * @description By what the delay grows with each retry.
             */
            retryBackoffMultiplier: number;
            /** @description Seconds until a request is cut off. */
            timeoutSeconds: number;
            /** @description Whether events are sent. What is published while it is off is recorded as skipped. */
            isActive: boolean;
            /** @description Whether the receiver has echoed a challenge since the URL was last changed. */
            isVerified: boolean;
            /**
             * Format: date-time
             * @description When it last did. Missing while it is not verified.
             */
            verifiedAt?: string;
            /** @description What requests are signed with; masked but for the answers of creation and rotation. Missing when nothing is signed. */
            signingSecret?: string;
            /**
             * Format: int64
             * @description Deliveries that reached their outcome: those that succeeded and those that failed.
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
             * @description When the last attempt that succeeded was made. Missing until then.
             */
            lastSuccessAt?: string;
            /**
             * Format: date-time
             * @description When the last attempt that failed was made. Missing until then.
             */
            lastFailureAt?: string;
            /** @description Requests in any minute at most; more wait, which costs no retry. */
            rateLimitPerMinute: number;
            /** @description Requests in any hour at most; more wait, which costs no retry. */
            rateLimitPerHour: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its settings last changed.
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description Who made it. Missing when the platform did.
             */
            createdBy?: string;
            /**
             * @description Why nothing can be sent to the endpoint, in words: a key, the operator's policy or a rule has changed since it
             *     was saved. What is published for it meanwhile is kept, and `recover` sends it once the endpoint is mended.
             *     Missing when all is well.
             */
            broken?: string;
        };
        /**
         * @description The settings of an `authType`, and no others: none for `none`; `username` and `password` for `basic`; `token` for
         *     `bearer`; `secret` and, if they are not to be the defaults, `header`, `algorithm` and `encoding` for `hmac`; `tokenUrl`,
         *     `clientId`, `clientSecret` and, if there are any, `scopes` for `oauth2`. Of secrets the last four characters at most come back.
         *     At most 64 KiB.
         */
        WebhookAuthConfig: {
            /** @description Of `basic`: the name, without a colon. */
            username?: string;
            /** @description Of `basic`: the password, a secret; it may be empty. */
            password?: string;
            /** @description Of `bearer`: the token, a secret of visible ASCII without blanks. */
            token?: string;
            /** @description Of `hmac`: the key, a secret, whose own bytes are the key. */
            secret?: string;
            /** @description Of `hmac`: the header that carries the HMAC of the body; `X-Webhook-Signature` when left out. */
            header?: string | null;
            /** @description Of `hmac`: `sha256`, also when left out, or `sha512`. */
            algorithm?: string | null;
            /** @description Of `hmac`: how it is written, `hex`, also when left out, or `base64`. */
            encoding?: string | null;
            /** @description Of `oauth2`: where tokens are had with client credentials. The same addresses are allowed as for `url`. */
            tokenUrl?: string;
            /** @description Of `oauth2`: the name of the client. */
            clientId?: string;
            /** @description Of `oauth2`: its secret. It has to be sent again with another `tokenUrl`. */
            clientSecret?: string;
            /** @description Of `oauth2`: the scopes that are asked for; none when left out. */
            scopes?: string[] | null;
        };
        /**
         * @description Headers by name, at most 16 KiB together. Names of the connection, of the body and of the signature (`webhook-…`) are
         *     refused, and values of more than 4096 characters or other than visible ASCII.
         */
        WebhookHeaders: {
            [key: string]: string;
        };
        /** @description A new endpoint. */
        CreateWebhookEndpointRequest: {
            /**
             * @description What its tenant calls it.
             * @example Back office
             */
            name: string;
            /**
             * @description What it is for.
             * @example Books deposits and withdrawals
             */
            description?: string;
            /**
             * @description Where requests go; one endpoint of a tenant for each URL. Only https to public addresses unless the operator allows
             *     more: others are URL_NOT_ALLOWED.
             * @example https://back-office.example.com/hooks/bourse
             */
            url: string;
            /**
             * @description How they are sent: `POST`, `PUT` or `PATCH`.
             * @default POST
             * @example POST
             */
            httpMethod?: string;
            /**
             * @description How the receiver is shown that a request is ours, beside the signature.
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
             * @description Headers that every request carries.
             * @example {
             *       "X-Environment": "production"
             *     }
             */
            customHeaders?: components["schemas"]["WebhookHeaders"];
            /**
             * @description Event types of the catalogue, or of the tenant's own (`custom.…`); one may end in `.*`, and `*` is all. What matches
             *     no type is refused. None are sent when it is empty or left out.
             * @default []
             * @example [
             *       "trading.position.*",
             *       "payment.succeeded"
             *     ]
             */
            subscribedEvents?: string[];
            /**
             * @description Conditions over the body that is sent, all of which have to hold: dotted paths with a value, or with $eq, $ne, $in,
             *     $nin, $gt, $gte, $lt, $lte, $exists or $prefix; $and, $or and $not combine them. At most 16 KiB, 8 levels and 100
             *     conditions. Every event is sent when it is empty or left out.
             * @example {
             *       "data.symbol": "BTCUSD",
             *       "data.quantity": {
             *         "$gte": 1
             *       }
             *     }
             */
            filters?: components["schemas"]["JSONObject"];
            /**
             * @description Whether a delivery that failed is attempted again.
             * @default true
             */
            retryEnabled?: boolean;
            /**
             * @description How often, after the first attempt. The last retry must come within the 30 days for which events are kept.
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
             * @description By what the delay grows with each retry, with at most one decimal.
             * @default 2
             */
            retryBackoffMultiplier?: number;
            /**
             * @description Seconds until a request is cut off.
             * @default 30
             */
            timeoutSeconds?: number;
            /**
             * @description Whether events are sent. What is published while it is off is recorded as skipped.
             * @default true
             */
            isActive?: boolean;
            /** @description What requests are signed with: `whsec_` and a key in base64, or any other text, whose bytes are the key. Made when left out; empty for none. */
            signingSecret?: string;
            /**
             * @description Requests in any minute at most; more wait, which costs no retry.
             * @default 60
             */
            rateLimitPerMinute?: number;
            /**
             * @description Requests in any hour at most; more wait, which costs no retry.
             * @default 1000
             */
            rateLimitPerHour?: number;
        };
        /** @description What changes of an endpoint. What is left out stays as it is; at least one is needed. */
        UpdateWebhookEndpointRequest: {
            /**
             * @description What its tenant calls it.
             * @example Back office
             */
            name?: string;
            /**
             * @description What it is for.
             * @example Books deposits and withdrawals
             */
            description?: string;
            /**
             * @description Where requests go; one endpoint of a tenant for each URL. Only https to public addresses unless the operator allows
             *     more: others are URL_NOT_ALLOWED. Another URL has to be verified again; another scheme or host needs the secrets again, too.
             * @example https://back-office.example.com/hooks/bourse
             */
            url?: string;
            /**
             * @description How they are sent: `POST`, `PUT` or `PATCH`.
             * @example POST
             */
            httpMethod?: string;
            /** @description How the receiver is shown that a request is ours, beside the signature. Another one drops the settings of the one before. */
            authType?: components["schemas"]["WebhookAuthType"];
            /**
             * @description The settings of the `authType`. They replace what is there; a secret that comes back masked, as it is shown, stays as it is.
             * @example {
             *       "username": "bourse",
             *       "password": "correct-horse-battery"
             *     }
             */
            authConfig?: components["schemas"]["WebhookAuthConfig"];
            /**
             * @description Headers that every request carries. It replaces what is there; a value that comes back masked stays as it is.
             * @example {
             *       "X-Environment": "production"
             *     }
             */
            customHeaders?: components["schemas"]["WebhookHeaders"];
            /**
             * @description Event types of the catalogue, or of the tenant's own (`custom.…`); one may end in `.*`, and `*` is all. What matches
             *     no type is refused. None are sent when it is empty.
             * @example [
             *       "trading.position.*",
             *       "payment.succeeded"
             *     ]
             */
            subscribedEvents?: string[];
            /**
             * @description Conditions over the body that is sent, all of which have to hold: dotted paths with a value, or with $eq, $ne, $in,
             *     $nin, $gt, $gte, $lt, $lte, $exists or $prefix; $and, $or and $not combine them. At most 16 KiB, 8 levels and 100
             *     conditions. Every event is sent when it is empty.
             * @example {
             *       "data.symbol": "BTCUSD",
             *       "data.quantity": {
             *         "$gte": 1
             *       }
             *     }
             */
            filters?: components["schemas"]["JSONObject"];
            /** @description Whether a delivery that failed is attempted again. */
            retryEnabled?: boolean;
            /** @description How often, after the first attempt. The last retry must come within the 30 days for which events are kept. */
            maxRetries?: number;
            /** @description Seconds between the first attempt and the first retry. */
            retryDelaySeconds?: number;
            /**
             * Format: double
             * @description By what the delay grows with each retry, with at most one decimal.
             */
            retryBackoffMultiplier?: number;
            /** @description Seconds until a request is cut off. */
            timeoutSeconds?: number;
            /** @description Whether events are sent. What is published while it is off is recorded as skipped. Switching it on gives it a fresh start. */
            isActive?: boolean;
            /** @description What requests are signed with, without an overlap with the one before: rotate-secret has one. Empty for none; masked, as it is shown, it stays as it is. */
            signingSecret?: string;
            /** @description Requests in any minute at most; more wait, which costs no retry. */
            rateLimitPerMinute?: number;
            /** @description Requests in any hour at most; more wait, which costs no retry. */
            rateLimitPerHour?: number;
        };
        /** @description The answer with an endpoint. */
        WebhookEndpointEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookEndpoint"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A page of endpoints. */
        WebhookEndpointListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The tenant's endpoints, the newest first. */
            data: components["schemas"]["WebhookEndpoint"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /**
         * @description `pending` until it succeeds or is given up, `succeeded` after a 2xx, `exhausted` when no retry is left,
         *     `skipped` when the endpoint was off or broken.
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
             * @description The event, whose id is the webhook-id of every attempt.
             */
            eventId: string;
            /** @description The type of the event. */
            eventType: string;
            /**
             * Format: uuid
             * @description Where it goes.
             */
            endpointId: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description How many attempts were made. */
            attempts: number;
            /**
             * Format: date-time
             * @description When the next attempt is due; there while it is pending.
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
             * @description How long the last attempt took, in milliseconds. Missing until there was one.
             */
            lastDurationMs?: number;
            /** @description What the last attempt was answered; 0 when there was no answer. Missing until there was an attempt. */
            lastResponseStatus?: number;
        };
        /** @description Microseconds by phase. */
        WebhookTiming: {
            /**
             * Format: int64
             * @description Looking up the name; 0 for an address, and over a connection that was open.
             */
            dns: number;
            /**
             * Format: int64
             * @description Opening the connection; 0 over one that was open.
             */
            connect: number;
            /**
             * Format: int64
             * @description The TLS handshake; 0 without one, and over a connection that was open.
             */
            tls: number;
            /**
             * Format: int64
             * @description From the beginning until the first byte of the answer; 0 without an answer.
             */
            firstByte: number;
            /**
             * Format: int64
             * @description The whole attempt.
             */
            total: number;
            /** @description Whether the connection was open already. */
            reused: boolean;
        };
        /** @description One request of a delivery, and what came of it. */
        WebhookAttempt: {
            /** @description Which attempt of the delivery it is, from 1 on. */
            number: number;
            /**
             * Format: date-time
             * @description When the request was begun.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the answer was read, or the attempt given up.
             */
            finishedAt: string;
            /** @description What was sent, with secrets masked, as far as it fits into 16 KiB. */
            requestHeaders: components["schemas"]["StringMap"];
            /** @description The status of the answer; 0 without one. */
            responseStatus: number;
            /** @description What was answered; several values of one name are joined by commas. Empty without an answer. At most 16 KiB are kept: how many headers did not fit is told under the name `(left out)`. */
            responseHeaders: components["schemas"]["StringMap"];
            /** @description The first 16 KiB of the answer; empty without one. */
            responseBody: string;
            timing: components["schemas"]["WebhookTiming"];
            /** @description What went wrong, for programs. Empty with an answer, whatever its status; else dns, connect, tls, timeout, refused, protocol or oauth2. */
            errorClass: string;
            /** @description What went wrong, in words; empty with an answer. */
            error: string;
        };
        /** @description A delivery with what is sent, and all its attempts. */
        WebhookDeliveryDetail: {
            delivery: components["schemas"]["WebhookDelivery"];
            /** @description The body of every attempt. */
            request: components["schemas"]["WebhookMessage"];
            /** @description The attempts, the first one first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description The answer with a delivery. */
        WebhookDeliveryEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookDelivery"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a delivery and its attempts. */
        WebhookDeliveryDetailEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookDeliveryDetail"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A stretch of deliveries. */
        WebhookDeliveryListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The deliveries, the newest first. */
            data: components["schemas"]["WebhookDelivery"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description Why something is not as it should be. */
        HealthReason: {
            /**
             * @description What it is about: database, a part outside, `worker` and the name of a job, or books.
             * @example mail
             */
            component: string;
            /** @description A sentence for people, which may change; programs read the rest. */
            message: string;
        };
        /** @description A process of the installation. */
        PlatformProcess: {
            /**
             * Format: uuid
             * @description The process, until it ends.
             */
            id: string;
            /**
             * @description What it does: `all`, `api` (requests) or `worker` (background jobs).
             * @example all
             */
            role: string;
            /** @description The version of the program. */
            version: string;
            /**
             * Format: date-time
             * @description When it started.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it last said that it is there.
             */
            seenAt: string;
            /** @description Whether that was within 150 seconds. One that ended in order is not listed; one that was lost is, for a day. */
            isAlive: boolean;
            /** @description Whether it is the one that answers this request. */
            isAnswering: boolean;
        };
        /** @description A background job of a process that is alive. */
        PlatformJob: {
            /** @description What the job is called. */
            name: string;
            /**
             * Format: uuid
             * @description The process that runs it.
             */
            processId: string;
            /**
             * @description Waiting for something to do, at work, failed last, at work without any progress for too long, or not running.
             * @enum {string}
             */
            state: "waiting" | "working" | "failing" | "stuck" | "stopped";
            /**
             * Format: date-time
             * @description When it last did something that it could. Missing until then, and for jobs that do one thing as long as they run.
             */
            lastProgressAt?: string;
            /** @description What is the matter, in words. Missing when nothing is. */
            detail?: string;
        };
        /** @description Something outside of the platform that it depends on. */
        PlatformPart: {
            /** @description Such as feed, mail, sms, stripe or kyc; only those that the installation uses. */
            name: string;
            /**
             * @description In trouble when calls of it fail again and again; a part that nobody has called yet counts as working.
             * @enum {string}
             */
            state: "working" | "in_trouble";
            /**
             * Format: date-time
             * @description When the trouble was first seen. Missing while it works.
             */
            since?: string;
            /** @description What is the matter, in words. Missing while it works. */
            detail?: string;
        };
        /** @description Something that waits to be sent. */
        PlatformQueue: {
            /**
             * @description Deliveries to endpoints, mails or text messages.
             * @enum {string}
             */
            name: "webhooks" | "mail" | "sms";
            /**
             * @description Whether it is the queue of the caller's tenant or, where nobody knows whose a message is, that of all.
             * @enum {string}
             */
            scope: "tenant" | "platform";
            /** @description How many wait, of which the first 10,000 are counted. */
            waiting: number;
            /** @description Whether there were no more than could be counted. */
            isComplete: boolean;
            /**
             * Format: date-time
             * @description When the first of them was due, or will be. Missing when none waits.
             */
            firstDueAt?: string;
        };
        /** @description Where prices come from. */
        PlatformFeed: {
            /** @description What the feed is called. */
            name: string;
            /**
             * @description Silent before its first price; in trouble when no open market has a price that may be traded on.
             * @enum {string}
             */
            state: "working" | "silent" | "in_trouble";
            /**
             * Format: date-time
             * @description When the process that answers last got a price from it. Missing until then.
             */
            lastQuoteAt?: string;
            /** @description What is the matter, in words. Missing when nothing is. */
            detail?: string;
        };
        /**
         * @description Whether the books are in order: all balances of a currency sum to zero. One process looks every five minutes. `bourse
         *     ledger verify` looks at every posting.
         */
        PlatformBooks: {
            /**
             * @description Unchecked until somebody has looked.
             * @enum {string}
             */
            state: "balanced" | "unbalanced" | "unchecked";
            /**
             * Format: date-time
             * @description When somebody last looked. Missing until then.
             */
            checkedAt?: string;
            /** @description What does not sum up, in words. Missing when everything does. */
            detail?: string;
        };
        /** @description How the installation does. */
        PlatformHealth: {
            /**
             * @description Whether the process that answers serves. Degraded: it does, and something does not work, here or elsewhere.
             * @enum {string}
             */
            status: "ready" | "degraded" | "not_ready";
            /** @description Why it is not simply ready; empty when it is. */
            reasons: components["schemas"]["HealthReason"][];
            /**
             * Format: date-time
             * @description When this was found.
             */
            asOf: string;
            /** @description The version of the program that answers. */
            version: string;
            /**
             * Format: date-time
             * @description When the process that answers started.
             */
            startedAt: string;
            /** @description The processes, the one that answers first. */
            processes: components["schemas"]["PlatformProcess"][];
            /** @description The background jobs of all processes that are alive. */
            jobs: components["schemas"]["PlatformJob"][];
            /** @description What the installation depends on outside. */
            parts: components["schemas"]["PlatformPart"][];
            /** @description What waits to be sent. */
            queues: components["schemas"]["PlatformQueue"][];
            /** @description Where prices come from. */
            feeds: components["schemas"]["PlatformFeed"][];
            books: components["schemas"]["PlatformBooks"];
        };
        /** @description The answer with how the installation does. */
        PlatformHealthEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PlatformHealth"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /**
         * @description What came of the deliveries of a stretch of time: those whose event was published in it, of the newest 10,000. Numbers
         *     are of now, so that they change while retries are made.
         */
        WebhookOutcomes: {
            /**
             * Format: date-time
             * @description When the stretch begins. It ends now.
             */
            since: string;
            /** @description Deliveries that succeeded. */
            succeeded: number;
            /** @description Deliveries that were given up. */
            exhausted: number;
            /** @description Deliveries that were not sent, as the endpoint was off or broken. */
            skipped: number;
            /** @description Deliveries that are still on their way. */
            pending: number;
            /**
             * Format: double
             * @description Those that succeeded by those that succeeded or were given up, 0 to 1. Missing when there were none.
             */
            successRate?: number;
            /** @description Whether there were no more than could be counted. */
            isComplete: boolean;
        };
        /** @description The deliveries that wait for an attempt. */
        WebhookWaiting: {
            /** @description How many there are, of which the first 10,000 are counted. */
            count: number;
            /** @description Whether there were no more than could be counted. */
            isComplete: boolean;
            /**
             * Format: date-time
             * @description When the event of the oldest one that was counted was published. Missing when none waits.
             */
            oldestAt?: string;
            /**
             * Format: date-time
             * @description When the first of them is due. It has passed while the endpoint cannot keep up, or its rate limit is used up. Missing when none waits.
             */
            nextAttemptAt?: string;
        };
        /** @description The rate limits of an endpoint, and what is used of them. */
        WebhookRateUse: {
            /** @description The endpoint's rateLimitPerMinute. */
            perMinute: number;
            /** @description The endpoint's rateLimitPerHour. */
            perHour: number;
            /** @description Attempts that ended and were recorded in the last minute. Missing where perHour is above 20,000: they are not counted there. */
            lastMinute?: number;
            /** @description The same of the last hour. */
            lastHour?: number;
        };
        /** @description How an endpoint does now. */
        WebhookEndpointStats: {
            /**
             * Format: uuid
             * @description The endpoint.
             */
            endpointId: string;
            /**
             * Format: date-time
             * @description When it was counted.
             */
            asOf: string;
            waiting: components["schemas"]["WebhookWaiting"];
            lastHour: components["schemas"]["WebhookOutcomes"];
            lastDay: components["schemas"]["WebhookOutcomes"];
            rate: components["schemas"]["WebhookRateUse"];
        };
        /** @description The answer with the figures of an endpoint. */
        WebhookEndpointStatsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookEndpointStats"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description From when on an endpoint gets what it missed. */
        RecoverRequest: {
            /**
             * Format: date-time
             * @description What was published at this time or later, and exhausted or skipped, is sent again.
             */
            since: string;
        };
        /** @description The sending again of what an endpoint did not get. */
        WebhookRecovery: {
            /**
             * Format: uuid
             * @description The recovery's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The endpoint that gets what it missed.
             */
            endpointId: string;
            /**
             * @description Stopped when the endpoint was switched off or is broken before all was on its way.
             * @enum {string}
             */
            state: "running" | "done" | "stopped";
            /** @description Deliveries that are on their way again so far. */
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
        /** @description The answer with a recovery. */
        WebhookRecoveryEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookRecovery"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description An event of the tenant's own. */
        PublishWebhookEventRequest: {
            /**
             * @description Its type: `custom.` and up to six words of small letters, digits and single underscores, with dots between them.
             * @example custom.invoice.paid
             */
            type: string;
            /** @description An object of at most 64 KiB: what the receivers get as data. */
            data: unknown;
        };
        /** @description An event that is stored, and delivered from then on. */
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
        /** @description Events of the tenant's own, which are published together. */
        PublishWebhookEventsRequest: {
            /** @description What is published, in the order of the ids that are answered. */
            events: components["schemas"]["PublishWebhookEventRequest"][];
        };
        /** @description Events that are stored, and delivered from then on. */
        WebhookEventsReceipt: {
            /** @description The webhook-ids of their deliveries, in the order of the events in the request. */
            ids: string[];
            /**
             * Format: date-time
             * @description When they were published.
             */
            createdAt: string;
        };
        /** @description The answer with events that were published together. */
        WebhookEventsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookEventsReceipt"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /**
         * @description What is sent to endpoints: one event. Answer 2xx, soon, and do the work afterwards: anything else, a redirect and a
         *     time-out are a failure and attempted again as the endpoint says; 410 switches the endpoint off. The same event may come
         *     more than once and in another order than it happened, so tell it by its id.
         *
         *     The request is signed as Standard Webhooks says whenever the endpoint has a signing secret: the header
         *     `webhook-signature` has `v1,` and the HMAC-SHA256 in base64 of the webhook-id, the webhook-timestamp and the bytes of the
         *     body, joined by dots; for 24 hours after a rotation there are others, by the former secrets, with spaces between them. The key is what
         *     follows `whsec_` in the secret, decoded from base64, or the bytes of a secret of another form.
         */
        WebhookMessage: {
            /**
             * Format: uuid
             * @description The event's id, which is the webhook-id of every attempt.
             * @example 019bc0f2-6a80-7000-8000-000000000001
             */
            id: string;
            /**
             * @description What happened: a type of GET /webhooks/event-types, or one of the tenant's own (`custom.…`).
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
             * @description The tenant that it happened to.
             */
            tenantId: string;
            /**
             * @description What it happened to, as the API shows it, with what the event adds. GET /webhooks/event-types has the JSON Schema and
             *     an example of each.
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
             *     | `webhook.verification` | `challenge`, which the receiver echoes: as the whole body of its answer, or as `challenge` of a JSON object |
             *     | `custom.…` | what its tenant has published |
             */
            data: components["schemas"]["JSONObject"];
        };
        /** @description Something that happened to a tenant, as it was published. */
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
            /** @description What the receivers get. */
            body: components["schemas"]["WebhookMessage"];
        };
        /** @description The answer with an event that was published. */
        WebhookEventEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["WebhookEventReceipt"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A stretch of events. */
        WebhookEventListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description What was published for the tenant, the newest first. */
            data: components["schemas"]["WebhookEvent"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description One kind of event that the platform publishes. */
        WebhookEventType: {
            /** @description Its name. */
            type: string;
            /** @description When it is published, and what it means. */
            description: string;
            /** @description The JSON Schema (draft 2020-12) of the body that is sent. */
            schema: components["schemas"]["JSONObject"];
            /** @description One such body. */
            example: components["schemas"]["WebhookMessage"];
        };
        /** @description The answer with the catalogue of events. */
        WebhookEventTypeListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description Every type there is, in the order of their names. A tenant's own (`custom.…`) are not among them. */
            data: components["schemas"]["WebhookEventType"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /**
         * @description What class an instrument is of: a crypto-currency, a pair of currencies, or a share or fund.
         * @enum {string}
         */
        InstrumentKind: "crypto" | "fx" | "equity";
        /** @description What can be traded, with its steps and its hours. */
        Instrument: {
            /** @description Its name everywhere else, in capitals. */
            symbol: string;
            /** @description Its name for people. */
            name: string;
            kind: components["schemas"]["InstrumentKind"];
            /** @description What is bought and sold, which quantities count. */
            baseAsset: string;
            /** @description What it is paid with, which prices are in. */
            quoteAsset: string;
            /**
             * Format: decimal
             * @description The step of its prices, in the quote asset: every price is a multiple of it.
             */
            tickSize: number;
            /**
             * Format: decimal
             * @description The step of its quantities, in the base asset, and the smallest one: every quantity is a multiple of it.
             */
            lotStep: number;
            /**
             * @description When it trades: `always`; `weekdays`, from Sunday 22:00 to Friday 22:00 UTC but for Christmas and New Year's Day; `us_equity`,
             *     from 09:30 to 16:00 in New York on the exchange's trading days, until 13:00 on half days.
             * @enum {string}
             */
            session: "always" | "weekdays" | "us_equity";
            /** @description Whether it trades now. */
            isOpen: boolean;
            /** @description Whether it is still traded; one that is not has no prices any more. */
            isActive: boolean;
        };
        /**
         * @description Whether the instrument trades now.
         * @enum {string}
         */
        MarketState: "open" | "closed";
        /** @description The last price of an instrument, with what it did before. Prices are in the quote asset. */
        Quote: {
            /** @description The instrument. */
            symbol: string;
            /**
             * Format: decimal
             * @description What a seller gets, a multiple of the tick size.
             */
            bid: number;
            /**
             * Format: decimal
             * @description What a buyer pays, a multiple of the tick size.
             */
            ask: number;
            /**
             * Format: decimal
             * @description The price at which positions are valued, a multiple of the tick size.
             */
            mark: number;
            /**
             * Format: decimal
             * @description The last price, which is the mark.
             */
            last: number;
            /**
             * Format: decimal
             * @description What the last price has gained over that of 24 hours before it or, when the market was closed then, the last one before that; 0 while that is not known.
             */
            change: number;
            /**
             * Format: decimal
             * @description The change in percent of the price before it, to four places; 12.5 is 12.5 %. 0 while that is not known.
             */
            changePercent: number;
            /**
             * Format: decimal
             * @description The highest price of the UTC day of the quote.
             */
            dayHigh: number;
            /**
             * Format: decimal
             * @description The lowest price of the UTC day of the quote.
             */
            dayLow: number;
            state: components["schemas"]["MarketState"];
            /**
             * Format: date-time
             * @description When a closed market opens next; missing for one that is open and for one that does not open any more.
             */
            opensAt?: string;
            /**
             * Format: date-time
             * @description When an open market closes; missing for one that is closed and for one that never closes.
             */
            closesAt?: string;
            /**
             * Format: date-time
             * @description When the price was made.
             */
            time: string;
            /** @description Too old to trade on, or of a market that is closed. */
            isStale: boolean;
        };
        /** @description What a price did in one interval that is over. Prices are in the quote asset. */
        Candle: {
            /**
             * Format: date-time
             * @description When the interval begins, a multiple of its length from the beginning of the UTC day.
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
             * @description How much changed hands, in the base asset; 0 where the feed does not tell.
             */
            volume: number;
        };
        /** @description The instruments that a user watches. */
        Watchlist: {
            /** @description In the user's order. */
            symbols: string[];
            /** @description In the same order, of those that have one. */
            quotes: components["schemas"]["Quote"][];
        };
        /** @description The watchlist as it is to be; what it was before is gone. */
        WatchlistRequest: {
            /** @description Symbols, without regard to case, in the order in which they are to come back; one that is named twice counts once. An empty list is none. */
            symbols: string[];
        };
        /**
         * @description The price is at `price` or above it, at it or below it, or has moved by `percent` from where it was when the alert was set, up or down.
         * @enum {string}
         */
        AlertKind: "above" | "below" | "percent_move";
        /**
         * @description `working` waits for its price; `fired` and `cancelled` are its ends, and are kept for 90 days.
         * @enum {string}
         */
        AlertStatus: "working" | "fired" | "cancelled";
        /** @description A price of which its user wants to be told, once. Prices are in the quote asset of the instrument. */
        PriceAlert: {
            /**
             * Format: uuid
             * @description Of the alert.
             */
            id: string;
            /** @description The instrument. */
            symbol: string;
            kind: components["schemas"]["AlertKind"];
            /**
             * Format: decimal
             * @description The price that is waited for; 0 for percent_move.
             */
            price: number;
            /**
             * Format: decimal
             * @description The move that is waited for, 12.5 is 12.5 %; 0 for above and below.
             */
            percent: number;
            /**
             * Format: decimal
             * @description The last price when the alert was set; 0 when there was none.
             */
            referencePrice: number;
            /** @description What the user has noted; empty when nothing. */
            note: string;
            status: components["schemas"]["AlertStatus"];
            /**
             * Format: decimal
             * @description The price that reached it; 0 when none has.
             */
            firedPrice: number;
            /**
             * Format: date-time
             * @description When it fired; missing when it has not.
             */
            firedAt?: string;
            /**
             * Format: date-time
             * @description When it was set.
             */
            createdAt: string;
        };
        /** @description An alert of the kind `above` or `below` has a `price` and no `percent`, one of the kind `percent_move` a `percent` and no `price`. */
        CreateAlertRequest: {
            /** @description The instrument, without regard to case; one that is still traded. */
            symbol: string;
            kind: components["schemas"]["AlertKind"];
            /**
             * Format: decimal
             * @description For above and below, which need it. More than 0, in the quote asset.
             */
            price?: number;
            /**
             * Format: decimal
             * @description For percent_move, which needs it. More than 0; 12.5 is 12.5 %.
             */
            percent?: number;
            /**
             * @description Comes back with the notice.
             * @default
             */
            note?: string;
        };
        /**
         * @description An order was filled while the user was away; a position was closed at its stop, target, trailing stop or liquidation price; a subscription lost what it may lose; an alert fired.
         * @enum {string}
         */
        NoticeKind: "order_filled" | "position_stopped" | "copy_stopped" | "alert_fired";
        /** @description Something that a user was told. It is kept for 30 days. */
        Notice: {
            /**
             * Format: uuid
             * @description Of the notice.
             */
            id: string;
            kind: components["schemas"]["NoticeKind"];
            /**
             * Format: uuid
             * @description The order, position, subscription or alert.
             */
            subjectId: string;
            /** @description Missing where it is about none. */
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
        /** @description By which channels a user is told of one kind of notice. Without any there is no notice. */
        NoticeChannels: {
            /** @description At most one mail a minute; what comes meanwhile is gathered in the next. */
            mail: boolean;
            /** @description An event of the stream. */
            stream: boolean;
            /** @description The webhook trading.notice.created, and of an alert trading.alert.fired, to the endpoints of the brand. */
            webhook: boolean;
        };
        /** @description What is to change of the channels of one kind; what is missing stays as it is. */
        NoticeChannelsRequest: {
            /** @description Whether mails come. */
            mail?: boolean;
            /** @description Whether events of the stream come. */
            stream?: boolean;
            /** @description Whether the endpoints of the brand are told. */
            webhook?: boolean;
        };
        /** @description By the kind of notice. Until they are changed, alert_fired has all channels, and the others stream and webhook. */
        Notifications: {
            order_filled: components["schemas"]["NoticeChannels"];
            position_stopped: components["schemas"]["NoticeChannels"];
            copy_stopped: components["schemas"]["NoticeChannels"];
            alert_fired: components["schemas"]["NoticeChannels"];
        };
        /** @description By the kind of notice; a kind that is missing stays as it is. */
        UpdateNotificationsRequest: {
            order_filled?: components["schemas"]["NoticeChannelsRequest"];
            position_stopped?: components["schemas"]["NoticeChannelsRequest"];
            copy_stopped?: components["schemas"]["NoticeChannelsRequest"];
            alert_fired?: components["schemas"]["NoticeChannelsRequest"];
        };
        /** @description Opens one stream without a token, once. */
        StreamTicket: {
            /** @description For `ticket` of GET /trading/stream. */
            ticket: string;
            /**
             * Format: date-time
             * @description Until when a stream can be opened with it, a minute after it was made.
             */
            expiresAt: string;
        };
        /** @description What an account has at the prices of now, as the stream tells it. Money is in USD. */
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
             * @description Money that is free.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Set aside for withdrawals.
             */
            held: number;
            /**
             * Format: decimal
             * @description Set aside for working orders.
             */
            reserved: number;
            /**
             * Format: decimal
             * @description Set aside for open positions.
             */
            margin: number;
            /**
             * Format: decimal
             * @description Of the open positions, before fees; negative for a loss.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description What the account is worth: the sum of the other five.
             */
            equity: number;
        };
        /**
         * @description How much a reader has been told: the number of its last change and that of the last signal, such as `12-345`. It is to be kept and
         *     sent back as it is, in the header `Last-Event-ID` or in `lastEventId`.
         */
        StreamEventID: string;
        /**
         * @description Quotes that have changed, at most once a second; all that there are when the stream begins. It has no `id`: what is missed is
         *     told anew by the next.
         */
        StreamQuotesEvent: {
            /**
             * @description The line `event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "quotes";
            /** @description The line `data`, by symbol. */
            data: components["schemas"]["Quote"][];
        };
        /**
         * @description What an account of the user has, for each that is not closed when the stream begins and then at most once a second for each that
         *     has changed. It has no `id`: what is missed is told anew by the next.
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
         * @description A position of the user that was opened, changed or closed, wholly or in part, as it was then: its `currentPrice` is what it was
         *     just traded at, or the mark when only its levels have changed.
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
        /** @description An order of the user that was placed, filled or ended, as it was then. */
        StreamOrderEvent: {
            /**
             * @description The line `event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order";
            id: components["schemas"]["StreamEventID"];
            data: components["schemas"]["Order"];
        };
        /** @description A notice to the user, of a kind that comes by the stream (see GET /trading/notifications). */
        StreamNoticeEvent: {
            /**
             * @description The line `event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "notice";
            id: components["schemas"]["StreamEventID"];
            data: components["schemas"]["Notice"];
        };
        /** @description A new signal that the user sees, without `executed`. A position never comes before the signal that it came from. */
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
             * @description `session_ended`: log in again; `account_suspended`: the user may do nothing any more; `draining`: the server stops, connect
             *     again; `slow`: the client did not keep up, connect again; `missed`: what lies behind the last event that the client saw cannot
             *     be told any more, read the lists again and go on behind the `id` of this event; `unavailable`: whether the session goes on
             *     cannot be found out now, connect again.
             * @enum {string}
             */
            reason: "session_ended" | "account_suspended" | "draining" | "slow" | "missed" | "unavailable";
        };
        /**
         * @description One event of GET /trading/stream, as its lines `event`, `id` and `data` tell it; the text of `data` is JSON in one line.
         *
         *     The names are `quotes`, `account`, `position`, `order`, `notice`, `signal` and `end`; a client passes over a name that it does not
         *     know. What must not be missed has an `id`: positions, orders, notices and signals, which come once and in order. The stream begins
         *     with a block that is no event: `retry: 3000`, the milliseconds to wait before connecting again, and the `id` behind which the first
         *     event is. Whoever connects again with the last `id` it saw is told everything behind it, within a day and within a thousand
         *     events, and then what happens. A comment, `: keep-alive`, comes every fifteen seconds: a stream that stays silent for longer is
         *     broken. `end` is the last event and says why; a stream that is cut off without it is opened again.
         */
        StreamEvent: components["schemas"]["StreamQuotesEvent"] | components["schemas"]["StreamAccountEvent"] | components["schemas"]["StreamPositionEvent"] | components["schemas"]["StreamOrderEvent"] | components["schemas"]["StreamNoticeEvent"] | components["schemas"]["StreamSignalEvent"] | components["schemas"]["StreamEndEvent"];
        /**
         * @description Who owns a bot, a signal or a course: `platform` is for every brand and changed by super_admin only, `tenant` is of one
         *     brand, for its users only and changed by its own admins.
         * @enum {string}
         */
        Scope: "platform" | "tenant";
        /**
         * @description `active` decides and trades; `paused` enters nothing, and leaves what it has open; `stopped` does nothing, and its signals have
         *     expired; `error` has failed five times in a row, or has no prices any more. Only a bot by itself comes to `error`.
         * @enum {string}
         */
        BotStatus: "active" | "paused" | "stopped" | "error";
        /**
         * @description How much a position may lose at its stop, of what its account is worth or of the capital that follows the bot: `low` 0.5 %, `medium` 1 %, `high` 2 %.
         * @enum {string}
         */
        RiskLevel: "low" | "medium" | "high";
        /**
         * @description How long a candle lasts: a minute, five minutes, an hour or a UTC day.
         * @enum {string}
         */
        CandleInterval: "1m" | "5m" | "1h" | "1d";
        /** @description What a bot has achieved on its own account, open positions at the marks. What is undefined is 0. Money is in USD. */
        BotPerformance: {
            /**
             * Format: decimal
             * @description What the account has gained, open positions marked, by its starting capital; 0.125 is 12.5 %.
             */
            totalReturn: number;
            /**
             * Format: decimal
             * @description Positions closed with net profit by positions closed; 0.55 is 55 %.
             */
            winRate: number;
            /**
             * Format: decimal
             * @description Of the returns of calendar days, × √365; 0 while fewer than five of them moved.
             */
            sharpeRatio: number;
            /**
             * Format: decimal
             * @description The largest fall from a peak of the daily worth, as a fraction of the peak; 0.125 is 12.5 %.
             */
            maxDrawdown: number;
            /**
             * Format: decimal
             * @description What winning positions brought by what the others lost; 0 while none has lost.
             */
            profitFactor: number;
            /**
             * Format: decimal
             * @description Mean net profit of a closed position.
             */
            expectancy: number;
            /** @description Positions that were closed wholly. */
            closedTrades: number;
            /** @description Days that the Sharpe ratio stands on. */
            observations: number;
        };
        /** @description A strategy that trades by itself, on an account of its own. `agent` is there of the house's bots only, which investment accounts follow. */
        TradingBot: {
            /**
             * Format: uuid
             * @description Of the bot.
             */
            id: string;
            /** @description Its name, unique among the bots of its owner. */
            name: string;
            /** @description What it does, for people; may be empty. */
            description: string;
            /** @description What the bot decides by: `trend`, `mean_reversion`, `breakout`, `momentum` or `ml`. */
            strategyType: string;
            riskLevel: components["schemas"]["RiskLevel"];
            status: components["schemas"]["BotStatus"];
            /** @description How it came to its status, for people; empty while it has never had another. */
            statusReason: string;
            /** @description The instruments that it trades. */
            symbols: string[];
            timeframe: components["schemas"]["CandleInterval"];
            parameters: components["schemas"]["NumberMap"];
            performance: components["schemas"]["BotPerformance"];
            scope: components["schemas"]["Scope"];
            agent?: components["schemas"]["TradingAgent"];
            /** @description How many accounts follow it, of all brands. Missing in events. */
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
             * @description When an administrator last gave it other `parameters` or another `riskLevel`: what `performance` says of the time before was done by other settings. Missing while they are those that it began with.
             */
            settingsChangedAt?: string;
        };
        /** @description What the account of a bot was worth at a moment. */
        BotEquityPoint: {
            /**
             * Format: date-time
             * @description The end of a UTC day; of the last point, now.
             */
            time: string;
            /**
             * Format: decimal
             * @description What the account was worth in USD, open positions marked.
             */
            value: number;
            /**
             * Format: decimal
             * @description How far that is below the most it was ever worth at the end of a day until then; 0.125 is 12.5 %.
             */
            drawdown: number;
        };
        /**
         * @description The numbers that a strategy is tuned by, by name. What is not named has its default. Periods are whole numbers of candles, and
         *     distances ending in `Atr` are in average true ranges.
         *
         *     | Parameter | Of | From–to (default) |
         *     |---|---|---|
         *     | `atrPeriod` | all | 2–100 (14): the average true range |
         *     | `stopAtr` | all | 0.5–10 (trend 2.5, ml 3, others 2): distance of the stop |
         *     | `targetAtr` | all but mean_reversion | 0.5–20 (trend 5, breakout 6, momentum 4, ml 6): distance of the target |
         *     | `fastPeriod` | trend, momentum | 2–100 (20, 12), less than slowPeriod: the fast average |
         *     | `slowPeriod` | trend, momentum | 3–200 (50, 26): the slow average |
         *     | `bandPeriod` | mean_reversion | 5–200 (20): the Bollinger band |
         *     | `bandWidth` | mean_reversion | 0.5–5 (2): half its width in deviations |
         *     | `rsiPeriod` | mean_reversion | 2–100 (14): the relative strength index |
         *     | `oversold` | mean_reversion | 5–50 (33): the index below which a market has fallen too far |
         *     | `overbought` | mean_reversion | 50–95 (67): the index above which a market has risen too far |
         *     | `entryPeriod` | breakout | 5–200 (55): the range that is broken on entry |
         *     | `exitPeriod` | breakout | 2–100 (20), less than entryPeriod: the range that is broken on exit |
         *     | `signalPeriod` | momentum | 2–50 (9): the signal line |
         *     | `rocPeriod` | momentum | 1–100 (10): the rate of change |
         *     | `leastMove` | momentum | 0–10 (1.5): the rate of change that an entry takes, in average true ranges |
         *     | `horizon` | ml | 1 or 4 (1): how far the model looks ahead |
         *     | `leastGain` | ml | 1–10 (1): the expected move that an entry takes, in costs of a round trip |
         */
        NumberMap: {
            [key: string]: number;
        };
        /** @description A bot as it begins, stopped. Whose it is without `scope` depends on who makes it, the brand's of an admin and the platform's of a super_admin. */
        CreateBotRequest: {
            /** @description Not only spaces, and unique among the bots of the owner. Spaces around it are taken off. */
            name: string;
            /**
             * @description What it does, for people.
             * @default
             */
            description?: string;
            /**
             * @description `trend`, `mean_reversion`, `breakout` and `momentum` decide by candles alone. `ml` trades the predictions of serving models: it
             *     enters only with a model that has an edge and where the expected move is worth more than its costs, leaves when either is gone,
             *     and is paused by itself, with the reason, while none of its models has an edge. It wants a `timeframe` of 1h or 1d; the parameter
             *     `horizon` is the number of its candles that the model looks ahead (1, or 4 on 1h).
             */
            strategyType: string;
            parameters?: components["schemas"]["NumberMap"];
            /** @description The instruments that it trades, without regard to case, each once. */
            symbols: string[];
            /**
             * @description The candles that it decides on.
             * @default 5m
             */
            timeframe?: components["schemas"]["CandleInterval"];
            riskLevel: components["schemas"]["RiskLevel"];
            scope?: components["schemas"]["Scope"];
        };
        /**
         * @description What is to change of a bot; what is missing stays as it is. `parameters` take the place of all that it had. A bot that is `stopped` or
         *     in `error` can become `active`, one that is `active` `paused` and the other way round, and all of them `stopped`.
         */
        UpdateBotRequest: {
            /** @description Not only spaces, and unique among the bots of the owner. Spaces around it are taken off. */
            name?: string;
            /** @description What it does, for people; may be empty. */
            description?: string;
            parameters?: components["schemas"]["NumberMap"];
            riskLevel?: components["schemas"]["RiskLevel"];
            status?: components["schemas"]["BotStatus"];
        };
        /**
         * @description Queued until a worker is free; a backtest that is `done`, `failed` or `cancelled` changes no more.
         * @enum {string}
         */
        BacktestStatus: "queued" | "running" | "done" | "failed" | "cancelled";
        /**
         * @description How finely prices were known within the candles: `minutes` when the minutes of all of them were stored, `candles` when those
         *     of none were, so that of a stop and a target in one candle the worse counted, else `mixed`.
         * @enum {string}
         */
        BacktestResolution: "minutes" | "candles" | "mixed";
        /**
         * @description What is to be played on the past. Without a `botId` it takes a `strategyType`, `symbols` and a `riskLevel`, and the `timeframe` is
         *     5m unless it is named; with one, what is missing is as the bot has it.
         */
        CreateBacktestRequest: {
            /**
             * Format: uuid
             * @description A bot whose settings are the beginning; what else is named stands in their place.
             */
            botId?: string;
            /** @description `trend`, `mean_reversion`, `breakout` or `momentum`. Another one than the bot's begins with its own defaults. */
            strategyType?: string;
            parameters?: components["schemas"]["NumberMap"];
            /** @description Instruments, without regard to case, each once. */
            symbols?: string[];
            timeframe?: components["schemas"]["CandleInterval"];
            riskLevel?: components["schemas"]["RiskLevel"];
            /**
             * Format: date-time
             * @description Where the past begins; taken back to the beginning of its candle.
             */
            from: string;
            /**
             * Format: date-time
             * @description Where it ends, not included; now, which is the default, at the latest, at least one candle and at most five years behind `from`.
             */
            to?: string;
            /**
             * Format: decimal
             * @description What the account begins with, in USD; without it what a new bot begins with.
             */
            capital?: number;
        };
        /** @description The first eight are computed as the performance of a bot is. `equity` is the capital + `realizedPnl` + `unrealizedPnl` − `openFees`. Money is in USD. */
        BacktestFigures: {
            /**
             * Format: decimal
             * @description What the account has gained at the end, open positions marked, by its capital; 0.125 is 12.5 %.
             */
            totalReturn: number;
            /**
             * Format: decimal
             * @description Positions closed with net profit by positions closed; 0.55 is 55 %.
             */
            winRate: number;
            /**
             * Format: decimal
             * @description Of the returns of calendar days, × √365; 0 while fewer than five of them moved.
             */
            sharpeRatio: number;
            /**
             * Format: decimal
             * @description The largest fall from a peak of the daily worth, as a fraction of the peak; 0.125 is 12.5 %.
             */
            maxDrawdown: number;
            /**
             * Format: decimal
             * @description What winning positions brought by what the others lost; 0 when none has lost.
             */
            profitFactor: number;
            /**
             * Format: decimal
             * @description Mean net profit of a closed position.
             */
            expectancy: number;
            /** @description Positions that were closed wholly. */
            closedTrades: number;
            /** @description Days that the Sharpe ratio stands on. */
            observations: number;
            /**
             * Format: decimal
             * @description What the account is worth at the end.
             */
            equity: number;
            /**
             * Format: decimal
             * @description What the trades add up to, net of fees.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description Of positions that are open at the end.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description Fees of these that no closing has carried.
             */
            openFees: number;
            /** @description Positions that are open at the end. */
            openPositions: number;
            /**
             * Format: decimal
             * @description Of all trades.
             */
            fees: number;
            /**
             * Format: decimal
             * @description Net profit of the best trade; 0 without trades.
             */
            bestTrade: number;
            /**
             * Format: decimal
             * @description Net profit of the worst trade; 0 without trades.
             */
            worstTrade: number;
            /**
             * Format: decimal
             * @description What the instruments brought meanwhile, held in equal parts and without costs; 0.125 is 12.5 %.
             */
            marketReturn: number;
        };
        /** @description What the account of a backtest was worth at a moment. */
        BacktestPoint: {
            /**
             * Format: date-time
             * @description When the account was worth that: at the beginning, at the end of each UTC day, at the end.
             */
            time: string;
            /**
             * Format: decimal
             * @description What the account was worth in USD, open positions marked.
             */
            value: number;
            /**
             * Format: decimal
             * @description How far that is below the peak before, as a fraction; 0.125 is 12.5 %.
             */
            drawdown: number;
        };
        /**
         * @description Settings of a bot that are, or were, played on candles of the past. `failureCode` is there when it has failed, `resolution` once
         *     candles were played, `figures` once it is done.
         */
        Backtest: {
            /**
             * Format: uuid
             * @description Of the backtest.
             */
            id: string;
            /**
             * Format: uuid
             * @description The bot whose settings were the beginning; missing when there was none.
             */
            botId?: string;
            /** @description What decides. */
            strategyType: string;
            parameters: components["schemas"]["NumberMap"];
            /** @description The instruments. */
            symbols: string[];
            timeframe: components["schemas"]["CandleInterval"];
            riskLevel: components["schemas"]["RiskLevel"];
            /**
             * Format: date-time
             * @description Where the past begins.
             */
            from: string;
            /**
             * Format: date-time
             * @description Where it ends, not included.
             */
            to: string;
            /**
             * Format: decimal
             * @description What the account begins with, in USD.
             */
            capital: number;
            status: components["schemas"]["BacktestStatus"];
            /** @description In percent. */
            progress: number;
            failureCode?: components["schemas"]["ErrorCode"];
            /** @description Why it has failed; missing when it has not. */
            failure?: string;
            /** @description Closing fills, so far. */
            trades: number;
            /** @description Candles of the timeframe that were played. */
            candles: number;
            resolution?: components["schemas"]["BacktestResolution"];
            figures?: components["schemas"]["BacktestFigures"];
            /** @description Only of one backtest, once it is done. */
            equity?: components["schemas"]["BacktestPoint"][];
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last begun; missing before.
             */
            startedAt?: string;
            /**
             * Format: date-time
             * @description When it ended, however that was; missing before.
             */
            finishedAt?: string;
        };
        /** @description One closing fill of a backtest. Money is in USD. */
        BacktestTrade: {
            /** @description From 1 on, in the order of closing. */
            number: number;
            /**
             * @description What the fill left of the position.
             * @enum {string}
             */
            type: "close" | "partial_close" | "liquidation";
            /** @description The instrument. */
            symbol: string;
            side: components["schemas"]["PositionSide"];
            /**
             * Format: decimal
             * @description What was closed.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description What the opening was filled at.
             */
            entryPrice: number;
            /**
             * Format: decimal
             * @description What the closing was filled at.
             */
            exitPrice: number;
            /**
             * Format: decimal
             * @description Of the closing, and its share of those of the opening.
             */
            fees: number;
            /**
             * Format: decimal
             * @description Before fees.
             */
            grossPnl: number;
            /**
             * Format: decimal
             * @description After fees.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description Of what was paid for the closed part; 12.5 is 12.5 %.
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
             * @description When this was closed.
             */
            closedAt: string;
            /**
             * Format: decimal
             * @description Cash and margin of the account.
             */
            balanceAfter: number;
        };
        /**
         * @description `entry_long` proposes to buy and `entry_short` to sell short; `exit_long` and `exit_short` propose to close such positions; `hold`
         *     proposes nothing and cannot be executed.
         * @enum {string}
         */
        SignalType: "entry_long" | "entry_short" | "exit_long" | "exit_short" | "hold";
        /**
         * @description How sure the author is.
         * @enum {string}
         */
        SignalConfidence: "low" | "medium" | "high" | "very_high";
        /**
         * @description `expired` from `expiresAt` on.
         * @enum {string}
         */
        SignalStatus: "active" | "expired";
        /** @description Advice to enter or leave a market, by a bot or an analyst, which expires. Prices are in the quote asset. */
        Signal: {
            /**
             * Format: uuid
             * @description Of the signal.
             */
            id: string;
            /**
             * Format: uuid
             * @description The bot that published it; missing when an analyst did.
             */
            botId?: string;
            /** @description The instrument. */
            symbol: string;
            signalType: components["schemas"]["SignalType"];
            confidence: components["schemas"]["SignalConfidence"];
            /**
             * Format: decimal
             * @description The price that it stands on. An entry cannot be executed once the mark is more than 1 % away from it.
             */
            price: number;
            /**
             * Format: decimal
             * @description Where the position that it opens is closed with profit. 0 when there is none.
             */
            targetPrice: number;
            /**
             * Format: decimal
             * @description Where the position that it opens is closed with loss. 0 when there is none.
             */
            stopLoss: number;
            /** @description Why, for people; may be empty. */
            reason: string;
            status: components["schemas"]["SignalStatus"];
            scope: components["schemas"]["Scope"];
            author: components["schemas"]["SignalAuthor"];
            /** @description Whether the caller has executed it, by hand or by a subscription, on any account. Missing in events and streams. */
            executed?: boolean;
            /**
             * Format: date-time
             * @description When it was published.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description From when on it cannot be executed any more; that of a bot that is stopped comes forward, and that of an author who may not publish it any more.
             */
            expiresAt: string;
        };
        /** @description Who has published a signal. */
        SignalAuthor: {
            /**
             * @description Which of the two it is.
             * @enum {string}
             */
            kind: "bot" | "analyst";
            /** @description The name of the bot; of an analyst the display name at the time, or the email with its middle hidden. */
            name: string;
            /**
             * Format: uuid
             * @description Of the bot or of the analyst; missing when that is not known any more.
             */
            id?: string;
        };
        /**
         * @description A signal of the caller. The stop of a long entry lies below its price and its target above, those of a short one the other way
         *     round. Whose it is without `scope` depends on who publishes it: the platform's of a super_admin, the brand's of anybody else.
         */
        CreateSignalRequest: {
            /** @description The instrument, without regard to case. */
            symbol: string;
            signalType: components["schemas"]["SignalType"];
            /**
             * @description How sure the author is.
             * @default medium
             */
            confidence?: components["schemas"]["SignalConfidence"];
            /**
             * Format: decimal
             * @description The price that it stands on, more than 0; the mark of now when missing.
             */
            price?: number;
            /**
             * Format: decimal
             * @description Where a position is closed with profit. 0, as when it is missing, is none.
             */
            targetPrice?: number;
            /**
             * Format: decimal
             * @description Where a position is closed with loss. 0, as when it is missing, is none.
             */
            stopLoss?: number;
            /**
             * @description How much a position may lose at its stop whose quantity nobody has named; an account with a risk profile of its own has its own.
             * @default medium
             */
            riskLevel?: components["schemas"]["RiskLevel"];
            /**
             * @description Why, for people.
             * @default
             */
            reason?: string;
            /**
             * @description For how long it can be executed, a week at most.
             * @default 240
             */
            expiresInMinutes?: number;
            scope?: components["schemas"]["Scope"];
        };
        /** @description How the caller wants a signal to be carried out; `{}` leaves everything to the server. */
        ExecuteSignalRequest: {
            /**
             * Format: decimal
             * @description In the base asset, more than 0 and a multiple of the lot step; of an exit at most what is open. When it is missing an exit closes
             *     all, and an entry is sized by its risk level and its stop, within a tenth, unless configured otherwise, of what the account is worth
             *     or has allocated to the bot.
             */
            quantity?: number;
            /**
             * Format: uuid
             * @description One of the caller's accounts; the paper account when missing.
             */
            accountId?: string;
        };
        /**
         * @description `market` is filled at once at the market; `limit` at its limit or better; `stop` at the market once its price is reached, from below
         *     to buy and from above to sell.
         * @enum {string}
         */
        OrderType: "market" | "limit" | "stop";
        /**
         * @description `working` may still be filled; the others are ends: `filled`, `cancelled` by its owner, at its exchange or because its account was
         *     closed, `expired` at the end of its day or at its exchange, `rejected` because it could not be filled. Why is in `reason`.
         * @enum {string}
         */
        OrderStatus: "working" | "filled" | "cancelled" | "expired" | "rejected";
        /**
         * @description How long an order works: `gtc` until it is cancelled, `day` until the end of the session, which of a market that never closes is that of the UTC day.
         * @enum {string}
         */
        TimeInForce: "gtc" | "day";
        /** @description A `quantity` or a `notional`, and not both; a `limitPrice` for a limit order, a `stopPrice` for a stop order. Prices are multiples of the tick size, in the quote asset. */
        PlaceOrderRequest: {
            /** @description The instrument, without regard to case. */
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
             * @description In USD, more than 0: what the quantity may cost at the price of the order, floored to the lot step.
             */
            notional?: number;
            /**
             * Format: decimal
             * @description More than 0. Of a limit order only.
             */
            limitPrice?: number;
            /**
             * Format: decimal
             * @description More than 0; above the ask for buy, below the bid for sell. Of a stop order only.
             */
            stopPrice?: number;
            /**
             * Format: decimal
             * @description Of the position. 0, as when it is missing, is none.
             */
            stopLoss?: number;
            /**
             * Format: decimal
             * @description Of the position. 0, as when it is missing, is none.
             */
            targetPrice?: number;
            /**
             * Format: decimal
             * @description How far behind the best price the stop of the position follows, from 0.1 to 50 percent. 0, as when it is missing, does not follow.
             */
            trailingPercent?: number;
            /**
             * @description How long it works. An account at an exchange takes `gtc` only.
             * @default gtc
             */
            timeInForce?: components["schemas"]["TimeInForce"];
            /**
             * Format: uuid
             * @description One of the caller's accounts; the paper account when missing.
             */
            accountId?: string;
        };
        /** @description What somebody wants to buy or sell, and what became of it. Prices are in the quote asset, money is in USD. */
        Order: {
            /**
             * Format: uuid
             * @description Of the order.
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
             * @description What is to be filled.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description As it was asked for; 0 when a quantity was.
             */
            notional: number;
            /**
             * Format: decimal
             * @description 0 when there is none.
             */
            limitPrice: number;
            /**
             * Format: decimal
             * @description 0 when there is none.
             */
            stopPrice: number;
            /**
             * Format: decimal
             * @description Of the position. 0 when there is none.
             */
            stopLoss: number;
            /**
             * Format: decimal
             * @description Of the position. 0 when there is none.
             */
            targetPrice: number;
            /**
             * Format: decimal
             * @description Of the position, 12.5 is 12.5 %. 0 when its stop does not follow.
             */
            trailingPercent: number;
            timeInForce: components["schemas"]["TimeInForce"];
            /**
             * Format: decimal
             * @description Money that is set aside while the order works; 0 afterwards, and at an exchange.
             */
            held: number;
            /**
             * Format: decimal
             * @description What is filled, 0 before. Less than the quantity when the money did not pay for all of it.
             */
            filledQuantity: number;
            /**
             * Format: decimal
             * @description Of what is filled; 0 before.
             */
            averagePrice: number;
            /**
             * Format: decimal
             * @description Of what is filled; 0 before.
             */
            fee: number;
            /**
             * Format: uuid
             * @description What it opened; of a sale at an exchange, the last that it closed. Missing while it is not filled.
             */
            positionId?: string;
            /** @description Why it was cancelled, has expired or was rejected, or was not filled wholly; empty otherwise. */
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
             * @description Of a limit or stop order for the day; missing for others.
             */
            expiresAt?: string;
        };
        /** @description What an order, or executing a signal, would do at this moment. Prices are in the quote asset, money is in USD. */
        Preview: {
            /** @description Whether it would be done. */
            allowed: boolean;
            code?: components["schemas"]["ErrorCode"];
            /** @description Why not; missing when it is allowed, as the code. */
            reason?: string;
            /**
             * Format: uuid
             * @description The account that it is reckoned for.
             */
            accountId: string;
            side: components["schemas"]["PositionSide"];
            /**
             * Format: decimal
             * @description 0 as far as it could not be reckoned, as all that follows.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description What it fills at, or is expected to.
             */
            price: number;
            /**
             * Format: decimal
             * @description Quantity × price.
             */
            notional: number;
            /**
             * Format: decimal
             * @description What is set aside for the position; what an exit sets free is negative.
             */
            margin: number;
            /**
             * Format: decimal
             * @description Of these fills.
             */
            fee: number;
            /**
             * Format: decimal
             * @description What leaves the cash; what an exit brings is negative.
             */
            total: number;
            /**
             * Format: decimal
             * @description With both fees, should the position close at its stop; 0 without one.
             */
            lossAtStop: number;
            /**
             * Format: decimal
             * @description With both fees, should the position close at its target; 0 without one.
             */
            gainAtTarget: number;
            /**
             * Format: decimal
             * @description Free cash afterwards.
             */
            cashAfter: number;
            /** @description What an exit would close; empty for an entry. */
            positions: string[];
        };
        /** @description What is to change of the levels of a position; what is missing stays as it is. Prices are multiples of the tick size, in the quote asset. */
        ChangePositionRequest: {
            /**
             * Format: decimal
             * @description Below the price for a long position, above it for a short one. 0 takes it away.
             */
            stopLoss?: number;
            /**
             * Format: decimal
             * @description Above the price for a long position, below it for a short one. 0 takes it away.
             */
            targetPrice?: number;
            /**
             * Format: decimal
             * @description How far behind the best price the stop follows, from 0.1 to 50 percent; 0 leaves the stop where it is.
             */
            trailingPercent?: number;
        };
        /**
         * @description Bought, which rises with the price (long), or sold, which falls with it (short).
         * @enum {string}
         */
        PositionSide: "buy" | "sell";
        /**
         * @description `liquidated` is a short that was closed because its margin was all but lost.
         * @enum {string}
         */
        PositionStatus: "open" | "closed" | "liquidated";
        /** @description What an account holds of an instrument, or has held. Prices are in the quote asset, quantities in the base asset, money is in USD. */
        Position: {
            /**
             * Format: uuid
             * @description Of the position.
             */
            id: string;
            /** @description The instrument. */
            symbol: string;
            side: components["schemas"]["PositionSide"];
            /**
             * Format: decimal
             * @description What is open; of a closed position what was.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description What it was opened at, on average.
             */
            entryPrice: number;
            /**
             * Format: decimal
             * @description The mark; of a closed position the price of its last closing.
             */
            currentPrice: number;
            /**
             * Format: decimal
             * @description What is open, at the current price and before fees; negative for a loss, 0 once it is closed.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description What its closings have brought, after fees; 0 before the first.
             */
            realizedPnl: number;
            status: components["schemas"]["PositionStatus"];
            /**
             * Format: decimal
             * @description What was opened, before anything of it was closed.
             */
            openedQuantity: number;
            /**
             * Format: decimal
             * @description Where it is closed with loss. 0 when there is none.
             */
            stopLoss: number;
            /**
             * Format: decimal
             * @description Where it is closed with profit. 0 when there is none.
             */
            targetPrice: number;
            /**
             * Format: decimal
             * @description How far behind the best price the stop follows, 12.5 is 12.5 %; 0 when it does not.
             */
            trailingPercent: number;
            /**
             * Format: decimal
             * @description Where a short is closed because its margin is all but lost. 0 when there is none, as of a long position and at an exchange.
             */
            liquidationPrice: number;
            /**
             * Format: decimal
             * @description Money that is set aside for what is open; 0 once it is closed.
             */
            margin: number;
            /**
             * Format: decimal
             * @description The part of the fee of the opening that no closing has carried yet.
             */
            openFee: number;
            /**
             * Format: uuid
             * @description The account that holds it.
             */
            accountId: string;
            /**
             * Format: uuid
             * @description The signal that it came from; missing when it came from none.
             */
            signalId?: string;
            /**
             * Format: uuid
             * @description The bot whose signal that was; missing when it was none's.
             */
            botId?: string;
            /**
             * Format: uuid
             * @description The subscription under which it was opened; missing when it was none.
             */
            subscriptionId?: string;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description When the last of it was closed; missing while it is open.
             */
            closedAt?: string;
        };
        /** @description How much is to be closed; all of it without a body. */
        ClosePositionRequest: {
            /**
             * Format: decimal
             * @description More than 0 and at most what is open; less than that, a multiple of the lot step. All of it when missing.
             */
            quantity?: number;
        };
        /** @description One closing fill of a position, a line of the history. Prices are in the quote asset, quantities in the base asset, money is in USD. */
        Trade: {
            /**
             * Format: uuid
             * @description Of the trade.
             */
            id: string;
            /**
             * @description What the fill left of the position: nothing, a part, or nothing because its margin was all but lost.
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
             * @description The signal that the position came from; missing when it came from none.
             */
            signalId?: string;
            /**
             * Format: uuid
             * @description The bot whose signal that was; missing when it was none's.
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
             * @description What was closed.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description What the position was opened at, on average.
             */
            entryPrice: number;
            /**
             * Format: decimal
             * @description What this was closed at.
             */
            exitPrice: number;
            /**
             * Format: decimal
             * @description Of the closing, and its share of that of the opening.
             */
            fees: number;
            /**
             * Format: decimal
             * @description What it brought before fees; negative for a loss.
             */
            grossPnl: number;
            /**
             * Format: decimal
             * @description What it brought after fees; negative for a loss.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description Of what was paid for the closed part; 12.5 is 12.5 %.
             */
            realizedPnlPercent: number;
            /**
             * @description Why it was closed: by hand, by a signal, at its stop, at a stop that had followed the price, at its target, by liquidation, because
             *     its subscription had lost what it may lose, or because its account was closed.
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
             * @description When this was closed.
             */
            closedAt: string;
            /**
             * Format: decimal
             * @description Cash and margin of the account, and what is held for its orders.
             */
            balanceAfter: number;
        };
        /**
         * @description What was opened or closed: `position` is the one that was opened, or the last that was closed. An account at an exchange has an
         *     `order` there instead, which fills by itself, and no `position` before that.
         */
        Execution: {
            /**
             * Format: uuid
             * @description The signal.
             */
            signalId: string;
            /**
             * Format: uuid
             * @description The account that it was executed on.
             */
            accountId: string;
            position?: components["schemas"]["Position"];
            order?: components["schemas"]["Order"];
            /**
             * Format: decimal
             * @description What it filled at; at an exchange, the price of now.
             */
            fillPrice: number;
            /**
             * Format: decimal
             * @description Of all fills; at an exchange, what is to be filled.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description Of all fills, in USD; at an exchange 0, because it is not known yet.
             */
            fee: number;
            /** @description What an exit closed; empty for an entry and at an exchange. */
            trades: components["schemas"]["Trade"][];
        };
        /** @description The position and what closed it. An account at an exchange has an `order` there instead of a `trade`. */
        Closing: {
            position: components["schemas"]["Position"];
            trade?: components["schemas"]["Trade"];
            order?: components["schemas"]["Order"];
            /**
             * Format: decimal
             * @description What it filled at; at an exchange, the price of now.
             */
            fillPrice: number;
            /**
             * Format: decimal
             * @description Of this fill, in USD; at an exchange 0, because it is not known yet.
             */
            fee: number;
        };
        /**
         * @description Who executes the signals of the bot: the user by hand, or the subscription by itself.
         * @enum {string}
         */
        SubscriptionMode: "manual" | "auto";
        /** @description How the caller wants to follow a bot; without a body everything is chosen by the server. */
        SubscribeRequest: {
            /**
             * @description Who executes the signals of the bot.
             * @default manual
             */
            mode?: components["schemas"]["SubscriptionMode"];
            /**
             * Format: decimal
             * @description In USD: more than 0, and at most what the account is worth less what its other subscriptions have allocated. When it is
             *     missing: a tenth of what the account is worth, or what is left when that is less.
             */
            allocatedCapital?: number;
            /**
             * @description How much of the allocated capital an automatic subscription may lose until it is stopped, in percent; a manual one has no such stop.
             * @default 20
             */
            copyStopPercent?: number;
            /**
             * Format: uuid
             * @description An investment account of the caller that is active; the paper account when missing.
             */
            accountId?: string;
        };
        /** @description What is to change of a subscription; what is missing stays as it is. */
        UpdateSubscriptionRequest: {
            /**
             * @description `paused` enters nothing; what is open stays open, and exits are carried out.
             * @enum {string}
             */
            status?: "active" | "paused";
            mode?: components["schemas"]["SubscriptionMode"];
            /**
             * Format: decimal
             * @description In USD, more than 0; raised, at most what the account is worth less what its other subscriptions have allocated.
             */
            allocatedCapital?: number;
            /** @description In percent of the allocated capital, of an automatic subscription; one that becomes automatic without it has 20. */
            copyStopPercent?: number;
        };
        /**
         * @description `executed`: an entry was carried out; `closed`: an exit was, and has closed what was open of it; `skipped`: nothing was done,
         *     also because the exchange has bought nothing.
         * @enum {string}
         */
        CopyOutcome: "executed" | "skipped" | "closed";
        /** @description What became of a signal under a subscription. `reason` is there when it was skipped. */
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
             * @description The position that an entry has opened; missing otherwise.
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
            /** @description The same in words, as executing it would have answered. */
            message: string;
        };
        /** @description An account of a user that follows a bot. Money is in USD. */
        Subscription: {
            /**
             * Format: uuid
             * @description Of the subscription.
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
             * @description `paused` by the caller, who may go on; `stopped` by its copy-stop, `ended` by the caller.
             * @enum {string}
             */
            status: "active" | "paused" | "stopped" | "ended";
            /**
             * Format: decimal
             * @description What the sizes of its positions stand on.
             */
            allocatedCapital: number;
            /** @description How much of the allocated capital it may lose until it is stopped, in percent, before open fees; 0 of a manual one, which is never stopped. */
            copyStopPercent: number;
            /**
             * Format: decimal
             * @description What its closings have brought, after fees.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description Of its open positions at the marks, before fees.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description Fees of open positions that no closing has carried yet.
             */
            openFees: number;
            /**
             * Format: decimal
             * @description What was realized and what was not, without the open fees.
             */
            totalPnl: number;
            /** @description Its open positions. */
            openPositions: number;
            /** @description Signals that the bot has published while it lasted. */
            signalsReceived: number;
            /** @description Those of them that were carried out. */
            signalsExecuted: number;
            /** @description Those of them that it could not carry out. */
            signalsSkipped: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was stopped or ended; missing before.
             */
            endedAt?: string;
        };
        /**
         * @description What a user has on open accounts. Play money and real money never add up: the figures at the top are those of the investment
         *     accounts, and of the paper account for who has none. Money is in USD.
         */
        TradingPortfolio: {
            /**
             * Format: decimal
             * @description What the accounts are worth: cash, margin, what is held for withdrawals and orders, and unrealized profit.
             */
            totalValue: number;
            /**
             * Format: decimal
             * @description The value without what was paid in.
             */
            totalPnl: number;
            /** @description Open positions. */
            positions: number;
            /**
             * Format: decimal
             * @description Money that is free.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Money that secures open positions.
             */
            margin: number;
            /**
             * Format: decimal
             * @description Money that is held for withdrawals.
             */
            held: number;
            /**
             * Format: decimal
             * @description Money that is held for working orders.
             */
            reserved: number;
            /**
             * Format: decimal
             * @description Of the open positions, before fees.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description What closings brought, each with its share of the fee of the opening: the sum of the history.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description Fees of open positions that no closing has carried yet.
             */
            openFees: number;
            /** @description Open accounts. */
            accounts: number;
            /**
             * @description Which accounts the figures above are of.
             * @enum {string}
             */
            kind: "paper" | "investment";
            paper: components["schemas"]["AccountFigures"];
            invested: components["schemas"]["AccountFigures"];
        };
        /** @description What some open accounts have together. Money is in USD. */
        AccountFigures: {
            /**
             * Format: decimal
             * @description What the accounts are worth.
             */
            totalValue: number;
            /**
             * Format: decimal
             * @description The value without what was paid in.
             */
            totalPnl: number;
            /** @description Open positions. */
            positions: number;
            /**
             * Format: decimal
             * @description Money that is free.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Money that secures open positions.
             */
            margin: number;
            /**
             * Format: decimal
             * @description Money that is held for withdrawals.
             */
            held: number;
            /**
             * Format: decimal
             * @description Money that is held for working orders.
             */
            reserved: number;
            /**
             * Format: decimal
             * @description Of the open positions, before fees.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description The sum of the history.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description Fees of open positions that no closing has carried yet.
             */
            openFees: number;
            /** @description Open accounts. */
            accounts: number;
        };
        /** @description An account of a user with what it has at one moment. */
        TradingAccount: {
            /**
             * Format: uuid
             * @description Of the account.
             */
            id: string;
            /**
             * @description Of a connected account the books know what was bought through it here, and no cash.
             * @enum {string}
             */
            kind: "paper" | "investment" | "connected";
            /** @description Its name for people, different for each account of the user. */
            name: string;
            /**
             * @description Whether it trades: `suspended` takes no entries, as before its KYC is approved.
             * @enum {string}
             */
            status: "active" | "suspended" | "closed";
            /**
             * @description The currency of all its money, by its ISO 4217 code.
             * @example USD
             */
            currency: string;
            /**
             * Format: decimal
             * @description Money that is free.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Money that is held for withdrawals.
             */
            held: number;
            /**
             * Format: decimal
             * @description Money that working orders hold.
             */
            reserved: number;
            /**
             * Format: decimal
             * @description Money that secures open positions.
             */
            margin: number;
            /**
             * Format: decimal
             * @description Of the open positions, before fees.
             */
            unrealizedPnl: number;
            /**
             * Format: decimal
             * @description The sum of the history.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description Fees of open positions that no closing has carried yet.
             */
            openFees: number;
            /**
             * Format: decimal
             * @description What the account is worth.
             */
            equity: number;
            /**
             * Format: decimal
             * @description What was granted and paid in, less what went out.
             */
            netDeposits: number;
            /**
             * Format: decimal
             * @description What it is worth without what was paid in.
             */
            totalPnl: number;
            /** @description Open positions. */
            openPositions: number;
        };
        /** @description A booking that has changed the balance of an account. Money is in the currency of the account. */
        StatementLine: {
            /**
             * Format: uuid
             * @description Of the booking.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was booked.
             */
            time: string;
            /**
             * @description `capital` is paper money that the account was opened with; `position_opened` costs its fee; `position_closed` brings profit or loss
             *     less its fee; `dispute` is money that a payer's bank has taken back or returned; `other` is a correction, or a debt that was paid
             *     as the account was closed.
             * @enum {string}
             */
            kind: "capital" | "deposit" | "withdrawal" | "dispute" | "position_opened" | "position_closed" | "other";
            /** @description What was booked, for people. */
            description: string;
            /**
             * Format: decimal
             * @description By how much the balance changed, fees taken off.
             */
            amount: number;
            /**
             * Format: decimal
             * @description The part of the change that is a fee; missing where there is none.
             */
            fee?: number;
            /**
             * Format: decimal
             * @description What the account had afterwards, without unrealized profit.
             */
            balance: number;
            /**
             * Format: uuid
             * @description The position that was opened or closed; missing for other lines.
             */
            positionId?: string;
            /**
             * Format: uuid
             * @description The line of the history; missing for what is no closing.
             */
            tradeId?: string;
            /**
             * Format: uuid
             * @description The order that opened the position; missing where there was none.
             */
            orderId?: string;
        };
        /** @description A list of instruments. */
        InstrumentListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The instruments. */
            data: components["schemas"]["Instrument"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A list of quotes. */
        QuoteListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The quotes, of those instruments that have one. */
            data: components["schemas"]["Quote"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A list of candles. */
        CandleListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The candles, the oldest first. */
            data: components["schemas"]["Candle"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A watchlist. */
        WatchlistEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Watchlist"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A part of the alerts of a user. */
        AlertListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The alerts, the newest first. */
            data: components["schemas"]["PriceAlert"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description An alert. */
        AlertEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PriceAlert"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description By which channels a user is told of what. */
        NotificationsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Notifications"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A part of the notices of a user. */
        NoticeListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The notices, the newest first. */
            data: components["schemas"]["Notice"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A page of bots. */
        BotListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The bots, in the order that was asked for. */
            data: components["schemas"]["TradingBot"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A bot. */
        BotEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["TradingBot"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A part of the signals that a user sees. */
        SignalListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The signals, the newest first. */
            data: components["schemas"]["Signal"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A signal. */
        SignalEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Signal"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A ticket for a stream. */
        StreamTicketEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["StreamTicket"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description What executing a signal did. */
        ExecutionEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Execution"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description What an order, or executing a signal, would do. */
        PreviewEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Preview"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description An order. */
        OrderEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Order"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A part of the orders of a user. */
        OrderListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The orders, the newest first. */
            data: components["schemas"]["Order"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A part of the positions of a user. */
        PositionListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The positions, the newest first. */
            data: components["schemas"]["Position"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A position. */
        PositionEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Position"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description What closing a position did. */
        ClosingEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Closing"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A page of the backtests of a user. */
        BacktestListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The backtests, the newest first, without `equity`. */
            data: components["schemas"]["Backtest"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A backtest. */
        BacktestEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Backtest"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A page of the trades of a backtest. */
        BacktestTradeListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The trades, the newest first. */
            data: components["schemas"]["BacktestTrade"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A page of the history. */
        TradeListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The trades, the newest first. */
            data: components["schemas"]["Trade"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A subscription. */
        SubscriptionEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Subscription"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description All subscriptions of a user. */
        SubscriptionListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The subscriptions, also those that have ended, the newest first. */
            data: components["schemas"]["Subscription"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description What the account of a bot was worth. */
        BotEquityEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The points, the oldest first. */
            data: components["schemas"]["BotEquityPoint"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A part of what became of the signals under a subscription. */
        CopyListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The copies, that of the newest signal first. */
            data: components["schemas"]["Copy"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description All accounts of a user. */
        TradingAccountListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The accounts, closed ones too: the paper account, and then the others, the oldest first. */
            data: components["schemas"]["TradingAccount"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A part of the statement of an account. */
        StatementEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The lines, the newest first. */
            data: components["schemas"]["StatementLine"][];
            meta: components["schemas"]["CursorMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description What a user has on open accounts. */
        TradingPortfolioEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["TradingPortfolio"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /**
         * @description The bot of the house whose trades an account copies, from the most careful to the most daring.
         * @enum {string}
         */
        TradingAgent: "atlas" | "orion" | "nova";
        /**
         * @description How much a trade may lose: 0.5 percent of the account when conservative, 1 when moderate, 2 when aggressive. Copies
         *     of the agent are scaled by it, within the largest position.
         * @enum {string}
         */
        RiskProfile: "conservative" | "moderate" | "aggressive";
        /**
         * @description `pending_kyc`: its owner is not known yet, and nothing is traded. `active`: it copies its agent. `suspended`: it enters
         *     nothing; its exits and stops go on. `closed`: everything is sold, for good.
         * @enum {string}
         */
        InvestmentStatus: "pending_kyc" | "active" | "suspended" | "closed";
        /**
         * @description How far the person is known. `none`: nothing was handed in. `submitted`: it waits for a decision. `approved`: known.
         *     `rejected`: it can be handed in again. `expired`: the approval has ended, and is to be renewed.
         * @enum {string}
         */
        KycStatus: "none" | "submitted" | "approved" | "rejected" | "expired";
        /** @description Money that an agent of the house invests for a user. All amounts are in USD, at the prices of now. */
        InvestmentAccount: {
            /**
             * Format: uuid
             * @description The account's id; as a trading account it has the same.
             */
            id: string;
            /**
             * Format: uuid
             * @description Whose account it is.
             */
            userId: string;
            tradingAgent: components["schemas"]["TradingAgent"];
            /**
             * Format: decimal
             * @description What it was opened for: granted as paper money, or what its owner means to pay in where accounts live on deposits.
             */
            initialCapital: number;
            /**
             * Format: decimal
             * @description Cash, margin, what is held for withdrawals, and unrealized profit.
             */
            currentBalance: number;
            /**
             * Format: decimal
             * @description What was won since the beginning, unrealized included; below 0 it was lost.
             */
            accumulatedProfit: number;
            riskProfile: components["schemas"]["RiskProfile"];
            status: components["schemas"]["InvestmentStatus"];
            kycStatus: components["schemas"]["KycStatus"];
            /** @description Why KYC was rejected. Missing otherwise. */
            kycReason?: string;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it became active for the first time. Missing before.
             */
            activatedAt?: string;
            /**
             * Format: date-time
             * @description Since when the account is being closed: what it still holds is sold when the markets open. Missing otherwise.
             */
            closingSince?: string;
            /**
             * Format: date-time
             * @description When it was closed. Missing before.
             */
            closedAt?: string;
        };
        /**
         * @description The account to open. It waits for KYC unless its owner is known already; one user has at most 20 that are not
         *     closed.
         */
        CreateInvestmentAccountRequest: {
            tradingAgent: components["schemas"]["TradingAgent"];
            /**
             * Format: decimal
             * @description What to invest, in USD: 100 or more, two decimal places at most.
             */
            initialCapital: number;
            riskProfile: components["schemas"]["RiskProfile"];
        };
        /** @description What to change; what is left out stays. Another risk profile takes effect with the next copy. */
        UpdateInvestmentAccountRequest: {
            riskProfile?: components["schemas"]["RiskProfile"];
        };
        /**
         * @description What an owner hands in (`fullName`, `country`, `dateOfBirth` and `documentNumber`, with `documentType` if they
         *     like), or what an admin decides (`decision`, with `reason` for a rejection).
         */
        KycRequest: {
            /**
             * @description As it stands in the document.
             * @example Ada Lovelace
             */
            fullName?: string;
            /**
             * @description The country that issued the document, an ISO 3166-1 alpha-2 code that is in use.
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
             * @description What an admin decides; not together with a submission.
             * @enum {string}
             */
            decision?: "approve" | "reject";
            /** @description Why it is rejected, and required then; the owner reads it. */
            reason?: string;
        };
        /**
         * @description Which document shows who the person is.
         * @example passport
         * @enum {string}
         */
        KycDocumentType: "passport" | "id_card" | "driving_licence" | "residence_permit";
        /** @description How far the platform knows the owner of an account. A person has one case, which all their accounts follow. */
        KycCase: {
            /**
             * Format: uuid
             * @description The account that the case is about.
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
            /** @description How far the platform knows the owner. */
            state: components["schemas"]["KycStatus"];
            /** @description What the account may do. */
            accountStatus: components["schemas"]["InvestmentStatus"];
            /**
             * Format: date-time
             * @description When the account was opened.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description When the owner handed in what is there now. Missing while there is nothing.
             */
            submittedAt?: string;
            /**
             * Format: date-time
             * @description When it was approved or rejected. Missing until then.
             */
            decidedAt?: string;
            /**
             * Format: uuid
             * @description Who decided; missing when nobody has, or the platform or a provider did.
             */
            decidedBy?: string;
            /** @description Why it was rejected. Missing unless it was. */
            reason?: string;
            submission?: components["schemas"]["KycSubmission"];
        };
        /** @description What the owner handed in; only in the answer about one case, and missing while nothing was. */
        KycSubmission: {
            /** @description The person's name. */
            fullName: string;
            /** @description ISO 3166-1 alpha-2. */
            country: string;
            /**
             * Format: date
             * @description The day of birth.
             */
            dateOfBirth: string;
            /** @description Which document it is. Missing when the owner did not say. */
            documentType?: components["schemas"]["KycDocumentType"];
            /** @description The number of the document. */
            documentNumber: string;
        };
        /** @description A page of accounts with their owners' cases. */
        KycCaseListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The cases, those first that were handed in first. */
            data: components["schemas"]["KycCase"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the case of an account's owner. */
        KycCaseEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["KycCase"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description How far the platform knows a person. */
        PersonKyc: {
            /**
             * Format: uuid
             * @description The case.
             */
            id: string;
            /**
             * Format: uuid
             * @description Whose it is.
             */
            userId: string;
            /**
             * Format: uuid
             * @description The person's tenant.
             */
            tenantId: string;
            /** @description How far the platform knows the person. */
            state: components["schemas"]["KycStatus"];
            /** @description Why it was rejected. Missing unless it was. */
            reason?: string;
            /**
             * Format: date-time
             * @description When what is there now was handed in. Missing while there is nothing.
             */
            submittedAt?: string;
            /**
             * Format: date-time
             * @description When it was approved or rejected. Missing until then.
             */
            decidedAt?: string;
            /**
             * Format: uuid
             * @description Who decided; missing when the platform or a provider did, and in the person's own view.
             */
            decidedBy?: string;
            /**
             * Format: date-time
             * @description When an approval ends, or has ended. A renewal keeps that of the approval before it. Missing without one, and when it does not end.
             */
            expiresAt?: string;
            /** @description Who was asked, `http` for the provider of the settings; only for admins, and missing when nobody outside was. */
            provider?: string;
            /** @description What the provider knows it by; only for admins, and missing until it has told. */
            providerReference?: string;
            submission?: components["schemas"]["PersonKycSubmission"];
        };
        /** @description What a person hands in. In answers it is only in that about one case, for admins, and missing while there is nothing. */
        PersonKycSubmission: {
            /**
             * @description As it stands in the document.
             * @example Ada Lovelace
             */
            fullName: string;
            /**
             * @description The country that issued the document, an ISO 3166-1 alpha-2 code that is in use.
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
            /** @description Where the documents are kept; none when left out. */
            documents?: components["schemas"]["KycDocumentReference"][];
        };
        /** @description Where a document is kept. The document itself never comes here. */
        KycDocumentReference: {
            /**
             * @description What it is.
             * @example passport
             * @enum {string}
             */
            type: "passport" | "id_card" | "driving_licence" | "residence_permit" | "proof_of_address" | "selfie" | "other";
            /**
             * @description An id at the operator's store (letters, digits and . _ : / = + @ -), or an https URL there without a password.
             * @example doc_8f14e45fceea
             */
            reference: string;
            /**
             * @description Which authority has issued it.
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
        /** @description What an admin decides on what was handed in. */
        KycDecisionRequest: {
            /**
             * @description What is decided.
             * @example approve
             * @enum {string}
             */
            decision: "approve" | "reject";
            /**
             * @description Why it is rejected, and required then; the person reads it.
             * @example The picture is blurred.
             */
            reason?: string;
        };
        /** @description The answer to a callback of the provider. */
        KycCallbackEnvelope: {
            success: components["schemas"]["Success"];
            /** @description What came of it. */
            data: {
                /** @description Whether this callback has decided the case. */
                applied: boolean;
            };
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a person's case. */
        PersonKycEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PersonKyc"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description A page of cases. */
        PersonKycListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The cases, those first that were handed in first. */
            data: components["schemas"]["PersonKyc"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The state that an account is to have. */
        InvestmentStatusRequest: {
            status: components["schemas"]["InvestmentStatus"];
            /** @description Why, for the audit log and the event. */
            reason?: string;
        };
        /**
         * @description Where the account is: the spot account of a user of Binance, or a MetaTrader 4 or 5 account at any broker,
         *     through a bridge.
         * @enum {string}
         */
        ConnectionProvider: "binance" | "mt4" | "mt5";
        /**
         * @description `pending`: the credentials are being checked. `connected`: they work. `invalid_credentials` and `insufficient_permissions`: the
         *     provider refused, for good; connecting the account anew takes its place. `unreachable`: the provider did not answer, and is
         *     asked again. `disconnected`: it was ended and is no longer listed.
         * @enum {string}
         */
        ConnectionStatus: "pending" | "connected" | "invalid_credentials" | "insufficient_permissions" | "unreachable" | "disconnected";
        /** @description An account at another broker, and what opens it. */
        ConnectAccountRequest: {
            provider: components["schemas"]["ConnectionProvider"];
            credentials: components["schemas"]["ConnectionCredentials"];
        };
        /**
         * @description What opens the account: of binance `apiKey` and `apiSecret`, of mt4 and mt5 `login`, `password` and `server`; each of them is
         *     required and no other accepted. It is stored encrypted, and never comes back but for `credentialHint`.
         */
        ConnectionCredentials: {
            /** @description Of binance: the API key, which may read and must not withdraw. Trading wants its permission for the spot market. */
            apiKey?: string;
            /** @description Of binance: the secret that belongs to the key. */
            apiSecret?: string;
            /** @description Of mt4 and mt5: the number of the account. */
            login?: string;
            /** @description Of mt4 and mt5: the investor password is enough. No control characters. */
            password?: string;
            /** @description Of mt4 and mt5: the name of the trading server of the broker. No control characters. */
            server?: string;
        };
        /** @description What to change about a connection. */
        UpdateConnectionRequest: {
            /** @description Whether orders may go to the account. */
            trading: boolean;
        };
        /** @description An account of the caller at another broker. What it holds is read every few minutes. */
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
            /** @description What the credentials allow, as far as the provider has told: of binance `reading`, `spotAndMarginTrading` and others. Empty before the first check. */
            permissions: string[];
            /** @description Why it is not connected, in a sentence; empty when it is. */
            message: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the provider was last asked. Missing before the first time.
             */
            checkedAt?: string;
            /** @description Whether its owner lets orders go there. */
            trading: boolean;
            /**
             * Format: uuid
             * @description Its trading account, once trading was allowed. Missing before.
             */
            accountId?: string;
            /**
             * Format: date-time
             * @description When what it holds was last read. Missing before the first time.
             */
            lastSyncAt?: string;
            /** @description Why the last reading failed, or what could not be counted; empty when all is well. */
            syncMessage: string;
        };
        /** @description What a connected account holds of one asset. */
        ConnectionHolding: {
            /** @description What it is, as the provider calls it. */
            asset: string;
            /**
             * Format: decimal
             * @description What can be traded, in units of the asset.
             */
            free: number;
            /**
             * Format: decimal
             * @description What open orders hold, or the margin of open positions, in units of the asset.
             */
            locked: number;
            /**
             * Format: decimal
             * @description Free and locked together.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description What one unit is worth in USD; 0 when nobody has a price.
             */
            priceUsd: number;
            /**
             * Format: decimal
             * @description What all is worth in USD; 0 without a price.
             */
            valueUsd: number;
        };
        /** @description An open position of a connected MetaTrader account. */
        ConnectionPosition: {
            /** @description The instrument, as the broker calls it. */
            symbol: string;
            /**
             * @description Bought, or sold short.
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
             * @description What it was opened at, in the currency of the instrument.
             */
            entryPrice: number;
            /**
             * Format: decimal
             * @description The broker's price at `syncedAt`, in the currency of the instrument.
             */
            currentPrice: number;
            /**
             * Format: decimal
             * @description What it has won or lost, in USD; 0 when the account's currency has no price.
             */
            unrealizedPnl: number;
        };
        /** @description What a connected account held when it was last read, at the prices of now. */
        ConnectionHoldings: {
            /** @description By value, the largest first. */
            holdings: components["schemas"]["ConnectionHolding"][];
            /** @description Open positions of a MetaTrader account; their profit is in what the account holds. */
            positions: components["schemas"]["ConnectionPosition"][];
            /**
             * Format: decimal
             * @description What all holdings are worth, in USD; what has no price counts nothing.
             */
            totalValueUsd: number;
            /**
             * Format: date-time
             * @description When it was read. Missing before the first time.
             */
            syncedAt?: string;
        };
        /** @description How the accounts have done in a period. Returns and rates are fractions; what is undefined is 0. */
        PerformanceFigures: {
            /**
             * @description What was asked for, today included: the last 7, 30, 90 or 365 UTC days, or all.
             * @enum {string}
             */
            period: "week" | "month" | "quarter" | "year" | "all";
            /**
             * Format: double
             * @description 0.125 is 12.5 %. Deposits and withdrawals are taken out.
             */
            totalReturn: number;
            /**
             * Format: double
             * @description Positions closed with net profit by positions closed, 0 to 1.
             */
            winRate: number;
            /**
             * Format: double
             * @description Of the returns of calendar days, × √365; 0 while fewer than five of them moved.
             */
            sharpeRatio: number;
            /** @description Positions that were closed wholly. */
            closedTrades: number;
            /** @description Days that the figures stand on: those that had money to earn a return. */
            observations: number;
        };
        /** @description What the accounts were worth at the end of a UTC day; the last point is that of now. */
        EquityPoint: {
            /**
             * Format: date
             * @description The UTC day.
             */
            date: string;
            /**
             * Format: decimal
             * @description What all is worth, in USD, after what was paid in and out on the day.
             */
            value: number;
            /**
             * Format: double
             * @description Since the beginning, as a fraction; deposits and withdrawals are taken out.
             */
            return: number;
        };
        /** @description The return of one calendar month (UTC). */
        MonthlyReturn: {
            /** @description YYYY-MM. */
            month: string;
            /**
             * Format: double
             * @description As a fraction; deposits and withdrawals are taken out.
             */
            return: number;
        };
        /** @description How far the accounts fell from a peak, deposits and withdrawals taken out. */
        DrawdownFigures: {
            /**
             * Format: double
             * @description The largest relative fall, as a fraction: 0.25 is a quarter. 0 without one.
             */
            max: number;
            /**
             * Format: double
             * @description How far below the highest point the end is, as a fraction; 0 at a peak.
             */
            current: number;
            /**
             * Format: date
             * @description The day from which the largest fall began. Missing without one.
             */
            peakDate?: string;
            /**
             * Format: date
             * @description The day on which it was deepest. Missing without one.
             */
            troughDate?: string;
        };
        /** @description The closed trades that have a symbol, or an exit reason, in common. */
        Breakdown: {
            /** @description The symbol, or the exit reason, such as `stop_loss`. */
            key: string;
            /** @description Positions that were closed wholly. */
            trades: number;
            /**
             * Format: decimal
             * @description Of all closing fills, fees taken off, in USD.
             */
            realizedPnl: number;
            /**
             * Format: double
             * @description Positions closed with net profit by positions closed, 0 to 1.
             */
            winRate: number;
        };
        /**
         * @description How the accounts have done since they were opened, at the prices of now. Returns and rates are fractions (0.125 is 12.5 %),
         *     amounts are in USD, and what is undefined is 0: `observations` and `closedTrades` tell it from a true 0.
         */
        Analytics: {
            /**
             * Format: double
             * @description Since the beginning; deposits and withdrawals are taken out.
             */
            totalReturn: number;
            /**
             * Format: double
             * @description The yearly rate of it; of less than 30 days the total return itself.
             */
            annualReturn: number;
            /**
             * Format: double
             * @description Sample deviation of the returns of calendar days, × √365.
             */
            volatility: number;
            /**
             * Format: double
             * @description Mean of the returns of calendar days by their deviation, × √365; 0 while fewer than five of them moved.
             */
            sharpeRatio: number;
            /**
             * Format: double
             * @description The same by the downside deviation over all days; 0 while fewer than five of them moved, and without a loss.
             */
            sortinoRatio: number;
            /**
             * Format: double
             * @description Annual return by the largest drawdown; 0 without one.
             */
            calmarRatio: number;
            /**
             * Format: double
             * @description Positions closed with net profit by positions closed, 0 to 1.
             */
            winRate: number;
            /**
             * Format: double
             * @description What the winners have won by what the others have lost; 0 without a loss.
             */
            profitFactor: number;
            /**
             * Format: double
             * @description Mean net result of a position, in USD.
             */
            expectancy: number;
            /** @description Positions that were closed wholly. */
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
             * @description Of all closing fills.
             */
            fees: number;
            /**
             * Format: decimal
             * @description Of all closing fills, fees taken off.
             */
            realizedPnl: number;
            /**
             * Format: decimal
             * @description What was paid in or granted, less what was paid out. Closed accounts count only when they are asked for.
             */
            netDeposits: number;
            /**
             * Format: double
             * @description The yearly rate that the owner's own money earned (XIRR), over the time itself when that is less than 30 days; 0 when undefined.
             */
            moneyWeightedReturn: number;
            drawdown: components["schemas"]["DrawdownFigures"];
            /** @description One point for each UTC day, the oldest first. */
            equityCurve: components["schemas"]["EquityPoint"][];
            /** @description The oldest first, without months of which nothing was observed. */
            monthlyReturns: components["schemas"]["MonthlyReturn"][];
            /** @description By symbol, in their order. */
            bySymbol: components["schemas"]["Breakdown"][];
            /** @description By exit reason, in their order. */
            byExitReason: components["schemas"]["Breakdown"][];
            /** @description Days that the figures stand on: those that had money to earn a return. */
            observations: number;
        };
        /** @description The answer with an investment account. */
        InvestmentAccountEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["InvestmentAccount"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the caller's investment accounts. */
        InvestmentAccountListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description All of them, closed ones included, the newest first. */
            data: components["schemas"]["InvestmentAccount"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a connection. */
        ConnectionEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Connection"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with what a connection holds. */
        ConnectionHoldingsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["ConnectionHoldings"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the caller's connections. */
        ConnectionListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description All of them, the newest first. */
            data: components["schemas"]["Connection"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the figures of a period. */
        PerformanceEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["PerformanceFigures"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the analytics. */
        AnalyticsEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Analytics"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /**
         * @description Accounts of a user seen as one, at the prices of now. It holds no money of its own; closed accounts do not
         *     count.
         */
        Portfolio: {
            /**
             * Format: uuid
             * @description The portfolio's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Whose portfolio it is.
             */
            userId: string;
            /** @description What its owner calls it. */
            name: string;
            riskProfile: components["schemas"]["RiskProfile"];
            /**
             * Format: decimal
             * @description What its accounts are worth together, in USD.
             */
            totalValue: number;
            /**
             * Format: decimal
             * @description What their open positions have won or lost, in USD.
             */
            unrealizedPnl: number;
            /** @description Over everything that the user has invested. */
            isPrimary: boolean;
            /** @description Over the paper account. */
            isPaper: boolean;
            /** @description Open accounts that it looks at. */
            accountIds: string[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        /** @description A portfolio over some of the caller's accounts. One user has at most 100. */
        CreatePortfolioRequest: {
            /** @description What to call it. Spaces around it are taken away, and something must be left. */
            name: string;
            riskProfile: components["schemas"]["RiskProfile"];
            /** @description What it looks at: accounts of the caller, each once. The paper account cannot be together with others. */
            accountIds: string[];
        };
        /** @description What to change; what is left out stays. Another risk profile brings its targets, unless the user has set others. */
        UpdatePortfolioRequest: {
            /** @description What to call it. Spaces around it are taken away, and something must be left. */
            name?: string;
            riskProfile?: components["schemas"]["RiskProfile"];
        };
        /** @description How much of a portfolio is in one asset, and should be. */
        PortfolioAllocation: {
            /**
             * Format: uuid
             * @description The same for an asset of a portfolio at all times.
             */
            id: string;
            /**
             * Format: uuid
             * @description Of which portfolio it is.
             */
            portfolioId: string;
            /** @description What it is, such as `BTC`; cash is `USD`. */
            asset: string;
            /**
             * Format: decimal
             * @description How much it should be, 0 to 100: what the user has set, or else what the risk profile says.
             */
            targetPercent: number;
            /**
             * Format: decimal
             * @description How much of the value it is, and below 0 with it; all of a portfolio sum to 100. One that is worth nothing is all cash.
             */
            currentPercent: number;
            /**
             * Format: decimal
             * @description Units of the asset; below 0 when more was sold short than is held.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description In USD; below 0 for a short position, whose proceeds are in the cash. All of a portfolio sum to its value.
             */
            value: number;
        };
        /** @description How much of a portfolio should be in one asset. */
        Target: {
            /** @description An asset that can be traded, such as `BTC`, or `USD` for cash. */
            asset: string;
            /**
             * Format: decimal
             * @description 0 to 100, two decimal places at most.
             */
            percent: number;
        };
        /** @description What a portfolio should be made of, in the place of what was said before. */
        TargetsRequest: {
            /** @description Each asset once; the percents sum to 100. */
            targets: components["schemas"]["Target"][];
        };
        /** @description What a portfolio was worth at the end of a UTC day; the last point is that of now. */
        PortfolioPoint: {
            /**
             * Format: date
             * @description The UTC day.
             */
            date: string;
            /**
             * Format: decimal
             * @description What the portfolio was worth, in USD.
             */
            value: number;
            /**
             * Format: decimal
             * @description What was won or lost since the first point, in USD: the value without the first value and without net flows since.
             */
            pnl: number;
        };
        /**
         * @description `on_track`: at the return that the risk profile assumes (3, 5 or 7 % a year) and with the monthly contribution it is reached in
         *     time. `at_risk`: it is not. `achieved`: it was reached once, for good.
         * @enum {string}
         */
        GoalStatus: "on_track" | "at_risk" | "achieved";
        /** @description An amount that a part of a portfolio is meant to be worth on a day. All amounts are in USD. */
        Goal: {
            /**
             * Format: uuid
             * @description The goal's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Of which portfolio it is.
             */
            portfolioId: string;
            /** @description What its owner calls it. */
            name: string;
            /**
             * Format: decimal
             * @description What is to be reached.
             */
            targetAmount: number;
            /**
             * Format: date
             * @description By when, a UTC day.
             */
            targetDate: string;
            /**
             * Format: decimal
             * @description What its owner means to add each month; 0 is nothing.
             */
            monthlyContribution: number;
            /**
             * Format: decimal
             * @description Of the portfolio, as a fraction; 0 when the goal has what nearer goals leave.
             */
            share: number;
            /**
             * Format: decimal
             * @description The part of the portfolio that is of this goal and of no other.
             */
            currentAmount: number;
            /**
             * Format: decimal
             * @description How much of the target is there, 0 to 100, rounded down to two decimal places; 100 only when all of it is.
             */
            progressPercent: number;
            /**
             * Format: decimal
             * @description What it is projected to be worth on the target date, with the contributions. An assumption, which promises nothing.
             */
            projectedValue: number;
            /**
             * Format: decimal
             * @description The least monthly contribution with which the target is projected to be reached; 0 when none is needed, or once it is achieved.
             */
            requiredMonthly: number;
            status: components["schemas"]["GoalStatus"];
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
        };
        /** @description The goal to add. A portfolio has at most 100; one that is reached already is achieved at once. */
        CreateGoalRequest: {
            /** @description What to call it. Spaces around it are taken away, and something must be left. */
            name: string;
            /**
             * Format: decimal
             * @description What is to be reached, in USD: more than 0.
             */
            targetAmount: number;
            /**
             * Format: date
             * @description By when: a UTC day after today, at most 100 years ahead.
             */
            targetDate: string;
            /**
             * Format: decimal
             * @description What is to be added each month, in USD.
             * @default 0
             */
            monthlyContribution?: number;
            /**
             * Format: decimal
             * @description Of the portfolio, as a fraction of at most 4 decimals; the shares of all goals sum to 1 at most. 0 is none: the goal has what nearer goals leave.
             * @default 0
             */
            share?: number;
        };
        /** @description What to change; what is left out stays. A goal that was achieved stays so. */
        UpdateGoalRequest: {
            /** @description What to call it. Spaces around it are taken away, and something must be left. */
            name?: string;
            /**
             * Format: decimal
             * @description What is to be reached, in USD: more than 0.
             */
            targetAmount?: number;
            /**
             * Format: date
             * @description By when: a UTC day after today, at most 100 years ahead.
             */
            targetDate?: string;
            /**
             * Format: decimal
             * @description What is to be added each month, in USD; 0 is nothing.
             */
            monthlyContribution?: number;
            /**
             * Format: decimal
             * @description Of the portfolio, as a fraction of at most 4 decimals; the shares of all goals sum to 1 at most. 0 is none: the goal has what nearer goals leave.
             */
            share?: number;
        };
        /** @description What to do about one asset, and why. */
        RebalanceLine: {
            /** @description What it is, such as `BTC`; cash is `USD`. */
            asset: string;
            /**
             * @description What to do. To sell cash is to spend it, to buy cash is to take it in.
             * @enum {string}
             */
            action: "buy" | "sell" | "hold";
            /**
             * Format: decimal
             * @description How much of the portfolio it is; below 0 for a short position.
             */
            currentPercent: number;
            /**
             * Format: decimal
             * @description How much it should be, 0 to 100.
             */
            targetPercent: number;
            /**
             * Format: decimal
             * @description How many units to trade, in whole lots (cash: in USD); 0 with `hold`.
             */
            quantity: number;
            /**
             * Format: decimal
             * @description What that costs or brings, in USD; 0 with `hold`.
             */
            value: number;
            /** @description Why, in a sentence for people. */
            reason: string;
        };
        /**
         * @description The trades that would bring a portfolio to its targets at the prices of now, before fees. It is left alone while every asset is
         *     within 5 points and 25 % of its target; once one is not, all are brought back.
         */
        Rebalance: {
            /**
             * Format: uuid
             * @description Of which portfolio it is.
             */
            portfolioId: string;
            /**
             * Format: decimal
             * @description What the portfolio is worth, in USD.
             */
            totalValue: number;
            /** @description Whether anything should be traded. */
            needed: boolean;
            /** @description One for each asset: cash first, then what to sell, to buy and to leave. */
            lines: components["schemas"]["RebalanceLine"][];
        };
        /** @description The answer with a portfolio. */
        PortfolioEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Portfolio"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the caller's portfolios. */
        PortfolioListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The primary one, that over the paper account, then the newest. */
            data: components["schemas"]["Portfolio"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the allocations of a portfolio. */
        AllocationListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The largest value first; cash, which is `USD`, and assets that only have a target among them. */
            data: components["schemas"]["PortfolioAllocation"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with what a portfolio was worth. */
        PortfolioPerformanceEnvelope: {
            success: components["schemas"]["Success"];
            /** @description One point for each UTC day, the oldest first; never empty. */
            data: components["schemas"]["PortfolioPoint"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a goal. */
        GoalEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Goal"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the goals of a portfolio. */
        GoalListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description All of them, the nearest first. */
            data: components["schemas"]["Goal"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a preview. */
        RebalanceEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Rebalance"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /**
         * @description How much a course takes for granted.
         * @enum {string}
         */
        CourseLevel: "beginner" | "intermediate" | "advanced" | "expert";
        /**
         * @description `draft`: for its authors only. `published`: for everybody. `archived`: for those who are enrolled or know it,
         *     and closed to newcomers.
         * @enum {string}
         */
        CourseStatus: "draft" | "published" | "archived";
        /**
         * @description How a lesson teaches. A `quiz` that has questions is completed by passing it.
         * @enum {string}
         */
        LessonType: "video" | "text" | "quiz";
        /**
         * @description `active`: it goes on. `completed`: the course was finished. `expired`: its time was up before. `cancelled`: its learner ended it,
         *     or the money for the course went back. After the last two, enrolling begins a new attempt.
         * @enum {string}
         */
        EnrollmentStatus: "active" | "completed" | "expired" | "cancelled";
        /** @description What people enroll in, without its lessons. */
        Course: {
            /**
             * Format: uuid
             * @description The course's id.
             */
            id: string;
            /** @description What it is called. */
            title: string;
            /** @description Its name in addresses, unique among the courses of its owner. */
            slug: string;
            /** @description A sentence or two for lists. */
            shortDescription: string;
            /** @description A web address, or a path of this server. The drawn picture's until the authors set one. */
            thumbnailUrl: string;
            difficultyLevel: components["schemas"]["CourseLevel"];
            /** @description Of its published lessons together, in minutes. */
            durationMinutes: number;
            status: components["schemas"]["CourseStatus"];
            /** @description Whether it costs nothing. */
            isFree: boolean;
            /**
             * Format: decimal
             * @description What it costs, in USD; 0 is free.
             */
            priceUsd: number;
            scope: components["schemas"]["Scope"];
        };
        /** @description One step of a course. */
        Lesson: {
            /**
             * Format: uuid
             * @description The lesson's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Of which course it is.
             */
            courseId: string;
            /** @description What it is called. */
            title: string;
            /** @description Its name in addresses, unique in the course. */
            slug: string;
            /** @description Where in the course it comes, counted from 1. */
            position: number;
            type: components["schemas"]["LessonType"];
            /** @description What it teaches, in Markdown. For the enrolled, or of a preview; missing in the list of a course. */
            content?: string;
            /** @description How long it takes, in minutes. */
            durationMinutes: number;
            /** @description Whether its content is open to everybody. */
            isPreview: boolean;
            /** @description Whether it has to be completed for the course to be. */
            isRequired: boolean;
            /**
             * @description A draft is for the authors of the course only.
             * @enum {string}
             */
            status: "draft" | "published";
            quiz?: components["schemas"]["Quiz"];
        };
        /** @description What a lesson of the type quiz asks. It comes with the content, and not at all without questions. */
        Quiz: {
            /** @description How much has to be right, in percent of the questions. */
            passPercent: number;
            /** @description In the order in which they are asked. */
            questions: components["schemas"]["QuizQuestion"][];
        };
        /** @description A question that has one right answer among its options. */
        QuizQuestion: {
            /**
             * Format: uuid
             * @description What an answer names it by.
             */
            id: string;
            /** @description What is asked. */
            text: string;
            /** @description What can be answered, 2 to 10; an answer names one by its place, counted from 0. */
            options: string[];
            /** @description Which of the options is right, counted from 0. Only for those who may write the course. */
            correctOption?: number;
            /** @description Why, told after an attempt. Only for those who may write the course. */
            explanation?: string;
        };
        /** @description The whole quiz; no questions make it ask nothing. */
        QuizInput: {
            /**
             * @description How much has to be right, in percent of the questions.
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
             * @description Of the question of this quiz that it replaces; a new one has none.
             */
            id?: string;
            /** @description What is asked. */
            text: string;
            /** @description What can be answered; each is there once. */
            options: string[];
            /** @description Which of the options is right, counted from 0. */
            correctOption: number;
            /** @description Why that is right, told after an attempt. */
            explanation: string;
        };
        /** @description The answers of one attempt at a quiz. */
        AttemptQuizRequest: {
            /** @description Each question once, in any order. */
            answers: components["schemas"]["QuizAnswer"][];
        };
        /** @description Which option is taken for the right one. */
        QuizAnswer: {
            /**
             * Format: uuid
             * @description The question.
             */
            questionId: string;
            /** @description Which of the options, counted from 0. */
            option: number;
        };
        /** @description One time that the caller has answered a quiz. */
        QuizAttempt: {
            /**
             * Format: uuid
             * @description The attempt's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Of which lesson the quiz is.
             */
            lessonId: string;
            /** @description Counted from 1, within the enrollment. */
            number: number;
            /**
             * Format: double
             * @description How much was right, 0 to 100, rounded down.
             */
            scorePercent: number;
            /** @description How many answers were right. */
            correctAnswers: number;
            /** @description How many questions there were. */
            totalQuestions: number;
            /** @description How much had to be right then, in percent. */
            passPercent: number;
            /** @description Whether that was enough, which completes the lesson. */
            passed: boolean;
            /** @description In the order of the questions. */
            answers: components["schemas"]["QuizAnswerResult"][];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        /** @description What was answered and what would have been right, as they were at the time of the attempt. */
        QuizAnswerResult: {
            /**
             * Format: uuid
             * @description The question.
             */
            questionId: string;
            /** @description What was answered, counted from 0. */
            option: number;
            /** @description What was right, counted from 0. */
            correctOption: number;
            /** @description Whether they are the same. */
            isCorrect: boolean;
            /** @description Why, in the words that the question has now. Empty when it is no longer asked. */
            explanation: string;
        };
        /** @description An attempt at a quiz, and how far the course has come with it. */
        QuizResult: components["schemas"]["QuizAttempt"] & {
            progress: components["schemas"]["Progress"];
        };
        /** @description A course with its lessons. */
        CourseDetail: components["schemas"]["Course"] & {
            /** @description What it is about, in Markdown; may be empty. */
            description: string;
            /** @description How many days an enrollment lasts; 0 is for ever. */
            accessDays: number;
            /** @description In their order, without content; drafts are for the authors only. */
            lessons: components["schemas"]["Lesson"][];
        };
        /**
         * @description The course to write; it begins as a draft. Without `scope` it is the brand's, or the platform's when a super_admin writes
         *     it.
         */
        CreateCourseRequest: {
            /** @description What to call it. Spaces around it are taken away, and something must be left. */
            title: string;
            /** @description Its name in addresses: lower-case letters and digits with single hyphens between them, unique among the courses of its owner. Made from the title by default. */
            slug?: string;
            /** @description A sentence or two for lists. Spaces around it are taken away, and something must be left. */
            shortDescription: string;
            /** @description What it is about, in Markdown. Empty by default. */
            description?: string;
            /** @description Its picture: a web address (http or https), or a path of this site. Empty is the picture that is drawn, and the default. */
            thumbnailUrl?: string;
            difficultyLevel: components["schemas"]["CourseLevel"];
            /**
             * Format: decimal
             * @description What it costs, in USD, two decimal places at most; 0 is free, and 0.50 the least that can be paid.
             * @default 0
             */
            priceUsd?: number;
            /**
             * @description How many days an enrollment lasts; 0 is for ever.
             * @default 0
             */
            accessDays?: number;
            scope?: components["schemas"]["Scope"];
        };
        /** @description What to change; what is left out stays. Who is enrolled keeps the terms of then. */
        UpdateCourseRequest: {
            /** @description What to call it. Spaces around it are taken away, and something must be left. */
            title?: string;
            /** @description Its name in addresses: lower-case letters and digits with single hyphens between them, unique among the courses of its owner. */
            slug?: string;
            /** @description A sentence or two for lists. Spaces around it are taken away, and something must be left. */
            shortDescription?: string;
            /** @description What it is about, in Markdown. */
            description?: string;
            /** @description Its picture: a web address (http or https), or a path of this site. Empty is the picture that is drawn. */
            thumbnailUrl?: string;
            difficultyLevel?: components["schemas"]["CourseLevel"];
            /**
             * Format: decimal
             * @description What it costs, in USD, two decimal places at most; 0 is free, and 0.50 the least that can be paid.
             */
            priceUsd?: number;
            /** @description How many days an enrollment lasts; 0 is for ever. */
            accessDays?: number;
        };
        /**
         * @description The featured courses of an owner, in the place of the earlier ones. Without `scope` that is the brand, or the platform when a
         *     super_admin chooses.
         */
        FeaturedRequest: {
            /** @description Published courses of the owner, each once, in the order in which they are shown; none removes them all. */
            courseIds: string[];
            scope?: components["schemas"]["Scope"];
        };
        /** @description The order of the lessons of a course. */
        LessonOrderRequest: {
            /** @description All lessons of the course, drafts included, each once, in their new order. */
            lessonIds: string[];
        };
        /** @description The lesson to add, at the end of its course. */
        CreateLessonRequest: {
            /** @description What to call it. Spaces around it are taken away, and something must be left. */
            title: string;
            /** @description Its name in addresses: lower-case letters and digits with single hyphens between them, unique in the course. Made from the title by default. */
            slug?: string;
            type: components["schemas"]["LessonType"];
            /** @description What it teaches, in Markdown. */
            content: string;
            /** @description How long it takes, in minutes. */
            durationMinutes: number;
            /**
             * @description Whether its content is open to everybody.
             * @default false
             */
            isPreview?: boolean;
            /**
             * @description Whether it has to be completed for the course to be.
             * @default true
             */
            isRequired?: boolean;
            /**
             * @description A draft is for the authors of the course only.
             * @default published
             * @enum {string}
             */
            status?: "draft" | "published";
            quiz?: components["schemas"]["QuizInput"];
        };
        /** @description What to change; what is left out stays. */
        UpdateLessonRequest: {
            /** @description What to call it. Spaces around it are taken away, and something must be left. */
            title?: string;
            /** @description Its name in addresses: lower-case letters and digits with single hyphens between them, unique in the course. */
            slug?: string;
            type?: components["schemas"]["LessonType"];
            /** @description What it teaches, in Markdown. */
            content?: string;
            /** @description How long it takes, in minutes. */
            durationMinutes?: number;
            /** @description Whether its content is open to everybody. */
            isPreview?: boolean;
            /** @description Whether it has to be completed for the course to be. */
            isRequired?: boolean;
            /**
             * @description A draft is for the authors of the course only.
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
             * @description Who is enrolled.
             */
            userId: string;
            /**
             * Format: uuid
             * @description In which course.
             */
            courseId: string;
            status: components["schemas"]["EnrollmentStatus"];
            /**
             * Format: double
             * @description How much of what counts is done, 0 to 100, rounded down; a completed one stays at 100.
             */
            progressPercentage: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            enrolledAt: string;
            /** @description Which attempt of the user at the course it is, counted from 1. */
            attempt: number;
            /**
             * Format: date-time
             * @description When access ends. Missing when it never does.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When the course was completed. Missing before.
             */
            completedAt?: string;
            /** @description What its certificate is read by. Missing before it is completed. */
            certificateSerial?: string;
        };
        /**
         * @description How far an attempt at a course has come. What counts are the required lessons that are published, or all of them
         *     where none is required.
         */
        Progress: {
            /**
             * Format: double
             * @description How much of what counts is done, 0 to 100, rounded down; a completed attempt stays at 100.
             */
            progressPercentage: number;
            /** @description Lessons that count and are completed. */
            completedLessons: number;
            /** @description Lessons that count. */
            totalLessons: number;
            status: components["schemas"]["EnrollmentStatus"];
            /** @description All completed lessons, also those that do not count, in the order of the course. */
            completedLessonIds: string[];
            /** @description What its certificate is read by. Missing before it is completed. */
            certificateSerial?: string;
        };
        /** @description A course with the caller's last attempt at it. */
        MyCourse: components["schemas"]["Course"] & {
            enrollment: components["schemas"]["Enrollment"];
        };
        /** @description That somebody has completed a course. Whoever knows its serial may read it. */
        Certificate: {
            /** @description Twenty symbols in groups of five, which nobody can guess. */
            serial: string;
            scope: components["schemas"]["Scope"];
            /** @description Slug of the brand whose course it is, which is no other's and never changes. Missing for a course of the platform. */
            tenant?: string;
            /** @description What the owner of the course is called now: its brand's `productName`, or the installation's for a course of the platform. A brand chooses its own name, so two may have the same; `scope` and `tenant` tell them apart. */
            issuer: string;
            /**
             * Format: uuid
             * @description Of which course it is.
             */
            courseId: string;
            /** @description What the course was called when it was issued. */
            courseTitle: string;
            /** @description The display name that the holder had when it was issued, or the email with its middle hidden. */
            holder: string;
            /**
             * Format: date-time
             * @description When the course was completed.
             */
            issuedAt: string;
            /**
             * @description Revoked when the money for the course went back.
             * @enum {string}
             */
            status: "valid" | "revoked";
            /**
             * Format: date-time
             * @description When it was revoked. Missing while it is valid.
             */
            revokedAt?: string;
        };
        /** @description The answer with a page of courses. */
        CourseListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The newest first. */
            data: components["schemas"]["Course"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with courses, all on one page. */
        CourseArrayEnvelope: {
            success: components["schemas"]["Success"];
            /** @description In the order of the showcase, or the best match first. */
            data: components["schemas"]["Course"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a course. */
        CourseDetailEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["CourseDetail"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a lesson. */
        LessonEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Lesson"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with an enrollment. */
        EnrollmentEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Enrollment"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the result of an attempt. */
        QuizResultEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["QuizResult"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a page of attempts. */
        QuizAttemptListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description Of all enrollments, the newest first. */
            data: components["schemas"]["QuizAttempt"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the progress. */
        ProgressEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Progress"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the caller's courses. */
        MyCourseListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description Every course that the caller has ever enrolled in, the newest enrollment first. */
            data: components["schemas"]["MyCourse"][];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a certificate. */
        CertificateEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Certificate"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /**
         * @description `pending`: the payer is at the checkout. `succeeded`: the money came and was used. `failed`: the provider refused, or what was
         *     paid for is gone. `expired`: nobody paid in time. `cancelled`: the payer gave up. `partially_refunded` and `refunded`: some or
         *     all of the money went back. Money that comes after the end goes back by itself.
         * @enum {string}
         */
        PaymentStatus: "pending" | "succeeded" | "failed" | "expired" | "cancelled" | "partially_refunded" | "refunded";
        /**
         * @description `requested`: it waits for an admin. `approved`: the money is on its way. `paid`: all of it has gone. `failed`: the transfer could
         *     not be made, and what it was to bring is back on the account. `rejected` and `cancelled`: by an admin, and by its owner; the
         *     money is free again.
         * @enum {string}
         */
        WithdrawalStatus: "requested" | "approved" | "paid" | "failed" | "rejected" | "cancelled";
        /** @description The course to buy. Whoever has a purchase of it pending gets that again. */
        CheckoutRequest: {
            /**
             * Format: uuid
             * @description A published course that is not free, and that the caller does not have yet.
             */
            courseId: string;
            /**
             * @description Where to go after paying or giving up, with `payment` and `checkout` (`success`, `cancelled`) in its query: in the app or a domain of the brand, else URL_NOT_ALLOWED. `{appUrl}/payments/{paymentId}` by default, with `checkout`.
             * @example https://app.northwind.example/thanks
             */
            returnUrl?: string;
        };
        /** @description The money to pay into an investment account. */
        DepositRequest: {
            /**
             * Format: uuid
             * @description One of the caller's investment accounts.
             */
            accountId: string;
            /**
             * Format: decimal
             * @description In USD: 10 to 999,999.99, two decimal places at most.
             */
            amount: number;
            /**
             * @description Where to go after paying or giving up, with `payment` and `checkout` (`success`, `cancelled`) in its query: in the app or a domain of the brand, else URL_NOT_ALLOWED. `{appUrl}/payments/{paymentId}` by default, with `checkout`.
             * @example https://app.northwind.example/thanks
             */
            returnUrl?: string;
        };
        /** @description The money to take out of an investment account. It is held there until it has gone, or comes back. */
        WithdrawalRequest: {
            /**
             * Format: uuid
             * @description One of the caller's investment accounts.
             */
            accountId: string;
            /**
             * Format: decimal
             * @description In USD: more than 0 and at most what `withdrawable` says in the wallet, two decimal places at most.
             */
            amount: number;
            destination: components["schemas"]["WithdrawalDestination"];
        };
        /**
         * @description Where the money goes that does not go back to where it came from: an `iban`, or an `accountNumber` with a
         *     `routingNumber` or a `bic`. Spaces and small letters are accepted. It is stored encrypted.
         */
        WithdrawalDestination: {
            /**
             * @description How the money is sent.
             * @enum {string}
             */
            method: "bank_transfer";
            /** @description Whose account it is; no control characters. */
            holderName: string;
            /** @description IBAN with right check digits (ISO 13616). */
            iban?: string;
            /** @description Where there is no IBAN: 4 to 34 letters and digits. */
            accountNumber?: string;
            /** @description Of the bank, 6 to 9 digits; beside an account number. */
            routingNumber?: string;
            /** @description BIC of the bank (ISO 9362), 8 or 11 characters. */
            bic?: string;
        };
        /** @description That the transfer of a withdrawal was made. */
        WithdrawalPaid: {
            /** @description What the bank knows the transfer by. */
            reference: string;
        };
        /** @description That the transfer of a withdrawal cannot be made. */
        WithdrawalFailure: {
            /** @description Why it could not be made; its owner reads it. */
            reason: string;
        };
        /** @description What an admin says about a withdrawal. */
        WithdrawalDecision: {
            /**
             * @description `approve` sends the money on its way, `reject` gives it back to the account.
             * @enum {string}
             */
            decision: "approve" | "reject";
            /** @description Why; its owner reads it. */
            reason?: string;
        };
        /** @description What to pay back of a payment; an empty object is all that is left. */
        RefundRequest: {
            /**
             * Format: decimal
             * @description In the currency of the payment: at most what is left of it, two decimal places at most. All that is left by default.
             */
            amount?: number;
            /** @description Why; its payer reads it. */
            reason?: string;
        };
        /** @description A payment that has begun, and where to pay. */
        Checkout: {
            /**
             * Format: uuid
             * @description The payment, whose status tells when it is paid.
             */
            paymentId: string;
            status: components["schemas"]["PaymentStatus"];
            /** @description Where to send the payer: the checkout of the provider. */
            checkoutUrl: string;
        };
        /** @description Money of a payment that goes back to its payer. */
        Refund: {
            /**
             * Format: uuid
             * @description The refund's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Of which payment it is.
             */
            paymentId: string;
            /**
             * Format: decimal
             * @description How much goes back, in the currency of the payment.
             */
            amount: number;
            /**
             * @description `pending`: the provider has not answered yet, and is asked again. `succeeded`: the money went back. `failed`: the provider refused, or, days after it had succeeded, the money came back: it is on the account of its deposit again, or owed to the payer, and can be refunded once more.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /** @description Why; empty when nobody has said. */
            reason: string;
            /**
             * Format: date-time
             * @description When it was begun.
             */
            createdAt: string;
        };
        /** @description Money that comes in through a provider, or was meant to. */
        Payment: {
            /**
             * Format: uuid
             * @description The payment's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Who pays.
             */
            userId: string;
            /**
             * @description Whether it buys a course, or is money for an investment account.
             * @enum {string}
             */
            kind: "course" | "deposit";
            /**
             * Format: uuid
             * @description The course that it buys. Missing for a deposit.
             */
            courseId?: string;
            /**
             * Format: uuid
             * @description The account that a deposit is for. Missing for a course.
             */
            accountId?: string;
            /** @description What it is for: the title of the course, or `Deposit`. */
            description: string;
            /**
             * Format: decimal
             * @description What was to be paid, in `currency`.
             */
            amount: number;
            /**
             * Format: decimal
             * @description What of it went back, in `currency`.
             */
            refundedAmount: number;
            /**
             * Format: decimal
             * @description Taken back by the payer's bank, in disputes that are open or lost, in `currency`.
             */
            disputedAmount: number;
            /** @description ISO 4217; always `USD`. */
            currency: string;
            status: components["schemas"]["PaymentStatus"];
            /**
             * @description Who takes the money. What the sandbox takes is play money.
             * @enum {string}
             */
            provider: "sandbox" | "stripe";
            /** @description Where to pay. Missing once it is no longer pending. */
            checkoutUrl?: string;
            /** @description The oldest first. */
            refunds: components["schemas"]["Refund"][];
            /**
             * Format: date-time
             * @description When it was begun.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the money came, also where that was too late and it bought nothing: a payment that is cancelled, expired or failed and has this is owed to its payer, as far as it is not refunded. Missing while none has come.
             */
            paidAt?: string;
            /**
             * Format: date-time
             * @description When it was no longer pending. Missing before.
             */
            completedAt?: string;
        };
        /**
         * @description Money that goes out of an investment account: back to where deposits came from first, and what that leaves by
         *     transfer. All amounts are in `currency`. What of it had gone and came back, because a bank did not take it, is on the
         *     account again and in none of the parts, which then sum to less than `amount`; the status stays.
         */
        Withdrawal: {
            /**
             * Format: uuid
             * @description The withdrawal's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Whose money it is.
             */
            userId: string;
            /**
             * Format: uuid
             * @description The investment account that it comes from.
             */
            accountId: string;
            /**
             * Format: decimal
             * @description How much goes out, in `currency`.
             */
            amount: number;
            /**
             * Format: decimal
             * @description What has gone back to where it came from, as refunds of deposits.
             */
            refundedAmount: number;
            /**
             * Format: decimal
             * @description What is on its way back there.
             */
            refundingAmount: number;
            /**
             * Format: decimal
             * @description What is paid by transfer to the destination; 0 before it is approved.
             */
            transferAmount: number;
            /** @description ISO 4217; always `USD`. */
            currency: string;
            status: components["schemas"]["WithdrawalStatus"];
            destination?: components["schemas"]["WithdrawalTarget"];
            /** @description What the bank knows the transfer by. Missing before it is made, and without one. */
            reference?: string;
            /** @description Of the decision or the failure, or for admins why nothing may be transferred now. Missing when there is none. */
            reason?: string;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was approved or rejected. Missing before.
             */
            decidedAt?: string;
            /**
             * Format: date-time
             * @description When it was paid, failed or cancelled. Missing before.
             */
            completedAt?: string;
        };
        /**
         * @description Where a withdrawal goes. All but `method` and `hint` is shown only to admins of the tenant who read a single
         *     withdrawal that is not their own, and each reading is audited.
         */
        WithdrawalTarget: {
            /**
             * @description How the money is sent.
             * @enum {string}
             */
            method: "bank_transfer";
            /** @description The last four characters, and the country of an IBAN. */
            hint: string;
            /** @description Whose account it is. */
            holderName?: string;
            /** @description Without spaces, in capitals. Missing where there is an account number. */
            iban?: string;
            /** @description Without spaces, in capitals. Missing where there is an IBAN. */
            accountNumber?: string;
            /** @description Of the bank, beside an account number. */
            routingNumber?: string;
            /** @description Of the bank. */
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
             * @description Whether the account was opened with granted paper money, or lives on deposits.
             * @enum {string}
             */
            funding: "paper" | "deposit";
            /**
             * Format: decimal
             * @description Free to trade with.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Set aside for withdrawals, refunds of deposits and disputes.
             */
            held: number;
            /**
             * Format: decimal
             * @description What the owner owes because a payment was taken back after it had been spent; deposits pay it first.
             */
            owed: number;
            /**
             * Format: decimal
             * @description How much of the cash may be withdrawn now: never granted paper money, and nothing while the owner is not known (KYC), the account is suspended, or anything is owed on another account of the owner.
             */
            withdrawable: number;
        };
        /** @description The money of the caller, here and on the way. All amounts are in `currency`. */
        Wallet: {
            /** @description ISO 4217; always `USD`. */
            currency: string;
            /**
             * Format: decimal
             * @description Free money of all investment accounts.
             */
            cash: number;
            /**
             * Format: decimal
             * @description Set aside for withdrawals, refunds of deposits and disputes.
             */
            held: number;
            /**
             * Format: decimal
             * @description What is owed on all investment accounts.
             */
            owed: number;
            /**
             * Format: decimal
             * @description What may be withdrawn from all investment accounts.
             */
            withdrawable: number;
            /**
             * Format: decimal
             * @description Through payments; refunds that were no withdrawals and disputes taken off.
             */
            deposited: number;
            /**
             * Format: decimal
             * @description Withdrawn: refunds of deposits and transfers.
             */
            withdrawn: number;
            /**
             * Format: decimal
             * @description On courses, refunds and disputes taken off.
             */
            spent: number;
            /** @description The investment accounts one by one, the oldest first. */
            accounts: components["schemas"]["WalletAccount"][];
        };
        /** @description The answer with a checkout. */
        CheckoutEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Checkout"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a payment. */
        PaymentEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Payment"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a page of payments. */
        PaymentListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The newest first. */
            data: components["schemas"]["Payment"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a refund. */
        RefundEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Refund"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a withdrawal. */
        WithdrawalEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Withdrawal"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a page of withdrawals. */
        WithdrawalListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The newest first. */
            data: components["schemas"]["Withdrawal"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with the wallet. */
        WalletEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Wallet"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /**
         * @description One or four hourly candles, or one daily candle, of the instrument's trading time.
         * @enum {string}
         */
        Horizon: "1h" | "4h" | "1d";
        /**
         * @description `queued` and `training`: it is on its way; of a symbol and horizon one at most. `ready`: trained, and not in use. `serving`: it
         *     predicts; one at most. `retired`: another serves in its place. `failed`: it could not be trained.
         * @enum {string}
         */
        ModelStatus: "queued" | "training" | "ready" | "serving" | "retired" | "failed";
        /**
         * @description What a training is at: it waits, candles are fetched, the folds of the walk-forward are trained, it is done.
         * @enum {string}
         */
        ModelStage: "waiting" | "history" | "folds" | "done";
        /**
         * @description `edge`: out of sample its log loss beats the best baseline and its trades their costs, at 5 % after the correction for all
         *     versions tried (Holm). `no_edge`: that is not shown. `edge_lost`: it was shown, and what came true since speaks against it.
         * @enum {string}
         */
        ModelEdge: "edge" | "no_edge" | "edge_lost";
        /**
         * @description The model itself, or one of the baselines that it is held against.
         * @enum {string}
         */
        Forecaster: "model" | "base_rate" | "always_up" | "momentum" | "mean_reversion";
        /**
         * @description `void` is a prediction whose candle never came.
         * @enum {string}
         */
        PredictionOutcome: "open" | "up" | "down" | "void";
        /**
         * @description A version of the model of one instrument and horizon. Its trial walks through the past and has it predict what it has not seen,
         *     beside baselines and after costs.
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
            /** @description Counted from 1 for the symbol and the horizon. */
            version: number;
            status: components["schemas"]["ModelStatus"];
            stage: components["schemas"]["ModelStage"];
            /** @description How far the training is. */
            progressPercent: number;
            /** @description Whether it serves as soon as it is trained. It stays ready all the same when whoever asked for that is no super_admin any more by then. */
            promote: boolean;
            failureCode?: components["schemas"]["ErrorCode"];
            /** @description Why the training failed, in a sentence; `failureCode` has its code where it has one. Both are missing otherwise. */
            failure?: string;
            /**
             * Format: date-time
             * @description When the first candle opened that it was trained on. Missing before the candles are fetched, as is `trainedTo`.
             */
            trainedFrom?: string;
            /**
             * Format: date-time
             * @description When the last one opened.
             */
            trainedTo?: string;
            /** @description How many candles that are; 0 before they are fetched. */
            candles: number;
            /** @description How many of them have all features and an outcome; 0 before it is trained. */
            samples: number;
            edge?: components["schemas"]["ModelEdge"];
            /**
             * Format: double
             * @description How probable results as good as these are without an edge; 0 before it is trained.
             */
            pValue: number;
            /**
             * Format: double
             * @description The same, corrected for all versions that were tried within a year (Holm); 0 before it is trained.
             */
            adjustedPValue: number;
            /**
             * Format: double
             * @description The share of moves up in the training, 0 to 1; 0 before it is trained.
             */
            baseRate: number;
            /**
             * Format: date-time
             * @description When the training was asked for.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the training ended well. Missing before.
             */
            trainedAt?: string;
            /**
             * Format: date-time
             * @description Since when it serves, or did last. Missing when it never has.
             */
            servingSince?: string;
            /**
             * Format: date-time
             * @description When another took its place. Missing otherwise.
             */
            retiredAt?: string;
        };
        /** @description What a trained model does with one feature. */
        ModelFeature: {
            /** @description What is measured, such as `return_24` or `volatility_168`, over so many candles. */
            name: string;
            /**
             * Format: double
             * @description Of the training, which the model subtracts.
             */
            mean: number;
            /**
             * Format: double
             * @description By which it then divides.
             */
            deviation: number;
            /**
             * Format: double
             * @description Of the standardised value.
             */
            weight: number;
        };
        /** @description How good the probabilities of one forecaster were, on the same samples as those of the others. */
        ForecasterScore: {
            forecaster: components["schemas"]["Forecaster"];
            /**
             * Format: double
             * @description Mean; less is better.
             */
            logLoss: number;
            /**
             * Format: double
             * @description Mean squared error of the probability; less is better.
             */
            brierScore: number;
            /**
             * Format: double
             * @description Share of moves whose direction was right, 0 to 1.
             */
            hitRate: number;
        };
        /** @description One step of the walk-forward: what was learned until then predicts what comes next. */
        ModelFold: {
            /** @description Counted from 1, the oldest first. */
            number: number;
            /**
             * Format: date-time
             * @description The candle of the first sample that was learned.
             */
            trainedFrom: string;
            /**
             * Format: date-time
             * @description The candle of the last one, at least one horizon before the test.
             */
            trainedTo: string;
            /** @description All before the test, but for one horizon. */
            trainingSamples: number;
            /** @description How many were predicted. */
            testSamples: number;
            /**
             * Format: date-time
             * @description The first candle of the test.
             */
            testFrom: string;
            /**
             * Format: date-time
             * @description Its last.
             */
            testTo: string;
            /**
             * Format: double
             * @description L2 penalty that the training part chose.
             */
            penalty: number;
            /** @description Of the model and of each baseline, on the test. */
            scores: components["schemas"]["ForecasterScore"][];
        };
        /** @description What the trial has found, over the tests of all folds. `bestBaseline` is the one with the least log loss there. */
        ModelMetrics: {
            /** @description Of all folds together. */
            testSamples: number;
            /** @description Of the model and of each baseline, on all tests. */
            scores: components["schemas"]["ForecasterScore"][];
            bestBaseline: components["schemas"]["Forecaster"];
            /**
             * Format: double
             * @description Of a log loss this much below the best baseline (block bootstrap).
             */
            logLossPValue: number;
            /**
             * Format: double
             * @description What getting in and out costs, as a fraction of the price.
             */
            roundTripCost: number;
            /** @description Test samples on which the expected move beats the cost. */
            trades: number;
            /**
             * Format: double
             * @description Mean over all test samples, after costs, as a fraction of the price.
             */
            meanNetReturn: number;
            /**
             * Format: double
             * @description Of such a return; 1 with fewer than 30 trades.
             */
            costsPValue: number;
            /**
             * Format: double
             * @description Mean size of a move over one horizon in the training, as a fraction of the price.
             */
            meanAbsoluteMove: number;
        };
        /** @description Test samples of about the same predicted probability, and what came true of them. */
        CalibrationBin: {
            /** @description How many test samples. */
            count: number;
            /**
             * Format: double
             * @description Their mean predicted probability of a move up, 0 to 1.
             */
            meanPredicted: number;
            /**
             * Format: double
             * @description Share of moves up among them, 0 to 1.
             */
            observed: number;
        };
        /** @description A model with what its trial found. Before it is trained the lists are empty and the rest is absent. */
        ModelDetail: components["schemas"]["Model"] & {
            /** @description In the order of the model. */
            features: components["schemas"]["ModelFeature"][];
            /**
             * Format: double
             * @description Log odds of a move up when every feature is at its mean.
             */
            intercept?: number;
            /**
             * Format: double
             * @description L2 penalty that the whole training chose.
             */
            penalty?: number;
            /** @description Of the walk-forward, the oldest first. */
            folds: components["schemas"]["ModelFold"][];
            metrics?: components["schemas"]["ModelMetrics"];
            /** @description The test samples in at most ten bins of equal count, by their predicted probability. */
            calibration: components["schemas"]["CalibrationBin"][];
        };
        /** @description The model to train, in the background. */
        TrainModelRequest: {
            /** @description The instrument, without regard to case. */
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
            /** @description The instrument, without regard to case. */
            symbol: string;
            horizon: components["schemas"]["Horizon"];
        };
        /** @description What one feature says for or against a move up. */
        FeatureContribution: {
            /** @description What is measured, such as `return_24`. */
            name: string;
            /**
             * Format: double
             * @description The feature as it was measured.
             */
            value: number;
            /**
             * Format: double
             * @description What it adds to the log odds of a move up; below 0 it speaks against one.
             */
            contribution: number;
        };
        /** @description What a model says after one candle, and what came true. There is one for a candle. */
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
             * @description When the candle opened after whose close is predicted.
             */
            candleAt: string;
            /**
             * Format: decimal
             * @description Of that candle, in the currency that the instrument is quoted in.
             */
            close: number;
            /**
             * Format: double
             * @description That the close one horizon later is above, 0 to 1. Without an edge it is the base rate.
             */
            probabilityUp: number;
            /**
             * Format: double
             * @description The share of moves up in the training, 0 to 1.
             */
            baseRate: number;
            edge: components["schemas"]["ModelEdge"];
            /** @description The five that weighed most, the heaviest first. */
            features: components["schemas"]["FeatureContribution"][];
            /**
             * Format: date-time
             * @description When it turns out.
             */
            dueAt: string;
            outcome: components["schemas"]["PredictionOutcome"];
            /**
             * Format: decimal
             * @description The close one horizon later; 0 while there is none.
             */
            outcomeClose: number;
            /**
             * Format: date-time
             * @description When the outcome was written down. Missing while it is open.
             */
            settledAt?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        /** @description What came true of a model's predictions since it serves. `bestBaseline` is the one that was best in its trial. */
        Scorecard: {
            /**
             * Format: uuid
             * @description The version.
             */
            modelId: string;
            /** @description The instrument. */
            symbol: string;
            horizon: components["schemas"]["Horizon"];
            edge: components["schemas"]["ModelEdge"];
            /**
             * Format: date-time
             * @description Since when it serves, or did last. Missing when it never has.
             */
            servingSince?: string;
            /** @description Predictions that came true or not; void ones are not among them. */
            settled: number;
            /** @description Of the model and of each baseline; 0 while nothing is settled. */
            scores: components["schemas"]["ForecasterScore"][];
            bestBaseline: components["schemas"]["Forecaster"];
            /**
             * Format: double
             * @description Mean log loss of the best baseline of the training, less that of the model: above 0 the model is better.
             */
            meanDifference: number;
            /**
             * Format: double
             * @description Of that mean; 0 with fewer than two.
             */
            tStatistic: number;
        };
        /** @description The answer with a model. */
        ModelEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Model"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a page of models. */
        ModelListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The newest first. */
            data: components["schemas"]["Model"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a model. */
        ModelDetailEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["ModelDetail"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a prediction. */
        PredictionEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Prediction"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a page of predictions. */
        PredictionListEnvelope: {
            success: components["schemas"]["Success"];
            /** @description The newest first. */
            data: components["schemas"]["Prediction"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description A sentence for people, which may change; programs read the rest. */
            message?: string;
        };
        /** @description The answer with a scorecard. */
        ScorecardEnvelope: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Scorecard"];
            /** @description A sentence for people, which may change; programs read the rest. */
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
         * @description The request cannot be understood (`INVALID_JSON`), or a field of it is refused: `VALIDATION_ERROR` with the name in
         *     `field`. Tokens and codes that were mailed or sent are refused with codes of their own (`TOKEN_INVALID`,
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
         * @description Who the caller is has not been shown: log in again, or refresh the tokens after `TOKEN_EXPIRED`. Log-ins are refused
         *     with `INVALID_CREDENTIALS` and `INVALID_2FA_CODE`.
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
        /** @description It has to be paid for first (`PAYMENT_REQUIRED`): see POST /payments/checkout. */
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
         * @description The caller may not do this: the role or the scope of the API key does not reach it (`FORBIDDEN`), the log-in is older
         *     than fifteen minutes (`REAUTHENTICATION_REQUIRED`), or the account is suspended.
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
        /** @description There is no such thing, or it is somebody else's. */
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
         * @description The request does not fit the present state; the code says which (`CONFLICT`, `INVALID_TRANSITION`, `MARKET_CLOSED` …).
         *     A request whose Idempotency-Key is being worked on is a `CONFLICT` too.
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
         * @description The request is well formed and cannot be carried out as it is, for instance `INSUFFICIENT_FUNDS`; or its Idempotency-
         *     Key was used for another one (`IDEMPOTENCY_KEY_REUSED`).
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
        /** @description The caller has to wait as many seconds as Retry-After says (`RATE_LIMITED`, `OTP_COOLDOWN`, `ACCOUNT_LOCKED` …). */
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
         * @description Any other failure: a body that is too large or of another type (413, 415), a part of the platform that does not answer
         *     (503, with Retry-After), or a fault of ours (500), which is logged under the X-Request-Id.
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
         * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
         *     and the same content returns the stored answer and does nothing again; with other content it is refused.
         * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
         */
        IdempotencyKey: string;
        /**
         * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID; it has to be there, since money moves. Within
         *     24 hours a repetition with the same key and the same content returns the stored answer and moves nothing again;
         *     with other content it is refused.
         * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
         */
        RequiredIdempotencyKey: string;
        /**
         * @description Which page of the list, from 1 on.
         * @example 1
         */
        Page: number;
        /**
         * @description How many items a page holds at most.
         * @example 20
         */
        Limit: number;
        /**
         * @description A session of the caller, as GET /auth/sessions lists it.
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
         * @description A user of the caller's tenant; any for super_admin.
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
        /** @description Only deliveries in this state. */
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
         * @description A connection of the caller: an account of theirs at another broker.
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
         * @description The serial that stands on the certificate.
         * @example K3X9Q-0VHT7-2MRWD-7A1BC
         */
        Serial: string;
        /**
         * @description Only what is older than the item with this id; `meta.next` of the answer before.
         * @example 019bc0f2-6a80-7000-8000-000000000025
         */
        Before: string;
        /**
         * @description The slug of the brand whose courses are shown beside the platform's, for those without an access token; when missing the
         *     one whose domain the page or the request's host is, as in `GET /brand`, else `default`. A valid token says it instead:
         *     its holder sees the courses of their own brand, whatever is named here.
         * @example default
         */
        Brand: string;
        /**
         * @description Id of the tenant.
         * @example 019bc0f2-6a80-7000-8000-000000000026
         */
        TenantId: string;
        /**
         * @description What the mail is for, as the list of templates names it.
         * @example verify_email
         */
        MailKind: string;
        /**
         * @description Another tenant than the caller's; for super_admin.
         * @example 019bc0f2-6a80-7000-8000-000000000027
         */
        TenantIdFilter: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The name of this request in the logs; the caller's own when it sent one of at most 64 letters, digits, dots, hyphens
         *     and underscores.
         * @example 01JD2Q4X8Z6M3V9K7T5R1W0YBC
         */
        "X-Request-Id": string;
        /**
         * @description What is left of the limits that count this call, and the seconds until it is filled up.
         * @example "user";r=299;t=1
         */
        RateLimit: string;
        /**
         * @description The limits that count this call, and their windows in seconds.
         * @example "user";q=300;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description After how many seconds the call is worth repeating.
         * @example 12
         */
        "Retry-After": number;
        /**
         * @description There, and `true`, when this is the stored answer to an earlier request with the same Idempotency-Key.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The account exists and its first session is open. A verification mail is on its way. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description A session is open, or the second factor is asked for. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The options, and the token under which the result is handed in. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The caller's account as it is now. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
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
            /** @description The log-ins, the newest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description An access token with the new time of authentication. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options, and the token under which the result is handed in. */
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
            /** @description The open sessions, the most recently used first. */
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
                 * @description A session of the caller, as GET /auth/sessions lists it.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail is on its way. An email that is verified already gets none. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The mails are on their way. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The confirmation counts. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description If the account exists, a mail is on its way. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The second factor is on; these are the backup codes. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The key, shown this once. */
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
            /** @description The passkeys, the newest first. There are at most 20. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options, and the token under which the result is handed in. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only users whose email begins with this. */
                email?: string;
                /** @description Only users of this role. */
                role?: components["schemas"]["Role"];
                /**
                 * @description Another tenant than the caller's; for super_admin.
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
            /** @description The users, the newest first. */
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
                 * @description A user of the caller's tenant; any for super_admin.
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
                 * @description A user of the caller's tenant; any for super_admin.
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
            /** @description The user as it is now. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only what was done to this user. */
                userId?: string;
                /** @description Only what this user did, to themselves and to others. */
                actorId?: string;
                /** @description Only entries of this action, such as `user.role_changed`. */
                action?: string;
                /** @description Only what was done to this thing, such as a withdrawal or an endpoint. */
                subjectId?: string;
                /** @description Only what happened before this moment, such as the `createdAt` of the last entry that was read. */
                before?: string;
                /**
                 * @description Another tenant than the caller's; for super_admin.
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
            /** @description The events, the newest first. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
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
            /** @description The tenants, the newest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description Id of the tenant.
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
                 * @description Id of the tenant.
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
                 * @description Id of the tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates, by their kind. */
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
                 * @description Id of the tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description What the mail is for, as the list of templates names it.
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
                 * @description Id of the tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description What the mail is for, as the list of templates names it.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description What the mail is for, as the list of templates names it.
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
            /** @description The mail. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
                 * @example 5f0c6a1e-3a0b-4c39-9b6e-2d6a7c1f8e54
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the tenant.
                 * @example 019bc0f2-6a80-7000-8000-000000000026
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description What the mail is for, as the list of templates names it.
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
            /** @description The state of the installation, whatever it is. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only endpoints that are switched on, or off. */
                isActive?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints, the newest first. Secrets are masked. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The endpoint as it is now. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The recovery, and how many deliveries are on their way again. */
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
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only what is older than the item with this id; `meta.next` of the answer before.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
                /** @description Only deliveries in this state. */
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
            /** @description The deliveries, the newest first. */
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
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only what is older than the item with this id; `meta.next` of the answer before.
                 * @example 019bc0f2-6a80-7000-8000-000000000025
                 */
                before?: components["parameters"]["Before"];
                /** @description Only deliveries in this state. */
                status?: components["parameters"]["OfDeliveryStatus"];
                /** @description Only deliveries to this endpoint. One that is not of the caller's tenant is `NOT_FOUND`. */
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
            /** @description The deliveries, the newest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description It is on its way. */
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
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only what is older than the item with this id; `meta.next` of the answer before.
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
            /** @description The events, the newest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The events' ids. */
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
            /** @description Every type with the JSON schema of its body and an example. */
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
                /** @description Comma-separated; all when missing. */
                symbols?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One quote for each instrument that has one. */
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
                /** @description The instrument, in any case of letters. */
                symbol: string;
                /** @description How long each candle lasts. */
                interval?: "1m" | "5m" | "1h" | "1d";
                /** @description The first candle is the one that begins here or next; without it the newest candles are returned. */
                from?: string;
                /** @description Not included. */
                to?: string;
                /** @description How many candles at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candles, the oldest first. */
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
            /** @description The list as it is kept. */
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
                /** @description All when missing. */
                status?: components["schemas"]["AlertStatus"];
                /** @description All when missing. */
                symbol?: string;
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only what is older than the item with this id; `meta.next` of the answer before.
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
            /** @description The alerts, the newest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The alert, cancelled. */
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
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only what is older than the item with this id; `meta.next` of the answer before.
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
            /** @description The notices, the newest first. */
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
                /** @description Comma-separated; quotes and signals of all instruments when missing. */
                symbols?: string;
                /** @description The `id` of the last event that the client saw. The header counts when both are there. */
                lastEventId?: string;
            };
            header?: {
                /** @description The `id` of the last event that the client saw. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only bots in this state. */
                status?: components["schemas"]["BotStatus"];
                /**
                 * @description The best first: `return` by total return, `sharpe` by Sharpe ratio, `drawdown` by the smallest largest drawdown (bots
                 *     that have never closed anything come last), `followers` by how many follow; `newest` by age. The newest first among equals.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The bot. It is stopped until it is activated. */
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
            /** @description The bot as it is now. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                /** @description Whether what the subscription has open is closed too. */
                closePositions?: boolean;
                /** @description The account that follows the bot; when missing the paper account, or another one that follows it when that does not. */
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
            /** @description The subscription as it ended. */
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
                /** @description How many days back the curve goes, today included. */
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
            /** @description The points, the oldest first. */
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
                /** @description A UTC day, included. After `endDate` it is VALIDATION_ERROR. */
                startDate?: string;
                /** @description A UTC day, included. */
                endDate?: string;
                /**
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
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
            /** @description The closing fills, the newest first. */
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
                /** @description Only signals of this instrument, in any case of letters. */
                symbol?: string;
                /** @description Only signals of this type. */
                signalType?: components["schemas"]["SignalType"];
                /** @description Only signals of this bot. */
                botId?: string;
                /** @description Only signals that can be executed, or only those that cannot any more. */
                status?: components["schemas"]["SignalStatus"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only what is older than the item with this id; `meta.next` of the answer before.
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
            /** @description The signals, the newest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description What was opened or closed. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description What it would do. */
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
                /** @description Only those of a symbol, in capitals or not. */
                symbol?: string;
                /** @description Only those in a state. */
                status?: components["schemas"]["OrderStatus"];
                /** @description Only those of an account. */
                accountId?: string;
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only what is older than the item with this id; `meta.next` of the answer before.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description What it would do. */
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
            /** @description The order as it is now. */
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
                /** @description Only positions of this instrument, in any case of letters. */
                symbol?: string;
                /** @description Only positions in this state. */
                status?: components["schemas"]["PositionStatus"];
                /** @description Only positions of this account. */
                accountId?: string;
                /** @description How many positions at most. */
                limit?: number;
                /**
                 * @description Only what is older than the item with this id; `meta.next` of the answer before.
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
            /** @description The positions, the newest first. */
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
            /** @description The position as it is now. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                /** @description A UTC day, included. */
                startDate?: string;
                /** @description A UTC day, included. */
                endDate?: string;
                /** @description Only trades of this account. */
                accountId?: string;
                /** @description Only trades of this instrument, in any case of letters. */
                symbol?: string;
                /**
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
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
            /** @description One entry for each closing fill, the newest first. */
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
            /** @description The subscriptions, the newest first. */
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
            /** @description The subscription as it is now. */
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
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only what is older than the item with this id; `meta.next` of the answer before.
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
            /** @description The outcomes, the newest signal first; `meta.next` is the id of a signal. */
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
                /** @description A UTC day, included. After `endDate` it is VALIDATION_ERROR. */
                startDate?: string;
                /** @description A UTC day, included. */
                endDate?: string;
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only what is older than the item with this id; `meta.next` of the answer before.
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
            /** @description The lines, the newest first. */
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
                /** @description A UTC day, included. After `endDate` it is VALIDATION_ERROR. */
                startDate?: string;
                /** @description A UTC day, included. */
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
            /** @description A summary over the open accounts of the caller. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only those in this state. */
                status?: components["schemas"]["BacktestStatus"];
                /** @description Only those that began with the settings of this bot. */
                botId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of backtests, the newest first, without their equity. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The backtest, which waits for its turn. */
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
            /** @description The backtest; with its figures and its equity by the day once it is done. */
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
            /** @description The backtest, which is cancelled. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
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
            /** @description One entry for each closing fill, the newest first. */
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
            /** @description The accounts, the newest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The account. The first one waits for KYC; one of a person whose KYC is approved is active at once. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The account as it is now. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The account as it is now. */
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
            /** @description The account as it is now. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only cases in this state. */
                state?: "none" | "submitted" | "approved" | "rejected" | "expired";
                /**
                 * @description Another tenant than the caller's; for super_admin.
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
            /** @description The cases, those first that were handed in first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The case as it is now. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only cases in this state. Without it, those that wait (`submitted`); with `userId`, the case in any state. */
                state?: "none" | "submitted" | "approved" | "rejected" | "expired";
                /** @description Only the case of this user. Who never came near KYC has none, and the list is empty. */
                userId?: string;
                /**
                 * @description Another tenant than the caller's; for super_admin.
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
            /** @description The cases, those first that were handed in first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The case as it is now. */
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
                /** @description The callback's own id, the same when it is sent again. */
                "webhook-id"?: string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp"?: string;
                /** @description One or more signatures, each v1 and a comma and base64, with spaces between them. */
                "webhook-signature"?: string;
                /**
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description Heard, and whether it has changed the case. */
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
            /** @description The connections, the newest first. */
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
                 * @description A connection of the caller: an account of theirs at another broker.
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
                 * @description A connection of the caller: an account of theirs at another broker.
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
                 * @description A connection of the caller: an account of theirs at another broker.
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
                 * @description A connection of the caller: an account of theirs at another broker.
                 * @example 019bc0f2-6a80-7000-8000-000000000016
                 */
                connectionId: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The holdings, the most valuable first. */
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
                /** @description How far back the figures go. */
                period?: "week" | "month" | "quarter" | "year" | "all";
                /** @description One account; all of them when missing. */
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
                /** @description One account; all of them when missing. */
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
            /** @description The portfolios: the primary one, that of the paper account, then the newest. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The portfolio as it is now. */
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
            /** @description The allocations, the largest first. */
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
                /** @description How far back the days go. */
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
            /** @description One point for each UTC day, the oldest first; the last one is live. */
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
            /** @description The goals, the nearest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The goal as it is now. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The slug of the brand whose courses are shown beside the platform's, for those without an access token; when missing the
                 *     one whose domain the page or the request's host is, as in `GET /brand`, else `default`. A valid token says it instead:
                 *     its holder sees the courses of their own brand, whatever is named here.
                 * @example default
                 */
                tenant?: components["parameters"]["Brand"];
                /** @description Only courses of this level. */
                level?: components["schemas"]["CourseLevel"];
                /** @description Only courses that cost nothing, or only those that cost something. */
                isFree?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of courses, the newest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The course. It is a draft. */
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
                 * @description The slug of the brand whose courses are shown beside the platform's, for those without an access token; when missing the
                 *     one whose domain the page or the request's host is, as in `GET /brand`, else `default`. A valid token says it instead:
                 *     its holder sees the courses of their own brand, whatever is named here.
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
                /** @description Words of the title, the description or the lessons; the last one may be a beginning. */
                q: string;
                /**
                 * @description The slug of the brand whose courses are shown beside the platform's, for those without an access token; when missing the
                 *     one whose domain the page or the request's host is, as in `GET /brand`, else `default`. A valid token says it instead:
                 *     its holder sees the courses of their own brand, whatever is named here.
                 * @example default
                 */
                tenant?: components["parameters"]["Brand"];
                /** @description Only courses of this level. */
                level?: components["schemas"]["CourseLevel"];
                /** @description How many courses at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The best matches first. */
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
                 * @description The slug of the brand whose courses are shown beside the platform's, for those without an access token; when missing the
                 *     one whose domain the page or the request's host is, as in `GET /brand`, else `default`. A valid token says it instead:
                 *     its holder sees the courses of their own brand, whatever is named here.
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
            /** @description The course. Lessons come without their content. */
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
            /** @description The course as it is now. */
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
                    /** @description How long it may be kept. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The course. Those who are enrolled keep it. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The enrollment; the same one again while it is active. */
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
            /** @description The enrollment as it ended. */
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
            /** @description The lesson. Its content is for the enrolled, unless it is a preview. */
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
            /** @description The lesson as it is now. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The progress of the course. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The attempt, and the progress of the course. */
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
            /** @description The courses with the enrollment, the newest first. */
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
                 * @description The serial that stands on the certificate.
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only courses in this state. */
                status?: components["schemas"]["CourseStatus"];
                /** @description Only the platform's, or only the brand's. */
                scope?: components["schemas"]["Scope"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of courses, the newest first. */
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
            /** @description The course. Lessons come without their content. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID; it has to be there, since money moves. Within
                 *     24 hours a repetition with the same key and the same content returns the stored answer and moves nothing again;
                 *     with other content it is refused.
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID; it has to be there, since money moves. Within
                 *     24 hours a repetition with the same key and the same content returns the stored answer and moves nothing again;
                 *     with other content it is refused.
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only withdrawals in this state. */
                status?: components["schemas"]["WithdrawalStatus"];
                /** @description The caller's own, or all of the tenant for admins. */
                scope?: "own" | "tenant";
                /** @description Only those of this user of the tenant. It goes with `scope=tenant` alone; without that it is a `VALIDATION_ERROR`. */
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of withdrawals, the newest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID; it has to be there, since money moves. Within
                 *     24 hours a repetition with the same key and the same content returns the stored answer and moves nothing again;
                 *     with other content it is refused.
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
            /** @description The withdrawal. Its amount is held until an admin has decided. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The withdrawal as it is now. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The withdrawal as it is now. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The withdrawal as it is now. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The withdrawal as it is now. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only payments in this state. */
                status?: components["schemas"]["PaymentStatus"];
                /** @description The caller's own, or all of the tenant for admins. */
                scope?: "own" | "tenant";
                /** @description Only those of this user of the tenant. It goes with `scope=tenant` alone; without that it is a `VALIDATION_ERROR`. */
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments, the newest first. */
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
                /** @description The time and the signatures, as Stripe sends them. */
                "Stripe-Signature"?: string;
                /**
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description Heard. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The payment as it is now. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID; it has to be there, since money moves. Within
                 *     24 hours a repetition with the same key and the same content returns the stored answer and moves nothing again;
                 *     with other content it is refused.
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description An instrument, without regard to case. */
                symbol?: string;
                /** @description Only models of this horizon. */
                horizon?: components["schemas"]["Horizon"];
                /** @description Only versions in this state. */
                status?: components["schemas"]["ModelStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of models, the newest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The version that is to be trained. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
            /** @description The model, which serves. */
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
                 * @description Which page of the list, from 1 on.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /** @description An instrument, without regard to case. */
                symbol?: string;
                /** @description Only predictions of this horizon. */
                horizon?: components["schemas"]["Horizon"];
                /** @description Only predictions of which this came true. */
                outcome?: components["schemas"]["PredictionOutcome"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of predictions, the newest first. */
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
                 * @description A name of the caller's own for this request, of printable ASCII characters, best a random UUID. Within 24 hours a repetition with the same key
                 *     and the same content returns the stored answer and does nothing again; with other content it is refused.
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
