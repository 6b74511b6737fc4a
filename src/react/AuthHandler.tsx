"use client"
/**
 * Runs the logic of the handler's pages. The app renders them; this component has no design of its own.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Fragment, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react"
import * as CliLogin from "../client/CliLogin.ts"
import * as ContactChannels from "../client/ContactChannels.ts"
import * as MagicLink from "../client/MagicLink.ts"
import * as OAuth from "../client/OAuth.ts"
import * as Password from "../client/Password.ts"
import * as Redirect from "../client/Redirect.ts"
import * as Sessions from "../client/Sessions.ts"
import * as TeamInvitations from "../client/TeamInvitations.ts"
import type { SecretInput } from "../domain/SecretInput.ts"
import { Interrupted } from "../operation/Interrupted.ts"
import { dataOf } from "../operation/Operation.ts"
import { errorOf, performIn } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"
import { first, type HandlerPage, locate, type Place } from "./HandlerPage.ts"
import type { ClientAppError, ClientServices } from "../client/internal/ClientLayer.ts"
import type { Failure, Success } from "./ClientOperation.ts"
import { type Action, type ActionResult, useAction } from "./UseAction.ts"
import { useUser } from "./UseUser.ts"
import { pageTask } from "./PageTask.ts"

export type { HandlerPage } from "./HandlerPage.ts"

/** The state of a page that runs by itself. */
export type Progress<A, E> =
  | { readonly status: "working" }
  | { readonly status: "done"; readonly value: A }
  | { readonly status: "failed"; readonly error: E }

/** The URL has no code, such as after a reload. */
export interface NoCode {
  readonly status: "no-code"
}

/** The user has to sign in first; the sign-in page returns here. */
export interface SignedOutState {
  readonly status: "signed-out"
  readonly signIn: () => void
}

/** The user has to act. */
export interface Ready<Op extends (input: never) => Effect.Effect<unknown, unknown, ClientServices>> {
  readonly isPending: boolean
  readonly error: Failure<Op> | undefined
}

type Submitted<Op extends (input: never) => Effect.Effect<unknown, unknown, ClientServices>> = Promise<
  ActionResult<Success<Op>, Failure<Op>>
>

/** The props of each page. */
export interface HandlerStates {
  readonly signIn: { readonly status: "ready" }
  readonly signUp: { readonly status: "ready" }
  readonly forgotPassword: { readonly status: "ready" }
  readonly accountSettings: { readonly status: "ready" }
  /** Signs out, then redirects to the after-sign-out page. */
  readonly signOut: Progress<void, ClientAppError>
  /**
   * Finishes a sign-in with a provider, then redirects. `ignored`: the URL has no answer for this browser.
   * `Interrupted`: a later sign-in or a sign-out, perhaps in another tab.
   */
  readonly oauthCallback: Progress<OAuth.CallbackResult, Failure<typeof OAuth.callback> | Interrupted>
  /** Signs in with the link's code, then redirects. `Interrupted`: as for `oauthCallback`. */
  readonly magicLinkCallback: Progress<void, Failure<typeof MagicLink.signIn> | Interrupted> | NoCode
  readonly emailVerification: Progress<void, Failure<typeof ContactChannels.verify>> | NoCode
  /** Why the service could not sign the user in with a provider. */
  readonly error: Progress<OAuth.PageError | null, ClientAppError>
  readonly passwordReset:
    | Progress<void, Failure<typeof Password.checkResetCode>>
    | NoCode
    | ({
        readonly status: "ready"
        readonly submit: (password: SecretInput) => Submitted<typeof Password.reset>
      } & Ready<typeof Password.reset>)
  readonly teamInvitation:
    | Progress<void, Failure<typeof TeamInvitations.details>>
    | NoCode
    | SignedOutState
    | ({
        readonly status: "ready"
        readonly teamDisplayName: string
        readonly accept: () => Submitted<typeof TeamInvitations.accept>
      } & Ready<typeof TeamInvitations.accept>)
  /**
   * Confirms a terminal's login: show which user will be signed in, and call `confirm` on a click. It is refused in a
   * frame of another page.
   */
  readonly cliAuthConfirm:
    | { readonly status: "working" | "done" | "framed" }
    | NoCode
    | (SignedOutState & {
        /**
         * Only if the terminal works as a guest: takes the guest over, and goes to the sign-up page, where the user
         * becomes the owner of what was done in the terminal. Call it on a click, after the same warning as for
         * `confirm`: from then on whoever sent the link is signed in as the user who signs up.
         */
        readonly keepGuest: (() => Submitted<typeof CliLogin.claimGuest>) | undefined
      } & Ready<typeof CliLogin.claimGuest>)
    | ({ readonly status: "ready"; readonly confirm: () => Submitted<typeof CliLogin.confirm> } & Ready<
        typeof CliLogin.confirm
      >)
}

/** The components of the pages; a page without one shows the fallback. */
export type HandlerScreens = { readonly [P in HandlerPage]?: (state: HandlerStates[P]) => ReactNode }

/** The props of the handler. */
export interface AuthHandlerProps {
  readonly screens: HandlerScreens
  /** Default: the page of the URL. */
  readonly page?: HandlerPage | undefined
  /** Shown on any other page. */
  readonly fallback?: ReactNode
}

/**
 * Shows the current page of the handler. If the router keeps it mounted between pages, give it a `key` that changes
 * with the URL.
 *
 * @example
 * ```tsx
 * <AuthHandler
 *   screens={{
 *     signIn: () => <SignInForm />,
 *     emailVerification: (state) => <p>{state.status === "failed" ? state.error.message : state.status}</p>
 *   }}
 * />
 * ```
 */
export const AuthHandler = ({ fallback = null, page, screens }: AuthHandlerProps) => {
  const client = useClient()
  const [place, setPlace] = useState<Place | undefined>(undefined)
  const located = useRef<HandlerPage | "by URL" | undefined>(undefined)
  useEffect(() => {
    // Kept, because the second mount of StrictMode would find a URL without its code.
    if (located.current === (page ?? "by URL")) return
    located.current = page ?? "by URL"
    performIn(client, Effect.map(locate(page), setPlace))
  }, [client, page])

  if (place === undefined) return null
  return <Fragment key={place.page}>{screenOf(place, screens) ?? fallback}</Fragment>
}

const screenOf = (place: Place, screens: HandlerScreens): ReactNode => {
  const { code, page } = place
  if (page === undefined) return undefined
  if (screens[page] === undefined) return undefined
  switch (page) {
    case "signIn":
    case "signUp":
    case "forgotPassword":
    case "accountSettings":
      return screens[page]?.({ status: "ready" })
    case "signOut":
      return <Working work={signOut} page={page} show={screens.signOut} />
    case "oauthCallback":
      return (
        <Working
          work={oauthCallback}
          page={page}
          changes={dataOf(OAuth.callback)?.changes}
          show={screens.oauthCallback}
        />
      )
    case "error":
      return <Working work={pageError} page={page} show={screens.error} />
    case "magicLinkCallback": {
      const show = screens.magicLinkCallback
      if (code === undefined) return show?.({ status: "no-code" })
      return <Working work={orInterrupted(MagicLink.signIn({ code }))} page={page} code={code} show={show} />
    }
    case "emailVerification": {
      const show = screens.emailVerification
      if (code === undefined) return show?.({ status: "no-code" })
      const changes = dataOf(ContactChannels.verify)?.changes
      return <Working work={ContactChannels.verify({ code })} page={page} code={code} changes={changes} show={show} />
    }
    case "passwordReset": {
      const show = screens.passwordReset
      return code === undefined ? show?.({ status: "no-code" }) : <PasswordReset code={code} show={show} />
    }
    case "teamInvitation": {
      const show = screens.teamInvitation
      return code === undefined ? (
        show?.({ status: "no-code" })
      ) : (
        <TeamInvitation code={code} place={place} show={show} />
      )
    }
    case "cliAuthConfirm": {
      const show = screens.cliAuthConfirm
      return code === undefined ? show?.({ status: "no-code" }) : <CliConfirm code={code} place={place} show={show} />
    }
  }
}

const signOut = Effect.andThen(
  Sessions.signOut,
  // The user is signed out even if the redirect fails.
  Effect.asVoid(Effect.exit(Redirect.to("afterSignOut", { replace: true })))
)

/** An interrupted sign-in is not a defect. */
const orInterrupted = <A, E, R>(signIn: Effect.Effect<A, E, R>) =>
  Effect.catchCause(signIn, (cause): Effect.Effect<never, E | Interrupted> =>
    Cause.hasInterruptsOnly(cause) ? Effect.fail(new Interrupted()) : Effect.failCause(cause)
  )

const oauthCallback = orInterrupted(OAuth.callback())

const pageError = OAuth.pageError()

interface WorkingProps<A, E> {
  readonly page: HandlerPage
  readonly code?: Redacted.Redacted | undefined
  readonly work: Effect.Effect<A, E, ClientServices>
  readonly changes?: ReadonlyArray<string> | undefined
  readonly show: ((state: Progress<A, E | ClientAppError>) => ReactNode) | undefined
}

const Working = <A, E>({ changes, code, page, show, work }: WorkingProps<A, E>) => {
  const progress = useProgress(page, code, work, changes)
  return show?.(progress)
}

const useProgress = <A, E>(
  page: HandlerPage,
  code: Redacted.Redacted | undefined,
  effect: Effect.Effect<A, E, ClientServices>,
  changes?: ReadonlyArray<string>
): Progress<A, E | ClientAppError> => {
  const client = useClient()
  // The name contains the code, so it is kept in closures only.
  const [task] = useState(() =>
    pageTask(client, `${page} ${code === undefined ? "" : Redacted.value(code)}`, effect, changes)
  )
  const exit = useSyncExternalStore(task.subscribe, task.exit, () => undefined)
  if (exit === undefined) return { status: "working" }
  if (Exit.isSuccess(exit)) return { status: "done", value: exit.value }
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isNone(error)) throw errorOf(exit.cause)
  return { status: "failed", error: error.value }
}

interface CodeProps<P extends HandlerPage> {
  readonly code: Redacted.Redacted
  readonly show: ((state: HandlerStates[P]) => ReactNode) | undefined
}

const PasswordReset = ({ code, show }: CodeProps<"passwordReset">) => {
  const check = useProgress("passwordReset", code, Password.checkResetCode({ code }))
  const reset = useAction(Password.reset)
  if (check.status !== "done") return show?.(check)
  if (reset.status === "success") return show?.({ status: "done", value: undefined })
  const submit = (password: SecretInput) => reset.run({ code, password })
  return show?.({ status: "ready", submit, ...waiting(reset) })
}

const waiting = <Op extends (input: never) => Effect.Effect<unknown, unknown, ClientServices>>({
  error,
  isPending
}: Action<Op>): Ready<Op> => ({ error, isPending })

/** Redirects to the sign-in or sign-up page and back; failures are reported to the notifier. */
const useFirst = (place: Place, page: "signIn" | "signUp") => {
  const client = useClient()
  return () => performIn(client, first(place, page))
}

const useSignInFirst = (place: Place): SignedOutState => ({
  status: "signed-out",
  signIn: useFirst(place, "signIn")
})

const TeamInvitation = ({ place, ...props }: CodeProps<"teamInvitation"> & { readonly place: Place }) => {
  const user = useUser({ as: "value", or: "anonymous-if-exists" })
  const signedOut = useSignInFirst(place)
  if (user === undefined) return props.show?.({ status: "working" })
  return user === null ? props.show?.(signedOut) : <Invited key={user.id} {...props} />
}

const Invited = ({ code, show }: CodeProps<"teamInvitation">) => {
  const details = useProgress("teamInvitation", code, TeamInvitations.details({ code }))
  const accept = useAction(TeamInvitations.accept)
  if (details.status !== "done") return show?.(details)
  if (accept.status === "success") return show?.({ status: "done", value: undefined })
  const { teamDisplayName } = details.value
  return show?.({ status: "ready", teamDisplayName, accept: () => accept.run({ code }), ...waiting(accept) })
}

/** Whether the page is in a frame of another page, which could cover its buttons (clickjacking). */
const isFramed = () => globalThis.window.top !== globalThis.window.self

const CliConfirm = (props: CodeProps<"cliAuthConfirm"> & { readonly place: Place }) => {
  const { code, show } = props
  const user = useUser({ as: "value" })
  const confirm = useAction(CliLogin.confirm)
  // here, because the page of who is signed out is gone as soon as the guest is here
  const claim = useAction(CliLogin.claimGuest)
  if (isFramed()) return show?.({ status: "framed" })
  if (confirm.status === "success") return show?.({ status: "done" })
  if (user === undefined) return show?.({ status: "working" })
  if (user === null) return <CliSignedOut {...props} claim={claim} />
  return show?.({ status: "ready", confirm: () => confirm.run({ loginCode: code }), ...waiting(confirm) })
}

interface CliSignedOutProps extends CodeProps<"cliAuthConfirm"> {
  readonly place: Place
  readonly claim: Action<typeof CliLogin.claimGuest>
}

const CliSignedOut = ({ claim, code, place, show }: CliSignedOutProps) => {
  const details = useProgress("cliAuthConfirm", code, CliLogin.details({ loginCode: code }))
  const signedOut = useSignInFirst(place)
  const signUp = useFirst(place, "signUp")
  if (details.status === "working") return show?.(details)
  const keepGuest = async () => {
    const claimed = await claim.run({ loginCode: code })
    if (claimed.ok) signUp()
    return claimed
  }
  // what is wrong with the code is said when the login is confirmed
  const hasGuest = details.status === "done" && details.value.hasGuest
  return show?.({ ...signedOut, keepGuest: hasGuest ? keepGuest : undefined, ...waiting(claim) })
}
