/** `gatefold export`: the content of a project, as a seed for an emulator or for `gatefold import`. */
import * as Arrays from "effect/Array"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Struct from "effect/Struct"
import * as PermissionDefinitions from "../../admin/PermissionDefinitions.ts"
import type { Seed, SeedTeam, SeedUser } from "../../emulator/seeds/Seed.ts"
import { asServer as operations } from "../../server/AsServer.ts"
import * as ContactChannels from "../../server/ContactChannels.ts"
import * as Teams from "../../server/Teams.ts"
import type { ServerUser } from "../../server/Users.ts"
import * as Wire from "../../wire/generated/Permissions.ts"
import * as AllUsers from "../bulk/AllUsers.ts"
import * as Output from "../output/Output.ts"
import * as OutputFile from "../output/OutputFile.ts"
import * as ProgressBar from "../output/ProgressBar.ts"
import { withAdminApp, withServerApp } from "../target/Calls.ts"
import * as Target from "../target/Target.ts"
import type { CommonInput } from "../target/TargetFlags.ts"

/** Data that the API never returns. */
const missing =
  "Not included, because the API never returns them: passwords, authenticator secrets, passkeys, sessions, API keys."

type Channel = Effect.Success<typeof ContactChannels.listAll>[number]

const removeNulls = <A extends object>(value: A): { readonly [Key in keyof A]?: NonNullable<A[Key]> } =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== undefined)) as {
    readonly [Key in keyof A]?: NonNullable<A[Key]>
  }

const toSeedUser = (
  user: ServerUser,
  channels: ReadonlyArray<Channel>,
  permissions: ReadonlyArray<string>
): SeedUser => ({
  id: user.id,
  ...removeNulls({
    displayName: user.displayName,
    profileImageUrl: user.profileImageUrl,
    clientMetadata: user.clientMetadata,
    clientReadOnlyMetadata: user.clientReadOnlyMetadata,
    serverMetadata: user.serverMetadata,
    restrictedByAdminReason: user.restrictedByAdminReason,
    restrictedByAdminPrivateDetails: user.restrictedByAdminPrivateDetails,
    countryCode: user.countryCode
  }),
  ...(channels.length > 0 && {
    contactChannels: channels.map((channel) =>
      Struct.pick(channel, ["value", "isPrimary", "isVerified", "usedForAuth"])
    )
  }),
  otpAuthEnabled: user.otpAuthEnabled,
  ...(user.isAnonymous && { isAnonymous: true }),
  ...(user.restrictedByAdmin === true && { restrictedByAdmin: true }),
  ...(user.oauthProviders.length > 0 && {
    providerAccounts: user.oauthProviders.map(({ accountId, email, id }) => ({
      provider: id,
      accountId,
      ...(email !== null && { email })
    }))
  }),
  ...(permissions.length > 0 && { permissions }),
  signedUpAt: user.signedUpAt.toISOString(),
  lastActiveAt: user.lastActiveAt.toISOString()
})

const listIds = (permissions: ReadonlyArray<{ readonly id: string }> | undefined): ReadonlyArray<string> =>
  (permissions ?? []).map(({ id }) => id)

const readTeam = Effect.fnUntraced(function* (team: Effect.Success<ReturnType<typeof Teams.get>>) {
  const members = yield* Teams.listMembers(team.id)
  const granted = Arrays.groupBy(
    yield* operations.call(Wire.listTeamPermissions, { query: { teamId: team.id } }),
    ({ userId }) => userId
  )
  return {
    id: team.id,
    displayName: team.displayName,
    ...removeNulls({
      profileImageUrl: team.profileImageUrl,
      clientMetadata: team.clientMetadata,
      clientReadOnlyMetadata: team.clientReadOnlyMetadata,
      serverMetadata: team.serverMetadata
    }),
    createdAt: team.createdAt.toISOString(),
    members: members.map(({ displayName, profileImageUrl, user, userId }) => ({
      user: userId,
      // Values that are not set for the team are those of the user.
      ...(displayName !== user.displayName && removeNulls({ displayName })),
      ...(profileImageUrl !== user.profileImageUrl && removeNulls({ profileImageUrl })),
      permissions: listIds(granted[userId])
    }))
  } satisfies SeedTeam
})

const readContent = Effect.fnUntraced(function* (isVisible: boolean) {
  const { step } = yield* ProgressBar.make({ label: "users and teams", total: undefined, isVisible })
  const channels = Arrays.groupBy(yield* ContactChannels.listAll, ({ userId }) => userId)
  const granted = Arrays.groupBy(
    yield* operations.call(Wire.listProjectPermissions, { query: {} }),
    ({ userId }) => userId
  )
  const users = yield* AllUsers.stream({ includeAnonymous: true }).pipe(
    Stream.map((user) => toSeedUser(user, channels[user.id] ?? [], listIds(granted[user.id]))),
    Stream.tap(() => step),
    Stream.runCollect
  )
  const teams = yield* Effect.flatMap(
    Teams.list(),
    Effect.forEach((team) => Effect.tap(readTeam(team), step), { concurrency: 4 })
  )
  return { users, teams } satisfies Seed
}, Effect.scoped)

const readDefinitions = (scope: PermissionDefinitions.PermissionScope) =>
  Effect.map(PermissionDefinitions.list(scope), (definitions) =>
    definitions
      .filter(({ id }) => !id.startsWith("$"))
      .map(({ containedPermissionIds, description, id }) => ({
        id,
        scope,
        ...(description !== undefined && description !== "" && { description }),
        contains: containedPermissionIds
      }))
  )

export const exportProject = Effect.fnUntraced(function* (input: CommonInput & { readonly file: string }) {
  const { superSecretAdminKey } = yield* Target.find(input)
  const permissions =
    superSecretAdminKey === undefined
      ? undefined
      : (yield* Effect.forEach(["team", "project"] as const, readDefinitions).pipe(withAdminApp(input))).flat()
  const content = yield* readContent(ProgressBar.canDraw({ json: input.json, isShown: input.file === "-" })).pipe(
    withServerApp(input)
  )
  const seed: Seed = { ...(permissions && { permissions }), ...content }
  const text = JSON.stringify(seed, undefined, 2)
  if (input.file === "-") yield* Output.printJsonText(text)
  else yield* OutputFile.write(input.file, `${text}\n`)
  if (permissions === undefined) yield* Output.note("Without permission definitions, which require the admin key.")
  yield* Output.note(missing)
  if (input.file === "-") return
  const counts = { users: content.users.length, teams: content.teams.length, permissions: permissions?.length ?? null }
  yield* Output.printResult(
    input,
    { file: input.file, ...counts },
    `Wrote ${Output.formatCount(counts.users, "user")} and ${Output.formatCount(counts.teams, "team")} to ${input.file}.`
  )
})
