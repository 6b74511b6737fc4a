"use client"
/** Handler pages that act on the link that opened them. The first of them to be shown loads this module lazily. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type ReactNode, useState, useSyncExternalStore } from "react"
import type { ClientAppError, ClientServices } from "../../app/ClientLayer.ts"
import * as AgentLogin from "../../client/AgentLogin.ts"
import * as CliLogin from "../../client/CliLogin.ts"
import * as ContactChannels from "../../client/ContactChannels.ts"
import * as CrossDomain from "../../client/CrossDomain.ts"
import * as MagicLink from "../../client/MagicLink.ts"
import * as Password from "../../client/Password.ts"
import * as Sessions from "../../client/Sessions.ts"
import * as TeamInvitations from "../../client/TeamInvitations.ts"
import type { SecretInput } from "../../domain/SecretInput.ts"
import * as OAuthCallback from "../../oauth/OAuthCallback.ts"
import * as OAuthErrorPage from "../../oauth/OAuthErrorPage.ts"
import { orInterrupted } from "../../operation/Interrupted.ts"
import { readData } from "../../operation/OperationData.ts"
import * as Navigation from "../../platform/page/Navigation.ts"
import { toError, performIn } from "../AuthClient.ts"
import { useClient } from "../AuthProvider.tsx"
import { type HandlerPage, type Place, redirectFirst, takeCode, type WorkPage } from "../HandlerPage.ts"
import type { HandlerScreens, HandlerStates, NoCode, Progress, SignedOutState } from "../HandlerStates.ts"
import { type Action, useAction } from "../UseAction.ts"
import { useUser } from "../UseUser.ts"
import * as PageTask from "./PageTask.ts"

export const renderWork = (place: Place, page: WorkPage, screens: HandlerScreens): ReactNode => {
  switch (page) {
    case "signOut":
      return <Working place={place} work={Sessions.signOut} show={screens.signOut} />
    case "oauthCallback": {
      const changes = readData(OAuthCallback.callback)?.changes
      return <Working place={place} work={oauthCallback} changes={changes} show={screens.oauthCallback} />
    }
    case "error":
      return <Working place={place} work={pageError} show={screens.error} />
    case "magicLinkCallback":
      return withCode(MagicLinkCallback, place, screens.magicLinkCallback)
    case "emailVerification":
      return withCode(EmailVerification, place, screens.emailVerification)
    case "passwordReset":
      return withCode(PasswordReset, place, screens.passwordReset)
    case "teamInvitation":
      return withCode(TeamInvitation, place, screens.teamInvitation)
    case "crossDomain":
      return withCode(CrossDomainConfirm, place, screens.crossDomain)
    case "agentAuthConfirm":
      return withCode(AgentConfirm, place, screens.agentAuthConfirm)
    case "cliAuthConfirm":
      return withCode(CliConfirm, place, screens.cliAuthConfirm)
  }
}

/** A page whose link has a code; without one its screen says so. */
const withCode = <Show extends (state: NoCode) => ReactNode>(
  Page: (props: {
    readonly place: Place
    readonly code: Redacted.Redacted
    readonly show: Show | undefined
  }) => ReactNode,
  place: Place,
  show: Show | undefined
): ReactNode =>
  place.code === undefined ? show?.({ status: "no-code" }) : <Page place={place} code={place.code} show={show} />

/**
 * Removes the code from the URL: even if it is not for this browser, it belongs to another user and should not stay
 * there.
 */
const withoutCode = Navigation.takeCode(["code", "state"])

const oauthCallback = orInterrupted(
  Effect.tap(OAuthCallback.callback(), (result) => (result === "ignored" ? withoutCode : Effect.void))
)

const pageError = OAuthErrorPage.pageError()

interface WorkingProps<A, E> {
  readonly place: Place
  readonly work: Effect.Effect<A, E, ClientServices>
  readonly changes?: ReadonlyArray<string> | undefined
  readonly show: ((state: Progress<A, NoInfer<E> | ClientAppError>) => ReactNode) | undefined
}

const Working = <A, E>({ changes, place, show, work }: WorkingProps<A, E>) => {
  const progress = useProgress(place, work, { changes })
  return show?.(progress)
}

const useProgress = <A, E>(
  place: Place,
  work: Effect.Effect<A, E, ClientServices>,
  { changes, userId = "" }: { readonly changes?: ReadonlyArray<string> | undefined; readonly userId?: string } = {}
): Progress<A, E | ClientAppError> => {
  const client = useClient()
  const [task] = useState(() => {
    // The name contains the code, so it is kept in closures only.
    const name = `${place.page} ${userId} ${place.code === undefined ? "" : Redacted.value(place.code)}`
    return PageTask.make(client, name, Effect.andThen(takeCode(place), work), changes)
  })
  const exit = useSyncExternalStore(task.subscribe, task.exit, () => undefined)
  if (exit === undefined) return { status: "working" }
  if (Exit.isSuccess(exit)) return { status: "done", value: exit.value }
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isNone(error)) throw toError(exit.cause)
  return { status: "failed", error: error.value }
}

interface CodeProps<P extends HandlerPage> {
  readonly place: Place
  readonly code: Redacted.Redacted
  readonly show: ((state: HandlerStates[P]) => ReactNode) | undefined
}

const MagicLinkCallback = ({ code, place, show }: CodeProps<"magicLinkCallback">) => (
  <Working place={place} work={orInterrupted(MagicLink.signIn({ code }))} show={show} />
)

const EmailVerification = ({ code, place, show }: CodeProps<"emailVerification">) => {
  const changes = readData(ContactChannels.verify)?.changes
  return <Working place={place} work={ContactChannels.verify({ code })} changes={changes} show={show} />
}

const PasswordReset = ({ code, place, show }: CodeProps<"passwordReset">) => {
  const check = useProgress(place, Password.checkResetCode({ code }))
  const reset = useAction(Password.reset)
  if (check.status !== "done") return show?.(check)
  if (reset.status === "success") return show?.({ status: "done", value: undefined })
  const submit = (password: SecretInput) => reset.run({ code, password })
  return show?.({ status: "ready", submit, ...toState(reset) })
}

const toState = <E,>({ error, isPending }: { readonly error: E; readonly isPending: boolean }) => ({ error, isPending })

/** Redirects to the sign-in or sign-up page and back; failures are reported to the notifier. */
const useDetour = (place: Place, page: "signIn" | "signUp") => {
  const client = useClient()
  return () => performIn(client, redirectFirst(place, page))
}

const useSignInFirst = (place: Place): SignedOutState => ({ status: "signed-out", signIn: useDetour(place, "signIn") })

const TeamInvitation = (props: CodeProps<"teamInvitation">) => {
  const user = useUser({ as: "value", or: "anonymous-if-exists" })
  const signedOut = useSignInFirst(props.place)
  const signUp = useDetour(props.place, "signUp")
  if (user === undefined) return props.show?.({ status: "working" })
  return user === null ? (
    props.show?.({ ...signedOut, signUp })
  ) : (
    <SignedInInvitation key={user.id} userId={user.id} {...props} />
  )
}

interface SignedInInvitationProps extends CodeProps<"teamInvitation"> {
  /** The answer is for this user only. */
  readonly userId: string
}

const SignedInInvitation = ({ code, place, show, userId }: SignedInInvitationProps) => {
  const details = useProgress(place, TeamInvitations.details({ code }), { userId })
  const accept = useAction(TeamInvitations.accept)
  if (details.status !== "done") return show?.(details)
  if (accept.status === "success") return show?.({ status: "done", value: undefined })
  const { teamDisplayName } = details.value
  return show?.({ status: "ready", teamDisplayName, accept: () => accept.run({ code }), ...toState(accept) })
}

const CrossDomainConfirm = ({ place, show }: CodeProps<"crossDomain">) => {
  const user = useUser({ as: "value", or: "redirect" })
  if (Navigation.isFramed()) return show?.({ status: "framed" })
  if (user === undefined) return show?.({ status: "working" })
  const url = place.url === undefined ? undefined : Redacted.value(place.url)
  return <Working place={place} work={CrossDomain.authorize({ url })} show={show} />
}

const AgentConfirm = (props: CodeProps<"agentAuthConfirm">) => {
  const user = useUser({ as: "value" })
  const signedOut = useSignInFirst(props.place)
  if (Navigation.isFramed()) return props.show?.({ status: "framed" })
  if (user === undefined) return props.show?.({ status: "working" })
  return user === null ? props.show?.(signedOut) : <SignedInAgentConfirm key={user.id} {...props} />
}

const SignedInAgentConfirm = (props: CodeProps<"agentAuthConfirm">) => {
  // Restricted users finish signing up first.
  const user = useUser({ as: "value", or: "redirect" })
  return user === undefined ? props.show?.({ status: "working" }) : <AgentDecision {...props} />
}

const AgentDecision = ({ code, place, show }: CodeProps<"agentAuthConfirm">) => {
  const claimCode = Redacted.value(code)
  const login = useProgress(place, AgentLogin.inspect({ claimCode }))
  const approve = useAction(AgentLogin.approve)
  const deny = useAction(AgentLogin.deny)
  if (login.status !== "done") return show?.(login)
  if (approve.status === "success") return show?.({ status: "done", value: "approved" })
  if (deny.status === "success") return show?.({ status: "done", value: "denied" })
  return show?.({
    status: "ready",
    login: login.value,
    claimCode,
    approve: () => approve.run({ claimCode }),
    deny: () => deny.run({ claimCode }),
    isPending: approve.isPending || deny.isPending,
    error: approve.error ?? deny.error
  })
}

const CliConfirm = (props: CodeProps<"cliAuthConfirm">) => {
  const { code, place, show } = props
  const client = useClient()
  const user = useUser({ as: "value" })
  const confirm = useAction(CliLogin.confirm)
  // Kept here: the page of signed-out people disappears as soon as the guest is signed in.
  const claim = useAction(CliLogin.claimAnonymousUser)
  if (Navigation.isFramed()) return show?.({ status: "framed" })
  if (confirm.status === "success") return show?.({ status: "done" })
  if (user === undefined) return show?.({ status: "working" })
  if (user === null) return <SignedOutCliConfirm {...props} claim={claim} />
  const begin = () => {
    performIn(client, takeCode(place))
    return confirm.run({ loginCode: code })
  }
  return show?.({ status: "ready", confirm: begin, ...toState(confirm) })
}

interface SignedOutCliProps extends CodeProps<"cliAuthConfirm"> {
  readonly claim: Action<typeof CliLogin.claimAnonymousUser>
}

const SignedOutCliConfirm = ({ claim, code, place, show }: SignedOutCliProps) => {
  const details = useProgress(place, CliLogin.details({ loginCode: code }))
  const signedOut = useSignInFirst(place)
  const signUp = useDetour(place, "signUp")
  if (details.status === "working") return show?.(details)
  const keepAnonymousUser = async () => {
    const claimed = await claim.run({ loginCode: code })
    if (claimed.ok) signUp()
    return claimed
  }
  // A wrong code is reported when the login is confirmed.
  const hasAnonymousUser = details.status === "done" && details.value.hasAnonymousUser
  return show?.({
    ...signedOut,
    keepAnonymousUser: hasAnonymousUser ? keepAnonymousUser : undefined,
    ...toState(claim)
  })
}
