/** Inserts seeds into the tables, and exports the tables as a seed. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Struct from "effect/Struct"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type { Passwords } from "../accounts/Passwords.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Projects from "../projects/Projects.ts"
import * as ProjectSettings from "../projects/ProjectSettings.ts"
import type { Generation } from "../settings/Generation.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import { Tables } from "../storage/Tables.ts"
import { type InvalidEndpoint, Webhooks } from "../webhooks/Webhooks.ts"
import * as Completion from "./internal/Completion.ts"
import type { Content } from "./internal/Completion.ts"
import type { Row } from "./internal/Field.ts"
import * as Insertion from "./internal/Insertion.ts"
import { makeProjectRow, makeRowsInProject, makeRowsOutside, readSeed } from "./internal/Rows.ts"
import { type Seed, SeedError } from "./Seed.ts"

export class Seeds extends Context.Service<
  Seeds,
  {
    /** Adds a complete seed to existing and new projects, or nothing if it fails. */
    readonly add: (seed: Seed, ownProjectId: string | undefined) => Effect.Effect<void, SeedError>
    /**
     * Tests whether a seed could replace the whole state, without changing anything. Returns the effect that replaces
     * it.
     */
    readonly prepareReplacement: (
      seed: Seed,
      ownProjectId: string | undefined
    ) => Effect.Effect<Effect.Effect<void>, SeedError>
    readonly read: Effect.Effect<Seed>
  }
>()("gatefold/emulator/seeds/Seeds") {}

/** Ends a transaction that was only an attempt. */
class Undone extends TaggedError("Undone") {}

const makeUuid = () => globalThis.crypto.randomUUID()

/** The projects of a seed: the emulator's own one last, if the seed has content for it. */
const readProjects = Effect.fnUntraced(function* (seed: Seed, ownProjectId: string | undefined, uuid: () => string) {
  const { projects: others = [], ...rest } = seed
  const ownContent = Struct.omit(rest, ["identities", "secrets", "webhooks"])
  const [firstPart] = Object.entries(ownContent).flatMap(([name, part]) => (part === undefined ? [] : [name]))
  if (ownProjectId === undefined && firstPart !== undefined) {
    return yield* new SeedError({
      path: firstPart,
      problem: "the emulator was started without a project; put this into one of `projects`"
    })
  }
  return [
    ...others.map(({ id = uuid(), ...content }, i) => ({ content, id, path: `projects[${i}]` })),
    ...(ownProjectId === undefined || firstPart === undefined
      ? []
      : [{ content: ownContent, id: ownProjectId, path: "" }])
  ]
})

const isRemoved = (entry: { readonly isRemoved?: boolean | undefined }): boolean => entry.isRemoved === true

const toSeedError = ({ index, problem }: InvalidEndpoint) => new SeedError({ path: `webhooks[${index}]`, problem })

const updateProject = Effect.fnUntraced(function* (id: string, content: Content) {
  const project = yield* Projects.find(id)
  if (project === undefined) return false
  yield* Projects.update(
    project,
    Struct.pick(content, ["config", "description", "displayName", "isProductionMode", "settings"])
  )
  return true
})

const put = Effect.fnUntraced(function* (seed: Seed, ownProjectId: string | undefined, uuid: () => string) {
  const generators = { now: yield* Clock.currentTimeMillis, uuid }
  const projects = yield* readProjects(seed, ownProjectId, uuid)
  const rows = [...makeRowsOutside(seed, generators)]
  for (const { content, id, path } of projects) {
    if (!(yield* updateProject(id, content))) {
      const settings = ProjectSettings.applyChange(ProjectSettings.initial, content.settings, content.config)
      const { owner_team_id, ...row } = makeProjectRow({ ...content, id, settings }, path, generators).row
      yield* Insertion.insert({ table: "projects", row: { ...row, owner_team_id: null }, path })
    }
    const complete = yield* Completion.complete(content, id, path, uuid)
    const permissions = content.permissions ?? []
    for (const removed of permissions.filter(isRemoved)) {
      yield* Database.run(sql`DELETE FROM permission_definitions WHERE project_id = ${id} AND id = ${removed.id}`)
    }
    const kept = permissions.filter((permission) => !isRemoved(permission))
    rows.push(...makeRowsInProject({ ...complete, permissions: kept }, id, path, generators))
  }
  yield* Insertion.insertAll(rows)
  for (const { content, id, path } of projects) {
    if (content.ownerTeamId !== undefined) yield* Insertion.setOwnerTeam(id, content.ownerTeamId, path)
  }
  return seed.webhooks ?? []
})

const putAll = Effect.fnUntraced(function* (seed: Seed, ownProjectId: string | undefined) {
  const { uuid } = yield* Randomness
  const webhooks = yield* Webhooks
  const endpoints = yield* put(seed, ownProjectId, uuid)
  yield* Effect.mapError(webhooks.add(endpoints), toSeedError)
  // Seeding triggers no webhooks.
  yield* webhooks.forget
})

const clear = Effect.forEach(
  ["projects", "idp_identities", "idp_grants"],
  (table) => Database.run(sql`DELETE FROM ${sql(table)}`),
  { discard: true }
)

/** Tries what {@link put} would do after everything is removed; the generated ids differ from later ones. */
const attempt = Effect.fnUntraced(function* (seed: Seed, ownProjectId: string | undefined) {
  yield* clear
  const endpoints = yield* put(seed, ownProjectId, makeUuid)
  yield* Webhooks.use(({ check }) => Effect.mapError(check(endpoints), toSeedError))
  return yield* new Undone()
})

const read = Effect.gen(function* () {
  const tables = yield* Tables
  const records = yield* tables.records
  const sortRows = (rows: ReadonlyArray<Row>, column: string) =>
    column === "rowid" ? rows : rows.toSorted((left, right) => (left[column]! < right[column]! ? -1 : 1))
  const seed = readSeed((table, order) => sortRows(records[table] ?? [], order))
  const endpoints = yield* Webhooks.use(({ list }) => list)
  // Fields read what their schemas describe; `parse` would only add a way to fail.
  return { ...seed, ...(endpoints.length > 0 && { webhooks: endpoints }) } as Seed
})

type Services = Generation | Passwords | Randomness | SqlClient | Tables | Webhooks

const make = Effect.gen(function* () {
  const provide = Effect.provideContext(yield* Effect.context<Services>())
  const runInTransaction = <A, E>(effect: Effect.Effect<A, E | SqlError, Services>) =>
    provide(Database.transaction(effect))
  const hashPasswords = (seed: Seed) => provide(Completion.hashPasswords(seed))
  return Seeds.of({
    add: (seed, ownProjectId) =>
      Effect.flatMap(hashPasswords(seed), (complete) => runInTransaction(putAll(complete, ownProjectId))),
    prepareReplacement: (seed, ownProjectId) =>
      hashPasswords(seed).pipe(
        Effect.tap((complete) =>
          Effect.catchTag(runInTransaction(attempt(complete, ownProjectId)), "Undone", () => Effect.void)
        ),
        // The attempt succeeded, so the same insert cannot fail.
        Effect.map((complete) => Effect.orDie(runInTransaction(Effect.andThen(clear, putAll(complete, ownProjectId)))))
      ),
    read: provide(read)
  })
})

/** Reads and writes seeds in the tables of the database. */
export const layer: Layer.Layer<Seeds, never, Services> = Layer.effect(Seeds, make)
