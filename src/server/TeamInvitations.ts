/**
 * Inviting people to any team (docs/protocol/resources.md#team-invitations).
 */
import * as Api from "../api/TeamInvitations.ts"
import type { TeamId, TeamInvitationId } from "../domain/Ids.ts"
import { operation } from "../operation/Operation.ts"
import { call } from "./Call.ts"
import * as CallbackUrl from "./CallbackUrl.ts"

/** Mails an invitation, good for seven days, and answers its id. */
export const send = operation("server/TeamInvitations.send", { changes: ["invitations", "emails"] })(function* (input: {
  readonly teamId: TeamId
  readonly email: string
  /** Default: the team invitation page below `appUrl`. */
  readonly callbackUrl?: string | undefined
}) {
  const callbackUrl = yield* CallbackUrl.resolve(input.callbackUrl, "teamInvitation")
  return yield* call(Api.sendTeamInvitation, { payload: { teamId: input.teamId, email: input.email, callbackUrl } })
})

/** The pending invitations of a team. Fails with `TeamNotFound`. */
export const list = operation("server/TeamInvitations.list", { shows: ["invitations"] })((teamId: TeamId) =>
  call(Api.listTeamInvitations, { query: { teamId } })
)

/** Withdraws an invitation. */
export const revoke = operation("server/TeamInvitations.revoke", { changes: ["invitations"] })(
  (input: { readonly teamId: TeamId; readonly id: TeamInvitationId }) =>
    call(Api.deleteTeamInvitation, {
      params: { teamInvitationId: input.id },
      query: { teamId: input.teamId }
    })
)
