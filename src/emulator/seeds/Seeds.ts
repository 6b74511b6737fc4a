/** Inserts seeds into the tables, and exports the tables as a seed. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { Passwords } from "../accounts/Passwords.ts"
import { Generation } from "../runtime/Generation.ts"
import { Projects } from "../projects/Projects.ts"
import * as Database from "../storage/Database.ts"
import { Randomness } from "../storage/Randomness.ts"
import { Tables } from "../storage/Tables.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import type { Row } from "./internal/Node.ts"
import { type Placed, rowOfProject, rowsInProject, rowsOutside, seedOf } from "./internal/Rows.ts"
import { parse, type Seed, SeedError, type SeedUser } from "./Seed.ts"

type Content = Omit<NonNullable<Seed["projects"]>[number], "id">

/** The seeds of one emulator. */
export class Seeds extends Context.Service<
  Seeds,
  {
    /** Adds a complete seed to existing and new projects, or nothing if it fails. */
    readonly add: (seed: Seed, ownProjectId: string | undefined) => Effect.Effect<void, SeedError>
    /**
     * Tests whether a seed could replace the whole state, without changing anything. Returns the effect that replaces
     * it.
     */
    readonly replacing: (seed: Seed, ownProjectId: string | undefined) => Effect.Effect<Effect.Effect<void>, SeedError>
    /** Exports the whole state. */
    readonly read: Effect.Effect<Seed>
  }
>()("gatefold/emulator/seeds/Seeds") {}

/** Ends a transaction that was only an attempt. */
class Undone extends Data.TaggedError("Undone") {}

const randomUUID = () => globalThis.crypto.randomUUID()

/** The tables that others refer to, which come first. */
const firstTables = [
  "server_secrets",
  "projects",
  "permission_definitions",
  "permission_containments",
  "teams",
  "users"
]
const last = ["team_permissions"]

const rankOf = (table: string): number => {
  const first = firstTables.indexOf(table)
  if (first !== -1) return first
  return last.includes(table) ? firstTables.length + 1 : firstTables.length
}

/** Messages for conflicts with existing rows, by table. */
const taken: Readonly<Record<string, string>> = {
  contact_channels: "another user signs in with this address already, or this one has it twice",
  passkeys: "another user has this passkey already",
  provider_accounts: "this account belongs to another user already, or this one signs in with another one",
  team_memberships: "the user is a member already",
  verification_codes: "there is such a code already"
}

const problemOf = ({ reason }: SqlError, table: string): string => {
  if (reason._tag === "UniqueViolation") return taken[table] ?? "there is one with this id or secret already"
  return `it refers to something that is not there (${String(reason.cause instanceof Error ? reason.cause.message : reason._tag)})`
}

const isConstraint = ({ reason }: SqlError): boolean =>
  reason._tag === "UniqueViolation" || reason._tag === "ConstraintError"

const within = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`)

/** Seeds over the tables. */
export const layer: Layer.Layer<
  Seeds,
  never,
  Generation | Passwords | Projects | Randomness | SqlClient | Tables | Webhooks
> = Layer.effect(
  Seeds,
  Effect.gen(function* () {
    const { isOnly } = yield* Generation
    const passwords = yield* Passwords
    const projects = yield* Projects
    const randomness = yield* Randomness
    const sql = yield* SqlClient
    const tables = yield* Tables
    const webhooks = yield* Webhooks

    /** The service of today compares addresses in small letters. */
    const addressOf = (email: string): string => (isOnly("current") ? email.toLowerCase() : email)

    const hashOf = (password: string, path: string) =>
      Effect.mapError(passwords.hash(password), ({ text }) => new SeedError({ path, problem: text }))

    const hashUser = Effect.fnUntraced(function* ({ password, ...user }: SeedUser, path: string) {
      if (password === undefined) return user
      if (user.passwordHash !== undefined) {
        return yield* new SeedError({ path, problem: "give either password or passwordHash" })
      }
      return { ...user, passwordHash: yield* hashOf(password, within(path, "password")) }
    })

    const hashContent = <C extends Content>(content: C, path: string): Effect.Effect<C, SeedError> =>
      content.users === undefined
        ? Effect.succeed(content)
        : Effect.map(
            Effect.forEach(content.users, (user, i) => hashUser(user, within(path, `users[${i}]`))),
            (users) => ({ ...content, users })
          )

    /** Hashes passwords before the transaction, because hashing takes long. */
    const hashed = Effect.fnUntraced(function* (seed: Seed) {
      const projects = yield* Effect.forEach(seed.projects ?? [], (content, i) =>
        hashContent(content, `projects[${i}]`)
      )
      return { ...(yield* hashContent(seed, "")), projects }
    })

    /** A user in full: what is short for something else, and the id that others refer to. */
    const completeUser = Effect.fnUntraced(function* (user: SeedUser, path: string, uuid: () => string) {
      const { email, emailVerified = true, ...rest } = user
      if (email !== undefined && rest.contactChannels !== undefined) {
        return yield* new SeedError({ path, problem: "give either email or contactChannels" })
      }
      const channels =
        email === undefined
          ? rest.contactChannels
          : [{ value: addressOf(email), isPrimary: true, isVerified: emailVerified, usedForAuth: true }]
      return {
        ...rest,
        id: rest.id ?? uuid(),
        requiresTotpMfa: rest.requiresTotpMfa ?? rest.totpSecretBase64 !== undefined,
        ...(channels !== undefined && { contactChannels: channels })
      }
    })

    const userIdOf = Effect.fnUntraced(function* (
      projectId: string,
      name: string,
      users: ReadonlyArray<SeedUser & { readonly id: string }>,
      path: string
    ) {
      const address = addressOf(name)
      const inSeed = users.find(
        (user) => user.id === name || user.contactChannels?.some((one) => one.usedForAuth && one.value === address)
      )
      if (inSeed !== undefined) return inSeed.id
      const row = yield* Database.first(sql<{ id: string }>`SELECT id FROM users WHERE project_id = ${projectId}
        AND (id = ${name} OR id = (SELECT user_id FROM contact_channels
          WHERE project_id = ${projectId} AND value = ${address} AND used_for_auth = 1))`)
      return row === undefined ? yield* new SeedError({ path, problem: "there is no such user" }) : row.id
    })

    const completeContent = Effect.fnUntraced(function* (
      content: Content,
      projectId: string,
      path: string,
      uuid: () => string
    ) {
      const users = yield* Effect.forEach(content.users ?? [], (user, i) =>
        completeUser(user, within(path, `users[${i}]`), uuid)
      )
      const teams = yield* Effect.forEach(content.teams ?? [], (team, i) =>
        Effect.map(
          Effect.forEach(team.members ?? [], (member, j) =>
            Effect.map(
              userIdOf(projectId, member.user, users, within(path, `teams[${i}].members[${j}].user`)),
              (user) => ({ ...member, user })
            )
          ),
          (members) => ({ ...team, members })
        )
      )
      return { ...content, users, teams }
    })

    const write = ({ path, row, table }: Placed) =>
      Effect.catchIf(statementOf(table, row), isConstraint, (error) =>
        Effect.fail(new SeedError({ path, problem: problemOf(error, table) }))
      )

    const statementOf = (table: string, row: Row) => {
      if (table === "permission_definitions") return define(row)
      if (table === "server_secrets") {
        return sql`INSERT INTO server_secrets ${sql.insert(row)} ON CONFLICT DO UPDATE SET value = excluded.value`
      }
      return sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`
    }

    /** Adds or replaces a definition. Removes its containments, because the seed lists them again. */
    const define = (row: Row) =>
      Effect.andThen(
        sql`INSERT INTO permission_definitions ${sql.insert(row)}
          ON CONFLICT (project_id, id) DO UPDATE SET scope = excluded.scope, description = excluded.description`,
        sql`DELETE FROM permission_containments
          WHERE project_id = ${row["project_id"]} AND permission_id = ${row["id"]}`
      )

    const updateProject = Effect.fnUntraced(function* (id: string, content: Content) {
      const project = yield* projects.find(id)
      if (project === undefined) return false
      const { config, description, displayName, isProductionMode } = content
      yield* projects.update(project, { config: config as {}, description, displayName, isProductionMode })
      return true
    })

    const put = Effect.fnUntraced(function* (seed: Seed, ownProjectId: string | undefined, uuid: () => string) {
      const making = { now: yield* Clock.currentTimeMillis, uuid }
      const { identities: _, projects: others = [], secrets: __, webhooks: endpoints = [], ...own } = seed
      const [said] = Object.entries(own).flatMap(([name, part]) => (part === undefined ? [] : [name]))
      if (ownProjectId === undefined && said !== undefined) {
        return yield* new SeedError({
          path: said,
          problem: "the emulator was started without a project; put this into one of `projects`"
        })
      }
      const all = [
        ...others.map((content, i) => ({ content, id: content.id ?? uuid(), path: `projects[${i}]` })),
        ...(ownProjectId === undefined || said === undefined
          ? []
          : [{ content: own as Content, id: ownProjectId, path: "" }])
      ]
      const rows = [...rowsOutside(seed, making)]
      for (const { content, id, path } of all) {
        if (!(yield* updateProject(id, content))) {
          const { owner_team_id, ...row } = rowOfProject({ ...content, id }, path, making).row
          yield* write({ table: "projects", row: { ...row, owner_team_id: null }, path })
        }
        const complete = yield* completeContent(content, id, path, uuid)
        const removed = (content.permissions ?? []).filter(({ isRemoved }) => isRemoved === true)
        for (const one of removed) {
          yield* sql`DELETE FROM permission_definitions WHERE project_id = ${id} AND id = ${one.id}`
        }
        const permissions = (content.permissions ?? []).filter((one) => !removed.includes(one))
        rows.push(...rowsInProject({ ...complete, permissions }, id, path, making))
      }
      yield* Effect.forEach(
        rows.toSorted((left, right) => rankOf(left.table) - rankOf(right.table)),
        write,
        { discard: true }
      )
      for (const { content, id, path } of all) {
        if (content.ownerTeamId === undefined) continue
        yield* Effect.catchIf(
          sql`UPDATE projects SET owner_team_id = ${content.ownerTeamId} WHERE id = ${id}`,
          isConstraint,
          () => Effect.fail(new SeedError({ path: within(path, "ownerTeamId"), problem: "there is no such team" }))
        )
      }
      return endpoints
    })

    const endpointProblem = ({ index, problem }: { readonly index: number; readonly problem: string }) =>
      new SeedError({ path: `webhooks[${index}]`, problem })

    const putAll = (seed: Seed, ownProjectId: string | undefined) =>
      Effect.flatMap(put(seed, ownProjectId, randomness.uuid), (endpoints) =>
        // Seeding triggers no webhooks.
        Effect.andThen(Effect.mapError(webhooks.add(endpoints), endpointProblem), webhooks.forget)
      )

    /** What {@link put} would do after everything is removed; ids that are made up are not those of later. */
    const attempt = (seed: Seed, ownProjectId: string | undefined): Effect.Effect<void, SeedError> =>
      Effect.gen(function* () {
        yield* clear
        const endpoints = yield* put(seed, ownProjectId, randomUUID)
        yield* Effect.mapError(webhooks.check(endpoints), endpointProblem)
        return yield* new Undone()
      }).pipe(
        inTransaction,
        Effect.catchTag("Undone", () => Effect.void)
      )

    const inTransaction = <E extends SeedError | Undone>(
      effect: Effect.Effect<void, E | SqlError>
    ): Effect.Effect<void, E> =>
      Database.transaction(
        sql,
        Effect.catchTag(effect, "SqlError", (error) => Effect.die(error))
      )

    const clear = Effect.forEach(
      ["projects", "idp_identities", "idp_grants"],
      (table) => sql`DELETE FROM ${sql(table)}`,
      { discard: true }
    )

    return {
      add: (seed, ownProjectId) =>
        Effect.flatMap(hashed(seed), (complete) => inTransaction(putAll(complete, ownProjectId))),
      replacing: (seed, ownProjectId) =>
        hashed(seed).pipe(
          Effect.tap((complete) => attempt(complete, ownProjectId)),
          // The attempt succeeded, so the same insert cannot fail.
          Effect.map((complete) => Effect.orDie(inTransaction(Effect.andThen(clear, putAll(complete, ownProjectId)))))
        ),
      read: Effect.gen(function* () {
        const records = yield* tables.records
        const sorted = (rows: ReadonlyArray<Row>, column: string) =>
          column === "rowid" ? rows : rows.toSorted((left, right) => (left[column]! < right[column]! ? -1 : 1))
        const seed = seedOf((table, order) => sorted(records[table] ?? [], order))
        const endpoints = yield* webhooks.list
        return yield* Effect.orDie(parse({ ...seed, ...(endpoints.length > 0 && { webhooks: endpoints }) }))
      })
    }
  })
)
