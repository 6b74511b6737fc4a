/** Links that open the app: from an email, or from a provider. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { asClient } from "../app/AsClient.ts"
import * as ContactChannels from "../client/ContactChannels.ts"
import * as MagicLink from "../client/MagicLink.ts"
import * as OAuth from "../client/OAuth.ts"
import * as Password from "../client/Password.ts"
import * as TeamInvitations from "../client/TeamInvitations.ts"
import { trimEnd } from "../domain/text/TrimEnd.ts"
import { ClientApp } from "../http/ClientApp.ts"
import type { CallbackResult } from "../oauth/OAuthCallback.ts"
import type { SignInOptions, SignInResult } from "../session/SignIn.ts"
import * as ContactChannelsWire from "../wire/generated/ContactChannels.ts"
import * as MagicLinkWire from "../wire/generated/MagicLink.ts"
import * as MfaWire from "../wire/generated/Mfa.ts"
import * as OAuthWire from "../wire/generated/OAuth.ts"
import * as PasswordWire from "../wire/generated/Password.ts"
import * as TeamInvitationsWire from "../wire/generated/TeamInvitations.ts"
import { device } from "./Device.ts"

const pages = ["magicLinkCallback", "emailVerification", "passwordReset", "teamInvitation", "oauthCallback"] as const

/** A link that was opened, by the page that it leads to. */
export type OpenedLink =
  /** The magic link has signed the user in. */
  | { readonly page: "magicLinkCallback"; readonly result: SignInResult }
  /** The address is verified. */
  | { readonly page: "emailVerification" }
  /** The code is valid. Ask for the new password, and call `Password.reset` with both. */
  | { readonly page: "passwordReset"; readonly code: Redacted.Redacted }
  /** The code is valid. Show `TeamInvitations.details`, and call `TeamInvitations.accept` if the user wants to. */
  | { readonly page: "teamInvitation"; readonly code: Redacted.Redacted }
  /** A sign-in with a provider that the app had started before the system ended it. */
  | { readonly page: "oauthCallback"; readonly result: Exclude<CallbackResult, "ignored"> }

/** The scheme in lower case, the path without slashes at its ends, and no query. */
const toAddress = (url: string): string =>
  trimEnd(
    url
      .replace(/[?#].*$/s, "")
      .replace(/^[a-z][a-z\d+.-]*:/i, (scheme) => scheme.toLowerCase())
      .replace(/^([^:]*:)\/{2,}/, "$1//"),
    "/"
  )

const isWeb = (url: string): boolean => /^https?:/i.test(url)

/** The query as it is written: URLs of an app's own scheme are read differently on each platform. */
const parseQuery = (url: string): URLSearchParams => new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? "")

/** The page of the app that a URL leads to; undefined for any other page, scheme or host. */
const findPage = Effect.fnUntraced(function* (url: string) {
  const { appUrl = "", urls } = yield* ClientApp
  const { createURL } = yield* device
  const address = toAddress(url)
  const isAt = (target: string): boolean => {
    if (isWeb(target) || isWeb(url)) {
      if (!isWeb(url) || !URL.canParse(target, appUrl) || !URL.canParse(url)) return false
      const [page, link] = [new URL(target, appUrl), new URL(url)]
      return (
        page.origin === link.origin &&
        link.username === "" &&
        link.password === "" &&
        trimEnd(page.pathname, "/") === trimEnd(link.pathname, "/")
      )
    }
    return address === toAddress(target.startsWith("/") ? createURL(target.slice(1)) : target)
  }
  return pages.find((page) => isAt(urls[page]))
})

/**
 * Opens a link that the system gave to the app: one from an email, on a page of `appUrl` or of the app's own scheme, or
 * the answer of a provider.
 *
 * A magic link signs in, and a verification link verifies. A link to reset a password or to join a team needs the user
 * first: its code is checked, but not used. Returns what was opened. Returns null, and sends nothing, for a URL of
 * another host, scheme or page, and for a link that was opened before.
 *
 * Fails like the operation: with one of the `VerificationCodeError` family for a code that is wrong, used or expired,
 * and with the errors of `MagicLink.signIn` and `OAuth.callback`. Fails with `DeviceUnavailable` in an app that
 * `createExpoApp` has not made. After a failure the link can be opened again.
 *
 * @example
 * ```ts
 * const link = await auth.openLink({ url })
 * if (link?.page === "passwordReset") showNewPassword(link.code)
 * ```
 */
export const openLink = asClient.write(
  "Expo.openLink",
  [
    MagicLinkWire.signInWithCode,
    MfaWire.signInWithTotp,
    ContactChannelsWire.verifyContactChannel,
    PasswordWire.checkResetCode,
    TeamInvitationsWire.checkTeamInvitation,
    OAuthWire.exchangeCode
  ],
  { changes: ["users", "contactChannels", "connectedAccounts"] }
)(function* ({ noRedirect, url }: { readonly url: string } & SignInOptions) {
  const { handBack, openedLinks } = yield* device
  const page = yield* findPage(url)
  if (page === undefined || openedLinks.has(url)) return null
  openedLinks.add(url)
  return yield* Effect.onError(openPage(page, url, handBack, { noRedirect }), () =>
    Effect.sync(() => openedLinks.delete(url))
  )
})

const openPage = Effect.fnUntraced(function* (
  page: (typeof pages)[number],
  url: string,
  handBack: (url: string) => boolean,
  options: SignInOptions
) {
  const code = Redacted.make(parseQuery(url).get("code") ?? "")
  switch (page) {
    case "magicLinkCallback":
      return asOpenedLink({ page, result: yield* MagicLink.signIn({ ...options, code }) })
    case "emailVerification":
      yield* ContactChannels.verify({ code })
      return asOpenedLink({ page })
    case "passwordReset":
      yield* Password.checkResetCode({ code })
      return asOpenedLink({ page, code })
    case "teamInvitation":
      yield* TeamInvitations.check({ code })
      return asOpenedLink({ page, code })
    case "oauthCallback": {
      // A sign-in may wait for it.
      const result = handBack(url) ? "ignored" : yield* OAuth.callback({ ...options, url })
      return result === "ignored" ? null : asOpenedLink({ page, result })
    }
  }
})

const asOpenedLink = (link: OpenedLink): OpenedLink => link
