/** What the vendor's SDK does with teams, members and invitations. */
import { newEmail, makePageUrl, reread, signUp, signUpVerified, type Somebody } from "../apps.ts"
import { makeCall, type Call, ensure, equal, readRefusal, type Vendor, readValue, type World } from "../Call.ts"

const area = { name: "Teams", hasKeys: false }
const call = makeCall(area)

const withTeam = async (world: World): Promise<Somebody & { readonly team: Vendor }> => {
  const somebody = await signUp(world)
  return { ...somebody, team: await somebody.user.createTeam({ displayName: "Analysts" }) }
}

const invite = async (world: World, team: Vendor, email: string): Promise<string> => {
  await team.inviteUser({ email, callbackUrl: makePageUrl(world, "team-invitation") })
  return (await world.mailTo(email)).code
}

/** Somebody with a verified address, whose mails have been read. */
const join = async (world: World, team: Vendor): Promise<Somebody> => {
  const somebody = await signUpVerified(world)
  await readValue(somebody.app.acceptTeamInvitation(await invite(world, team, somebody.email)))
  return somebody
}

const listIds = (permissions: ReadonlyArray<Vendor>): ReadonlyArray<string> => permissions.map(({ id }) => id).sort()

export const teams: ReadonlyArray<Call> = [
  call("user.createTeam, user.listTeams, user.getTeam", async (world) => {
    const { team, user } = await withTeam(world)
    equal([team.displayName, team.clientMetadata], ["Analysts", null])
    equal(
      (await user.listTeams()).map(({ id }: Vendor) => id),
      [team.id]
    )
    equal((await user.getTeam(team.id)).displayName, "Analysts")
    equal(await user.getTeam(crypto.randomUUID()), null)
  }),
  call("team.update", async (world) => {
    const { team, user } = await withTeam(world)
    await team.update({ displayName: "Engineers", clientMetadata: { floor: 3 } })
    const again = await (await reread(world, user)).getTeam(team.id)
    equal([again.displayName, again.clientMetadata], ["Engineers", { floor: 3 }])
  }),
  call("team.delete", async (world) => {
    const { team, user } = await withTeam(world)
    await team.delete()
    equal(await (await reread(world, user)).listTeams(), [])
  }),
  call("user.setSelectedTeam", async (world) => {
    const { team, user } = await withTeam(world)
    await user.setSelectedTeam(team)
    equal((await reread(world, user)).selectedTeam.id, team.id)
    await user.setSelectedTeam(null)
    equal((await reread(world, user)).selectedTeam, null)
  }),
  call("user.leaveTeam", async (world) => {
    const { team } = await withTeam(world)
    const { user } = await join(world, team)
    await user.leaveTeam(team)
    equal(await (await reread(world, user)).listTeams(), [])
  }),
  call("team.listUsers", async (world) => {
    const { team, user } = await withTeam(world)
    const other = await join(world, team)
    const members: ReadonlyArray<Vendor> = await team.listUsers()
    equal(members.map(({ id }) => id).sort(), [user.id, other.user.id].sort())
  }),
  call("user.getTeamProfile, profile.update", async (world) => {
    const { team, user } = await withTeam(world)
    const profile = await user.getTeamProfile(team)
    await profile.update({ displayName: "The analyst" })
    const again = await reread(world, user)
    equal((await again.getTeamProfile(team)).displayName, "The analyst")
    equal((await team.listUsers())[0].teamProfile.displayName, "The analyst")
  }),
  call("team.inviteUser, team.listInvitations, invitation.revoke", async (world) => {
    const { team } = await withTeam(world)
    const email = newEmail()
    const code = await invite(world, team, email)
    const [invitation] = await team.listInvitations()
    equal(invitation.recipientEmail, email)
    ensure(invitation.expiresAt > new Date(), "the invitation is good for a while")
    await invitation.revoke()
    equal(await team.listInvitations(), [])
    const { app } = await signUpVerified(world)
    equal(await readRefusal(app.acceptTeamInvitation(code)), "VERIFICATION_CODE_NOT_FOUND")
  }),
  call("app.verifyTeamInvitationCode, app.getTeamInvitationDetails, app.acceptTeamInvitation", async (world) => {
    const { team } = await withTeam(world)
    const { app, email, user } = await signUpVerified(world)
    const code = await invite(world, team, email)
    await readValue(app.verifyTeamInvitationCode(code))
    equal((await readValue(app.getTeamInvitationDetails(code))).teamDisplayName, "Analysts")
    await readValue(app.acceptTeamInvitation(code))
    equal(listIds(await (await reread(world, user)).listTeams()), [team.id])
  }),
  call("user.listTeamInvitations, invitation.accept", async (world) => {
    const { team } = await withTeam(world)
    const { email, user } = await signUpVerified(world)
    await invite(world, team, email)
    const [invitation] = await user.listTeamInvitations()
    equal([invitation.teamId, invitation.teamDisplayName], [team.id, "Analysts"])
    await invitation.accept()
    equal(listIds(await (await reread(world, user)).listTeams()), [team.id])
  }),
  call("user.listPermissions, user.hasPermission, user.getPermission", async (world) => {
    const { team, user } = await withTeam(world)
    const all = listIds(await user.listPermissions(team))
    ensure(all.includes("team_admin") && all.includes("$update_team"), "the creator is an admin")
    equal(listIds(await user.listPermissions(team, { recursive: false })), ["team_admin"])
    equal([await user.hasPermission(team, "$invite_members"), await user.hasPermission(team, "fly")], [true, false])
    equal((await user.getPermission(team, "team_admin")).id, "team_admin")
    equal(await user.getPermission(team, "fly"), null)
  }),
  call("user.listPermissions: of the project", async (world) => {
    const { user } = await signUp(world)
    equal(await user.listPermissions(), [])
    equal([await user.hasPermission("fly"), await user.getPermission("fly")], [false, null])
  }),
  call("user.createApiKey, user.listApiKeys", async (world) => {
    const { user } = await signUp(world)
    const key = await user.createApiKey({ description: "Laptop", expiresAt: null })
    equal([key.type, key.userId, key.description], ["user", user.id, "Laptop"])
    const [listed] = await user.listApiKeys()
    equal([listed.id, listed.value.lastFour, listed.isValid()], [key.id, key.value.slice(-4), true])
  }),
  call("apiKey.update, apiKey.revoke", async (world) => {
    const { user } = await signUp(world)
    const key = await user.createApiKey({ description: "Laptop", expiresAt: new Date(Date.now() + 60_000) })
    await key.update({ description: "Old laptop" })
    equal((await user.listApiKeys())[0].description, "Old laptop")
    await key.revoke()
    const [revoked] = await (await reread(world, user)).listApiKeys()
    equal([revoked.isValid(), revoked.whyInvalid()], [false, "manually-revoked"])
  }),
  call("team.createApiKey, team.listApiKeys", async (world) => {
    const { team } = await withTeam(world)
    const key = await team.createApiKey({ description: "Build", expiresAt: null })
    equal([key.type, key.teamId], ["team", team.id])
    equal(listIds(await team.listApiKeys()), [key.id])
  }),
  call("team.getItem", async (world) => {
    const { team } = await withTeam(world)
    equal((await team.getItem("seats")).quantity, 0)
  })
]
