/** The states that the handler's pages pass to their screens. */
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ReactNode } from "react"
import type { ClientAppError, ClientServices } from "../app/ClientLayer.ts"
import type { OperationError, Success } from "../app/ClientOperation.ts"
import type * as AgentLogin from "../client/AgentLogin.ts"
import type * as CliLogin from "../client/CliLogin.ts"
import type * as ContactChannels from "../client/ContactChannels.ts"
import type * as CrossDomain from "../client/CrossDomain.ts"
import type * as MagicLink from "../client/MagicLink.ts"
import type * as OAuth from "../client/OAuth.ts"
import type * as Password from "../client/Password.ts"
import type * as Sessions from "../client/Sessions.ts"
import type * as TeamInvitations from "../client/TeamInvitations.ts"
import type { SecretInput } from "../domain/SecretInput.ts"
import type { Interrupted } from "../operation/Interrupted.ts"
import type { SignInResult } from "../session/SignIn.ts"
import type { HandlerPage } from "./HandlerPage.ts"
import type { ActionResult } from "./UseAction.ts"

/** The state of a page that runs without the user's input. */
export type Progress<A, E> =
  | { readonly status: "working" }
  | { readonly status: "done"; readonly value: A }
  | { readonly status: "failed"; readonly error: E | ClientAppError }

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
  readonly error: OperationError<Op> | ClientAppError | undefined
}

type Submitted<Op extends (input: never) => Effect.Effect<unknown, unknown, ClientServices>> = Promise<
  ActionResult<Success<Op>, OperationError<Op> | ClientAppError>
>

/** The props of each page. */
export interface HandlerStates {
  readonly signIn: { readonly status: "ready" }
  readonly signUp: { readonly status: "ready" }
  readonly forgotPassword: { readonly status: "ready" }
  readonly accountSettings: { readonly status: "ready" }
  /** Signs out, then redirects to the after-sign-out page. `SignOutElsewhere` says where the user signs out instead. */
  readonly signOut: Progress<void, OperationError<typeof Sessions.signOut>>
  /**
   * Finishes a sign-in with a provider, then redirects. `ignored`: the URL has no answer for this browser.
   * `Interrupted`: a later sign-in or a sign-out, perhaps in another tab. The current service also reports its errors
   * here.
   */
  readonly oauthCallback: Progress<OAuth.CallbackResult, OperationError<typeof OAuth.callback> | Interrupted>
  /** Signs in with the link's code, then redirects. `Interrupted`: as for `oauthCallback`. */
  readonly magicLinkCallback: Progress<SignInResult, OperationError<typeof MagicLink.signIn> | Interrupted> | NoCode
  readonly emailVerification: Progress<void, OperationError<typeof ContactChannels.verify>> | NoCode
  /** Why the service could not sign the user in with a provider; the service of 2025-06 sends users here. */
  readonly error: Progress<OAuth.PageError | null, never>
  readonly passwordReset:
    | Progress<void, OperationError<typeof Password.checkResetCode>>
    | NoCode
    | ({
        readonly status: "ready"
        readonly submit: (password: SecretInput) => Submitted<typeof Password.reset>
      } & Ready<typeof Password.reset>)
  readonly teamInvitation:
    | Progress<void, OperationError<typeof TeamInvitations.details>>
    | NoCode
    | (SignedOutState & {
        /** Goes to the sign-up page, which returns here. */
        readonly signUp: () => void
      })
    | ({
        readonly status: "ready"
        readonly teamDisplayName: string
        readonly accept: () => Submitted<typeof TeamInvitations.accept>
      } & Ready<typeof TeamInvitations.accept>)
  /**
   * Sends the user back to the other domain from which they came, with a separate session there. A signed-out visitor
   * signs in first, without being asked. It is refused in a frame of another page.
   */
  readonly crossDomain:
    | Progress<Redacted.Redacted, OperationError<typeof CrossDomain.authorize>>
    | { readonly status: "framed" }
    | NoCode
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
         * becomes the owner of the guest's data. Call it on a click, after the same warning as for `confirm`: from then
         * on the sender of the link is signed in as the user who signs up.
         */
        readonly keepAnonymousUser: (() => Submitted<typeof CliLogin.claimAnonymousUser>) | undefined
      } & Ready<typeof CliLogin.claimAnonymousUser>)
    | ({ readonly status: "ready"; readonly confirm: () => Submitted<typeof CliLogin.confirm> } & Ready<
        typeof CliLogin.confirm
      >)
  /**
   * Asks whether an agent may sign in as the user: show who asks and which user is signed in, and call `approve` or
   * `deny` on a click. Texts of the agent are unchecked, so show them as text and do not link to its `url`. It is
   * refused in a frame of another page.
   */
  readonly agentAuthConfirm:
    | Progress<"approved" | "denied", OperationError<typeof AgentLogin.inspect>>
    | { readonly status: "framed" }
    | NoCode
    | SignedOutState
    | ({
        readonly status: "ready"
        readonly login: AgentLogin.AgentLoginDetails
        /** Show it, so that the user can compare it with the code that the agent shows. */
        readonly claimCode: string
        readonly approve: () => Submitted<typeof AgentLogin.approve>
        readonly deny: () => Submitted<typeof AgentLogin.deny>
      } & Ready<typeof AgentLogin.approve>)
}

/** The screens of the pages. */
export type HandlerScreens = { readonly [P in HandlerPage]?: (state: HandlerStates[P]) => ReactNode }
