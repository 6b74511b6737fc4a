/** `gatefold keys`: the API keys of users and teams, and the key sets of a project. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as InternalApiKeys from "../../admin/InternalApiKeys.ts"
import * as ApiKey from "../../domain/ApiKey.ts"
import * as InternalApiKey from "../../domain/InternalApiKey.ts"
import { reveal } from "../../domain/SecretInput.ts"
import * as ApiKeys from "../../server/ApiKeys.ts"
import * as AllUsers from "../bulk/AllUsers.ts"
import { refused } from "../CommandError.ts"
import { confirm } from "../input/Confirm.ts"
import * as SecretInput from "../input/SecretInput.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import { withAdminApp, withServerApp } from "../target/Calls.ts"
import { keyOptions, projectKeys } from "../target/ProjectKeys.ts"
import type { CommonInput } from "../target/TargetFlags.ts"
import type { createFlags, createSetFlags, ownerFlags } from "./KeysCommand.ts"

type OwnerInput = InputOf<typeof ownerFlags>

const findOwner = Effect.fnUntraced(function* ({ team, user }: OwnerInput) {
  if (Option.isSome(user) && Option.isNone(team)) return { userId: (yield* AllUsers.find(user.value)).id }
  if (Option.isSome(team) && Option.isNone(user)) return { teamId: team.value }
  return yield* refused("Pass either --user or --team. For the keys of the project, use gatefold keys project.")
})

/** The day that a key expires. The emulator's own keys expire in the year 275760. */
const formatExpiry = (expiresAt: Date | undefined): string =>
  expiresAt === undefined || expiresAt.getUTCFullYear() > 9999 ? "never" : Output.formatDay(expiresAt)

const makeColumns = (now: Date): ReadonlyArray<Output.Column<ApiKey.ApiKey>> => [
  { title: "ID", value: ({ id }) => id },
  { title: "DESCRIPTION", value: ({ description }) => description, mayBeCut: true },
  { title: "KEY", value: ({ value }) => `…${value.lastFour}` },
  { title: "CREATED", value: ({ createdAt }) => Output.formatDay(createdAt) },
  { title: "EXPIRES", value: ({ expiresAt }) => formatExpiry(expiresAt) },
  { title: "STATE", value: (key) => ApiKey.whyInvalid(key, now) ?? "works" }
]

export const list = Effect.fnUntraced(function* (input: OwnerInput) {
  const keys: ReadonlyArray<ApiKey.ApiKey> = yield* Effect.gen(function* () {
    const owner = yield* findOwner(input)
    return owner.userId === undefined
      ? yield* ApiKeys.listOfTeam(owner.teamId)
      : yield* ApiKeys.listOfUser(owner.userId)
  }).pipe(withServerApp(input))
  yield* Output.printRows(keys, makeColumns(yield* DateTime.nowAsDate), input.json, "No keys found.")
})

const noDescription = refused("A key needs a description, and the description is empty.")

const onlyNow = "Copy it now: you won't see it again. Store it in a secret manager."

/** Creates a key of a user or a team, and prints it. The service never returns it again. */
export const create = Effect.fnUntraced(function* (input: InputOf<typeof createFlags>) {
  const { description, isPublic } = input
  if (description.trim() === "") return yield* noDescription
  const fields = { description, isPublic, expiresAt: Option.getOrNull(input.expiresAt) }
  const key: ApiKey.NewUserApiKey | ApiKey.NewTeamApiKey = yield* Effect.gen(function* () {
    const owner = yield* findOwner(input)
    return owner.userId === undefined
      ? yield* ApiKeys.createForTeam({ ...fields, teamId: owner.teamId })
      : yield* ApiKeys.createForUser({ ...fields, userId: owner.userId })
  }).pipe(withServerApp(input))
  if (input.json) return yield* Output.printJson({ ...key, value: reveal(key.value) })
  yield* Output.printRaw(reveal(key.value))
  yield* Output.note(`The ID of the key is ${key.id}. ${onlyNow}`)
})

export const revoke = Effect.fnUntraced(function* (
  input: CommonInput & { readonly id: string; readonly team: Option.Option<string>; readonly yes: boolean }
) {
  const key = { id: input.id, teamId: Option.getOrUndefined(input.team) }
  const apiKey: ApiKey.ApiKey = yield* ApiKeys.get(key).pipe(withServerApp(input))
  yield* confirm(`Revoke the key ${apiKey.description} (…${apiKey.value.lastFour}) permanently?`, input.yes)
  const revoked: ApiKey.ApiKey = yield* ApiKeys.revoke(key).pipe(withServerApp(input))
  yield* Output.printResult(input, revoked, `Revoked ${revoked.id}.`)
})

/** Checks a key, and prints its owner. Fails if the key is not valid. */
export const check = Effect.fnUntraced(function* (
  input: CommonInput & { readonly keyStdin: boolean; readonly ofTeam: boolean }
) {
  const value = yield* input.keyStdin
    ? SecretInput.fromInput
    : SecretInput.ask("Key", "Pass --key-stdin and write the key to standard input.")
  const key: ApiKey.ApiKey = input.ofTeam
    ? yield* ApiKeys.verifyOfTeam(value).pipe(withServerApp(input))
    : yield* ApiKeys.verifyOfUser(value).pipe(withServerApp(input))
  yield* Output.printRows([key], makeColumns(yield* DateTime.nowAsDate), input.json, "")
})

const formatKeys = (set: InternalApiKey.InternalApiKey): string =>
  [
    ...(set.publishableClientKey ? [`client …${set.publishableClientKey.lastFour}`] : []),
    ...(set.secretServerKey ? [`server …${set.secretServerKey.lastFour}`] : []),
    ...(set.superSecretAdminKey ? [`admin …${set.superSecretAdminKey.lastFour}`] : [])
  ].join(", ")

const makeSetColumns = (now: Date): ReadonlyArray<Output.Column<InternalApiKey.InternalApiKey>> => [
  { title: "ID", value: ({ id }) => id },
  { title: "DESCRIPTION", value: ({ description }) => description, mayBeCut: true },
  { title: "KEYS", value: formatKeys },
  { title: "EXPIRES", value: ({ expiresAt }) => formatExpiry(expiresAt) },
  { title: "STATE", value: (key) => InternalApiKey.whyInvalid(key, now) ?? "works" }
]

export const listSets = Effect.fnUntraced(function* (input: CommonInput) {
  const keySets = yield* InternalApiKeys.list.pipe(withAdminApp(input))
  const columns = makeSetColumns(yield* DateTime.nowAsDate)
  yield* Output.printRows(keySets, columns, input.json, "The project has no key sets.")
})

/** Creates a key set, and prints it as lines of an env file. The service never returns the keys again. */
export const createSet = Effect.fnUntraced(function* (input: InputOf<typeof createSetFlags>) {
  if (input.description.trim() === "") return yield* noDescription
  if (!input.client && !input.server && !input.admin) {
    return yield* refused("Pass at least one of --client, --server and --admin.")
  }
  const set = yield* InternalApiKeys.create({
    description: input.description,
    expiresAt: input.expiresAt,
    hasPublishableClientKey: input.client,
    hasSecretServerKey: input.server,
    hasSuperSecretAdminKey: input.admin
  }).pipe(withAdminApp(input))
  const created = keyOptions.flatMap((option) => {
    const key = set[option]
    return key === undefined ? [] : [[option, reveal(key)] as const]
  })
  if (input.json) return yield* Output.printJson({ ...set, ...Object.fromEntries(created) })
  yield* Output.printRaw(created.map(([option, text]) => `${projectKeys[option].variable}=${text}`).join("\n"))
  yield* Output.note(`The ID of the key set is ${set.id}. ${onlyNow}`)
})

export const revokeSet = Effect.fnUntraced(function* (
  input: CommonInput & { readonly id: string; readonly yes: boolean }
) {
  const { id } = input
  const set = yield* InternalApiKeys.get(id).pipe(withAdminApp(input))
  yield* confirm(
    `Revoke the key set ${set.description} (${formatKeys(set)}) permanently? The service refuses apps that use it.`,
    input.yes
  )
  const revoked = yield* InternalApiKeys.revoke(id).pipe(withAdminApp(input))
  yield* Output.printResult(input, revoked, `Revoked ${revoked.id}.`)
})
