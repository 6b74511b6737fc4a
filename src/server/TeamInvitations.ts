/**
 * Inviting people to any team (docs/protocol/resources.md#team-invitations).
 */
import * as Wire from "../wire/generated/TeamInvitations.ts"
import type { TeamId, TeamInvitationId } from "../domain/Ids.ts"
import { asServer } from "./internal/AsServer.ts"
import * as CallbackUrl from "./internal/CallbackUrl.ts"

/** Mails an invitation, valid for seven days, and answers its id. */
export const send = asServer.write(
  "server/TeamInvitations.send",
  [Wire.sendTeamInvitation],
  { changes: ["invitations", "emails"] },
  function* (input: {
    readonly teamId: TeamId
    readonly email: string
    /** Default: the team invitation page below `appUrl`. */
    readonly callbackUrl?: string | undefined
  }) {
    const callbackUrl = yield* CallbackUrl.resolve(input.callbackUrl, "teamInvitation")
    return yield* asServer.call(Wire.sendTeamInvitation, {
      payload: { teamId: input.teamId, email: input.email, callbackUrl }
    })
  }
)

/** The pending invitations of a team. Fails with `TeamNotFound`. */
export const list = asServer.read("server/TeamInvitations.list", Wire.listTeamInvitations, {
  input: (teamId: TeamId) => ({ query: { teamId } }),
  shows: ["invitations", "teams"]
})

/** Withdraws an invitation. */
export const revoke = asServer.write("server/TeamInvitations.revoke", Wire.deleteTeamInvitation, {
  input: ({ id, teamId }: { readonly teamId: TeamId; readonly id: TeamInvitationId }) => ({
    params: { teamInvitationId: id },
    query: { teamId }
  }),
  changes: ["invitations"]
})
