/** Inviting people to any team (docs/protocol/resources.md#team-invitations). */
import { orNotSupported } from "../app/OrNotSupported.ts"
import type { TeamId, TeamInvitationId, UserId } from "../domain/Ids.ts"
import { ofTeams } from "../domain/Resource.ts"
import * as Wire from "../wire/generated/TeamInvitations.ts"
import { asServer } from "./AsServer.ts"
import * as CallbackUrl from "./internal/CallbackUrl.ts"

/** Emails an invitation, valid for seven days, and returns its id. */
export const send = asServer.write("server/TeamInvitations.send", [Wire.sendTeamInvitation], {
  changes: ["invitations", "emails", "outbox"]
})(function* (input: {
  readonly teamId: TeamId
  readonly email: string
  /** Default: the team invitation page below `appUrl`. */
  readonly callbackUrl?: string | undefined
}) {
  const callbackUrl = yield* CallbackUrl.resolve(input.callbackUrl, "teamInvitation")
  return yield* asServer.call(Wire.sendTeamInvitation, {
    payload: { teamId: input.teamId, email: input.email, callbackUrl }
  })
})

/** The pending invitations of a team. Fails with `TeamNotFound`. */
export const list = asServer.read("server/TeamInvitations.list", Wire.listSentTeamInvitations, {
  input: (teamId: TeamId) => ({ query: { teamId } }),
  shows: ["invitations", "teams"]
})

/** Withdraws an invitation: its link no longer works. */
export const revoke = asServer.write("server/TeamInvitations.revoke", Wire.deleteTeamInvitation, {
  input: ({ id, teamId }: { readonly teamId: TeamId; readonly id: TeamInvitationId }) => ({
    params: { teamInvitationId: id },
    query: { teamId }
  }),
  changes: ["invitations"]
})

/**
 * The pending invitations to the verified addresses of a user; none for an unknown user. Fails with
 * `NotSupportedByService` in the service of 2025-06.
 */
export const listReceived = asServer.read("server/TeamInvitations.listReceived", [Wire.listReceivedTeamInvitations], {
  shows: ["invitations", "teams", "contactChannels"]
})((userId: UserId) =>
  asServer.call(Wire.listReceivedTeamInvitations, { query: { userId } }).pipe(orNotSupported("team_id"))
)

/**
 * Makes a user a member by an invitation to one of their verified addresses, even a restricted user. Fails with
 * `VerificationCodeNotFound` for any other invitation, and with `NotSupportedByService` in the service of 2025-06.
 */
export const acceptReceived = asServer.write(
  "server/TeamInvitations.acceptReceived",
  Wire.acceptReceivedTeamInvitation,
  {
    input: ({ id, userId }: { readonly userId: UserId; readonly id: TeamInvitationId }) => ({
      params: { teamInvitationId: id },
      query: { userId }
    }),
    changes: ofTeams
  }
)
