/**
 * Inviting people to teams, and accepting.
 */
import * as Effect from "effect/Effect"
import * as Api from "../api/TeamInvitations.ts"
import type { TeamId, TeamInvitationId } from "../domain/Ids.ts"
import type { SecretInput } from "../domain/SecretInput.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { operation } from "../operation/Operation.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import { Session } from "../session/Session.ts"
import * as MailedCode from "./internal/MailedCode.ts"
import * as Urls from "./internal/Urls.ts"

export type { TeamInvitation } from "../api/schema/TeamInvitation.ts"

/** Mails an invitation, good for seven days, and answers its id; needs the permission `$invite_members`. */
export const send = operation("TeamInvitations.send", { changes: ["invitations", "emails"] })(function* (input: {
  readonly teamId: TeamId
  readonly email: string
  /** Default: the team invitation page of the app. */
  readonly callbackUrl?: string | undefined
}) {
  const { app } = yield* Session
  const callbackUrl = yield* Urls.callback("callbackUrl", input.callbackUrl, "teamInvitation").pipe(
    Effect.provideService(ClientApp, app)
  )
  return yield* AuthorizedTransport.call(Api.sendTeamInvitation, {
    payload: { teamId: input.teamId, email: input.email, callbackUrl }
  })
})

/** The pending invitations of a team; needs `$read_members` and `$invite_members`. */
export const list = operation("TeamInvitations.list", { shows: ["invitations"] })((teamId: TeamId) =>
  AuthorizedTransport.call(Api.listTeamInvitations, { query: { teamId } })
)

/** Withdraws an invitation; needs `$remove_members`. */
export const revoke = operation("TeamInvitations.revoke", { changes: ["invitations"] })(
  (input: { readonly teamId: TeamId; readonly id: TeamInvitationId }) =>
    AuthorizedTransport.call(Api.deleteTeamInvitation, {
      params: { teamInvitationId: input.id },
      query: { teamId: input.teamId }
    })
)

/** Checks an invitation's code without using it. It counts as one of its 20 attempts. */
export const check = operation("TeamInvitations.check")(function* (input: { readonly code: SecretInput }) {
  const app = yield* ClientApp
  yield* app.call(Api.checkTeamInvitation, { payload: { code: yield* MailedCode.check(input.code) } })
})

/** Which team an invitation is for. */
export const details = operation("TeamInvitations.details")(function* (input: { readonly code: SecretInput }) {
  const code = yield* MailedCode.check(input.code)
  return yield* AuthorizedTransport.call(Api.getTeamInvitationDetails, { payload: { code } })
})

/**
 * Makes the current user a member. Whoever has the code may use it, whichever
 * address it was mailed to. Nothing is sent, and no code spent, when nobody is
 * signed in.
 */
export const accept = operation("TeamInvitations.accept", {
  changes: ["teams", "members", "invitations", "permissions"]
})(function* (input: { readonly code: SecretInput }) {
  const code = yield* MailedCode.check(input.code)
  return yield* AuthorizedTransport.call(Api.acceptTeamInvitation, { payload: { code } })
})
