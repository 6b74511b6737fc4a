/** Invitations that somebody received (docs/protocol/resources.md#team-invitations). */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as TeamInvitations from "../../src/client/TeamInvitations.ts"
import * as Teams from "../../src/client/Teams.ts"
import { TeamInvitationId, UserId } from "../../src/domain/Ids.ts"
import * as ContactChannels from "../../src/server/ContactChannels.ts"
import * as ServerInvitations from "../../src/server/TeamInvitations.ts"
import * as ServerTeams from "../../src/server/Teams.ts"
import * as Users from "../../src/server/Users.ts"
import * as Wire from "../../src/wire/generated/TeamInvitations.ts"
import { unknownId } from "../support/unknownId.ts"
import { makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import {
  readAccessToken,
  call,
  dropAccessToken,
  failure,
  makeDevice,
  makeProject,
  refusal,
  scenario,
  signUp
} from "./Scenario.ts"

const generations = ["current"] as const

const noInvitation = TeamInvitationId.make(unknownId)

/** A team that Ann does not belong to, and an address of hers that she has verified. */
const crew = Effect.gen(function* () {
  const project = yield* makeProject()
  const server = yield* makeServer(project)
  const { device: ann, email } = yield* signUp(project)
  const { id: annId } = yield* ann(CurrentUser.getOrFail)
  yield* server(Users.update({ userId: annId, primaryEmailVerified: true }))
  const { id: teamId } = yield* server(ServerTeams.create({ displayName: "Acme" }))
  const invite = (email: string) => Effect.map(server(ServerInvitations.send({ teamId, email })), ({ id }) => id)
  return { project, server, ann, annId, email, teamId, invite }
})

const ids = (list: ReadonlyArray<{ readonly id: string }>) => list.map(({ id }) => id)

export const scenarios = [
  scenario("who was invited sees it without the mail, and joins once", { generations }, function* () {
    const { ann, email, invite, server, teamId } = yield* crew
    assert.deepEqual(yield* ann(TeamInvitations.listReceived), [])
    const id = yield* invite(email)
    const [invitation] = yield* ann(TeamInvitations.listReceived)
    assert.deepEqual(
      { ...invitation, expiresAt: undefined },
      { id, teamId, teamDisplayName: "Acme", recipientEmail: email, expiresAt: undefined }
    )
    yield* ann(TeamInvitations.acceptReceived(id))
    assert.deepEqual(ids(yield* ann(Teams.list)), [teamId])
    assert.deepEqual(yield* ann(TeamInvitations.listReceived), [])
    assert.deepEqual(yield* server(ServerInvitations.list(teamId)), [])
    yield* failure(ann(TeamInvitations.acceptReceived(id)), "VerificationCodeNotFound")
  }),
  scenario("only verified addresses receive invitations, the primary one and others", { generations }, function* () {
    const { newAddress } = yield* Backend
    const { ann, annId, email, invite, server } = yield* crew
    yield* invite(newAddress("somebody"))
    yield* server(Users.update({ userId: annId, primaryEmailVerified: false }))
    const first = yield* invite(email)
    assert.deepEqual(yield* ann(TeamInvitations.listReceived), [])
    yield* failure(ann(TeamInvitations.acceptReceived(first)), "VerificationCodeNotFound")
    const other = newAddress("other")
    const channel = yield* server(ContactChannels.create({ userId: annId, value: other, usedForAuth: false }))
    const second = yield* invite(other)
    assert.deepEqual(yield* ann(TeamInvitations.listReceived), [])
    yield* server(ContactChannels.update({ userId: annId, id: channel.id, isVerified: true }))
    assert.deepEqual(ids(yield* ann(TeamInvitations.listReceived)), [second])
    yield* ann(TeamInvitations.acceptReceived(second))
  }),
  scenario(
    "received invitations end: they expire, are withdrawn, or their team is gone",
    { generations },
    function* () {
      const { elapse } = yield* Backend
      const { ann, email, invite, server, teamId } = yield* crew
      const expired = yield* invite(email)
      yield* elapse("7 days")
      assert.deepEqual(yield* ann(TeamInvitations.listReceived), [])
      yield* failure(ann(TeamInvitations.acceptReceived(expired)), "VerificationCodeNotFound")
      const withdrawn = yield* invite(email)
      yield* server(ServerInvitations.revoke({ teamId, id: withdrawn }))
      yield* failure(ann(TeamInvitations.acceptReceived(withdrawn)), "VerificationCodeNotFound")
      const last = yield* invite(email)
      yield* server(ServerTeams.delete(teamId))
      assert.deepEqual(yield* ann(TeamInvitations.listReceived), [])
      yield* failure(ann(TeamInvitations.acceptReceived(last)), "VerificationCodeNotFound")
      yield* failure(ann(TeamInvitations.acceptReceived(noInvitation)), "VerificationCodeNotFound")
    }
  ),
  scenario(
    "a restricted user sees invitations and accepts them later; a server may accept for them",
    { generations },
    function* () {
      const { ann, annId, email, invite, server, teamId } = yield* crew
      const id = yield* invite(email)
      yield* server(Users.update({ userId: annId, restrictedByAdmin: true }))
      yield* dropAccessToken(ann)
      assert.deepEqual(ids(yield* ann(TeamInvitations.listReceived)), [id])
      const error = yield* failure(ann(TeamInvitations.acceptReceived(id)), "TeamInvitationRestrictedUserNotAllowed")
      assert.equal(error.details.restrictedReason.type, "restricted_by_administrator")
      assert.deepEqual(ids(yield* server(ServerInvitations.listReceived(annId))), [id])
      yield* server(ServerInvitations.acceptReceived({ userId: annId, id }))
      assert.deepEqual(ids(yield* server(ServerTeams.list({ userId: annId }))), [teamId])
    }
  ),
  scenario(
    "clients see their own received invitations only, and unknown users have none",
    { generations },
    function* () {
      const { ann, annId, email, invite, project, server, teamId } = yield* crew
      const id = yield* invite(email)
      const { device: bob } = yield* signUp(project, "bob")
      const accessToken = yield* readAccessToken(bob)
      const asBob = <E extends Parameters<typeof call>[2]>(endpoint: E, input: Parameters<typeof call<E>>[3]) =>
        call(project, "client", endpoint, input, { accessToken })
      const ofAnn = { query: { userId: annId } }
      yield* failure(asBob(Wire.listReceivedTeamInvitations, ofAnn), "CannotGetOwnUserWithoutUser")
      const accept = { ...ofAnn, params: { teamInvitationId: id } }
      yield* failure(asBob(Wire.acceptReceivedTeamInvitation, accept), "CannotGetOwnUserWithoutUser")
      yield* failure(bob(TeamInvitations.acceptReceived(id)), "VerificationCodeNotFound")
      yield* failure((yield* makeDevice(project))(TeamInvitations.listReceived), "UserAuthenticationRequired")
      for (const query of [{ teamId, userId: annId }, {}]) {
        yield* refusal(call(project, "server", Wire.listTeamInvitations, { query }), 400)
      }
      assert.deepEqual(yield* server(ServerInvitations.listReceived(UserId.make(unknownId))), [])
      const guest = yield* makeDevice(project)
      yield* guest(Anonymous.signUp)
      assert.deepEqual(yield* guest(TeamInvitations.listReceived), [])
      assert.deepEqual(ids(yield* ann(TeamInvitations.listReceived)), [id])
    }
  ),
  scenario(
    "the service of 2025-06 knows no received invitations",
    { generations: ["2025-06"], options: { service: "2025-06" } },
    function* () {
      const { ann, annId, server } = yield* crew
      yield* failure(ann(TeamInvitations.listReceived), "NotSupportedByService")
      yield* failure(ann(TeamInvitations.acceptReceived(noInvitation)), "NotSupportedByService")
      yield* failure(server(ServerInvitations.listReceived(annId)), "NotSupportedByService")
      yield* failure(
        server(ServerInvitations.acceptReceived({ userId: annId, id: noInvitation })),
        "NotSupportedByService"
      )
    }
  )
]
