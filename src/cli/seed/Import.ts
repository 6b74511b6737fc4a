/**
 * `gatefold import`: adds the content of a seed to a project, over the API of any service. It can be interrupted and
 * run again.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import * as PermissionDefinitions from "../../admin/PermissionDefinitions.ts"
import type { TeamId, UserId } from "../../domain/Ids.ts"
import * as Seed from "../../emulator/seeds/Seed.ts"
import * as Permissions from "../../server/Permissions.ts"
import * as Teams from "../../server/Teams.ts"
import * as Columns from "../bulk/Columns.ts"
import type { ProgressFile } from "../bulk/ProgressFile.ts"
import { formatCounts, openProgress, noteOnInterrupt, sendRows } from "../bulk/SendRows.ts"
import { refused } from "../CommandError.ts"
import * as InputFile from "../input/InputFile.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import { describeSeedProblem } from "../output/ProblemText.ts"
import * as ProgressBar from "../output/ProgressBar.ts"
import { withAdminApp, withServerApp } from "../target/Calls.ts"
import type { importFlags } from "./SeedCommands.ts"
import * as SeedText from "./SeedText.ts"

type ImportInput = InputOf<typeof importFlags>

const findPrimaryChannel = ({ contactChannels = [] }: Seed.SeedUser) =>
  contactChannels.find(({ isPrimary }) => isPrimary)

/** The user as a file of users would say it. */
const toRow = (user: Seed.SeedUser, at: number): Columns.Row | Columns.Rejected => {
  const { contactChannels, email, emailVerified = true } = user
  if (email !== undefined && contactChannels !== undefined) {
    return { nameProblems: [], problems: ["give either email or contactChannels"] }
  }
  const primary =
    email === undefined ? findPrimaryChannel(user) : { value: email, isVerified: emailVerified, usedForAuth: true }
  return Columns.read(at + 1, at + 1, {
    id: user.id,
    ...(primary !== undefined && {
      email: primary.value,
      email_verified: primary.isVerified ?? false,
      email_sign_in: primary.usedForAuth ?? false
    }),
    display_name: user.displayName,
    profile_image_url: user.profileImageUrl,
    password: user.password,
    password_hash: user.passwordHash,
    totp_secret_base64: user.totpSecretBase64,
    client_metadata: user.clientMetadata,
    client_read_only_metadata: user.clientReadOnlyMetadata,
    server_metadata: user.serverMetadata,
    restricted_by_admin: user.restrictedByAdmin,
    restricted_by_admin_reason: user.restrictedByAdminReason,
    oauth_providers: user.providerAccounts?.map((account) => ({
      id: account.provider,
      accountId: account.accountId,
      email: account.email ?? null
    }))
  })
}

const hasFurtherChannels = (user: Seed.SeedUser) =>
  (user.contactChannels?.length ?? 0) > (findPrimaryChannel(user) === undefined ? 0 : 1)

/** Parts of a seed that only an emulator accepts. */
const listEmulatorOnly = (seed: Seed.Seed): ReadonlyArray<string> => {
  const { permissions: _p, teams: _t, users = [], ...others } = seed
  const ofUsers = ["passkey", "sessions", "apiKeys", "notifications"] as const
  return [
    ...Object.keys(others),
    ...ofUsers.filter((name) => users.some((user) => user[name] !== undefined)),
    ...(users.some(hasFurtherChannels) ? ["further contactChannels"] : [])
  ]
}

/**
 * Removes what the seed removes, then defines the others: first all of them, then what they contain, because they may
 * contain each other in any order.
 */
const importPermissions = Effect.fnUntraced(function* (permissions: NonNullable<Seed.Seed["permissions"]>) {
  for (const { id, scope = "team" } of permissions.filter(({ isRemoved }) => isRemoved)) {
    yield* PermissionDefinitions.delete({ id, scope }).pipe(Effect.catchTag("PermissionNotFound", () => Effect.void))
  }
  const definitions = permissions.filter(({ isRemoved = false }) => !isRemoved)
  for (const { description, id, scope = "team" } of definitions) {
    yield* PermissionDefinitions.create({ id, scope, description }).pipe(
      Effect.catchTag("PermissionIdAlreadyExists", () => Effect.void)
    )
  }
  for (const { contains = [], id, scope = "team" } of definitions) {
    if (contains.length > 0) yield* PermissionDefinitions.update({ id, scope, containedPermissionIds: contains })
  }
})

/** New ids, by the ids of the seed and the addresses that sign in. */
type Ids = ReadonlyMap<string, UserId>

const findUserId = (ids: Ids, name: string, team: Seed.SeedTeam) => {
  const id = ids.get(name.toLowerCase())
  return id === undefined
    ? Effect.fail(refused(`The team ${team.displayName} has a member who is not a user of the file: ${name}.`))
    : Effect.succeed(id)
}

const groupByName = <A extends { readonly displayName: string }>(teams: ReadonlyArray<A>) => {
  const groups = new Map<string, Array<A>>()
  for (const team of teams) {
    const group = groups.get(team.displayName)
    if (group === undefined) groups.set(team.displayName, [team])
    else group.push(team)
  }
  return groups
}

/** The teams that an earlier run has created, oldest first, by their names. */
const findCreated = Effect.fnUntraced(function* (
  seeded: ReadonlyArray<Seed.SeedTeam>,
  { recordTeamsBefore }: Pick<ProgressFile, "recordTeamsBefore">
) {
  const names = new Set(seeded.map(({ displayName }) => displayName))
  const namesakes = (yield* Teams.list()).filter(({ displayName }) => names.has(displayName))
  const before = yield* recordTeamsBefore(namesakes.map(({ id }) => id))
  return groupByName(namesakes.filter(({ id }) => !before.has(id)))
})

const createTeam = Effect.fnUntraced(function* (team: Seed.SeedTeam) {
  const { clientMetadata, clientReadOnlyMetadata, displayName, profileImageUrl, serverMetadata } = team
  const { id } = yield* Teams.create({
    displayName,
    profileImageUrl,
    clientMetadata,
    clientReadOnlyMetadata,
    serverMetadata
  })
  return id
})

type SeedMember = NonNullable<Seed.SeedTeam["members"]>[number]

const addMember = Effect.fnUntraced(function* (team: Seed.SeedTeam, teamId: TeamId, seeded: SeedMember, ids: Ids) {
  const { displayName, permissions = [], profileImageUrl, user } = seeded
  const member = { teamId, userId: yield* findUserId(ids, user, team) }
  yield* Teams.addMember(member).pipe(Effect.catchTag("TeamMembershipAlreadyExists", () => Effect.void))
  if (displayName !== undefined || profileImageUrl !== undefined) {
    yield* Teams.updateMemberProfile({ ...member, displayName, profileImageUrl })
  }
  yield* Effect.forEach(permissions, (permissionId) => Permissions.grant({ ...member, permissionId }), {
    discard: true
  })
})

/**
 * Grants permissions, and creates teams with their members. Repeats the work of an earlier run, which changes nothing.
 */
const importTeams = Effect.fnUntraced(function* (
  { concurrency, json }: ImportInput,
  { teams = [], users = [] }: Seed.Seed,
  progress: Pick<ProgressFile, "done" | "recordTeamsBefore">,
  ids: Ids
) {
  const grants = users.flatMap(({ permissions = [] }, at) => {
    const userId = progress.done.get(at + 1)
    return userId === undefined ? [] : permissions.map((permissionId) => ({ userId, permissionId }))
  })
  const members = teams.reduce((sum, team) => sum + (team.members?.length ?? 0), 0)
  const { step } = yield* ProgressBar.make({
    label: "permissions, teams and members",
    total: grants.length + teams.length + members,
    isVisible: !json
  })
  yield* Effect.forEach(grants, (grant) => Effect.andThen(Permissions.grant(grant), step), {
    concurrency,
    discard: true
  })
  const createdTeams = yield* findCreated(teams, progress)
  const limit = Semaphore.makeUnsafe(concurrency)
  const withLimit = <A, E, R>(request: Effect.Effect<A, E, R>) => limit.withPermit(Effect.tap(request, step))
  const importTeam = Effect.fnUntraced(function* (team: Seed.SeedTeam, created: { readonly id: TeamId } | undefined) {
    const teamId = yield* withLimit(created === undefined ? createTeam(team) : Effect.succeed(created.id))
    yield* Effect.forEach(team.members ?? [], (member) => withLimit(addMember(team, teamId, member, ids)), {
      concurrency,
      discard: true
    })
  })
  // Teams of one name follow each other, so that a later run finds them in the order of the file.
  yield* Effect.forEach(
    groupByName(teams),
    ([name, namesakes]) =>
      Effect.forEach(namesakes, (team, index) => importTeam(team, createdTeams.get(name)?.[index]), { discard: true }),
    { concurrency, discard: true }
  )
}, Effect.scoped)

const readSeed = Effect.fnUntraced(function* (file: string) {
  const text = yield* InputFile.readText(file)
  const value = yield* Effect.try({ try: () => SeedText.parse(text), catch: InputFile.toReadError(file) })
  return yield* Effect.mapError(Seed.parse(value), ({ message }) =>
    refused(`Invalid seed ${file}: ${describeSeedProblem(message)}`)
  )
})

export const importProject = Effect.fnUntraced(function* (input: ImportInput) {
  const seed = yield* readSeed(input.file)
  const { permissions = [], teams = [], users = [] } = seed
  const rows = users.map(toRow)
  const problems = rows.flatMap((row, at) =>
    Columns.isRow(row) ? [] : [...row.nameProblems, ...row.problems].map((problem) => `users[${at}]: ${problem}`)
  )
  if (problems.length > 0) {
    yield* Effect.forEach(problems, Output.note, { discard: true })
    return yield* refused(`${input.file} has users who cannot be imported, so nothing was sent.`)
  }
  const good = rows.filter(Columns.isRow)
  const skipped = listEmulatorOnly(seed)
  if (skipped.length > 0) yield* Output.note(`Passed over, because the API does not take it: ${skipped.join(", ")}.`)
  if (permissions.length > 0) yield* importPermissions(permissions).pipe(withAdminApp(input))
  const progress = yield* openProgress(input)
  const counts = yield* sendRows(input, Stream.fromIterable(good), progress, good.length)
  if (counts.failed > 0) {
    return yield* refused(
      `${Output.formatCount(counts.failed, "user")} could not be imported, so no teams were imported yet.`
    )
  }
  const ids = new Map(
    good.flatMap(({ create, email, oldId, row }) => {
      const id = progress.done.get(row)
      const names = [oldId, create.primaryEmailAuthEnabled ? email : undefined]
      return id === undefined ? [] : names.flatMap((name) => (name ? [[name.toLowerCase(), id] as const] : []))
    })
  )
  yield* importTeams(input, seed, progress, ids).pipe(withServerApp(input), (work) => noteOnInterrupt(work, input))
  yield* Output.printResult(
    input,
    { ...counts, teams: teams.length },
    `${formatCounts(counts)} ${Output.formatCount(teams.length, "team")}.`
  )
})
