/** Completes the short forms of a seed: hashes passwords, and resolves addresses to contact channels and ids. */
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { Passwords } from "../../accounts/Passwords.ts"
import { Generation } from "../../settings/Generation.ts"
import * as Database from "../../storage/Database.ts"
import { type Seed, SeedError, type SeedUser } from "../Seed.ts"
import { pathWithin } from "./Rows.ts"

export type Content = Omit<NonNullable<Seed["projects"]>[number], "id">

/** Completes seeds for the generation that is emulated. */
export const make = Effect.gen(function* () {
  const { isOnly } = yield* Generation
  const passwords = yield* Passwords
  const sql = yield* SqlClient

  /** The service of today compares addresses in small letters. */
  const normalizeAddress = (email: string): string => (isOnly("current") ? email.toLowerCase() : email)

  const hashUser = Effect.fnUntraced(function* ({ password, ...user }: SeedUser, path: string) {
    if (password === undefined) return user
    if (user.passwordHash !== undefined) {
      return yield* new SeedError({ path, problem: "give either password or passwordHash" })
    }
    const passwordHash = yield* Effect.mapError(
      passwords.hash(password),
      ({ text }) => new SeedError({ path: pathWithin(path, "password"), problem: text })
    )
    return { ...user, passwordHash }
  })

  const hashContent = <C extends Content>(content: C, path: string): Effect.Effect<C, SeedError> =>
    content.users === undefined
      ? Effect.succeed(content)
      : Effect.map(
          Effect.forEach(content.users, (user, i) => hashUser(user, pathWithin(path, `users[${i}]`))),
          (users) => ({ ...content, users })
        )

  const completeUser = Effect.fnUntraced(function* (user: SeedUser, path: string, uuid: () => string) {
    const { email, emailVerified = true, ...rest } = user
    if (email !== undefined && rest.contactChannels !== undefined) {
      return yield* new SeedError({ path, problem: "give either email or contactChannels" })
    }
    const channels =
      email === undefined
        ? rest.contactChannels
        : [{ value: normalizeAddress(email), isPrimary: true, isVerified: emailVerified, usedForAuth: true }]
    return {
      ...rest,
      id: rest.id ?? uuid(),
      requiresTotpMfa: rest.requiresTotpMfa ?? rest.totpSecretBase64 !== undefined,
      ...(channels !== undefined && { contactChannels: channels })
    }
  })

  /** The id of the user that an id or an address names, in the seed or in the table. */
  const resolveUserId = Effect.fnUntraced(function* (
    projectId: string,
    name: string,
    users: ReadonlyArray<SeedUser & { readonly id: string }>,
    path: string
  ) {
    const address = normalizeAddress(name)
    const inSeed = users.find(
      (user) =>
        user.id === name || user.contactChannels?.some(({ usedForAuth, value }) => usedForAuth && value === address)
    )
    if (inSeed !== undefined) return inSeed.id
    const row = yield* Database.first(sql<{ id: string }>`SELECT id FROM users WHERE project_id = ${projectId}
      AND (id = ${name} OR id = (SELECT user_id FROM contact_channels
        WHERE project_id = ${projectId} AND value = ${address} AND used_for_auth = 1))`)
    return row === undefined ? yield* new SeedError({ path, problem: "there is no such user" }) : row.id
  })

  return {
    /** The seed with hashes in place of passwords. It takes long, so it comes before the transaction. */
    hashPasswords: Effect.fnUntraced(function* (seed: Seed) {
      const projects = yield* Effect.forEach(seed.projects ?? [], (content, i) =>
        hashContent(content, `projects[${i}]`)
      )
      return { ...(yield* hashContent(seed, "")), projects }
    }),

    /** The content with its users in full, and with the ids of the members of teams. */
    complete: Effect.fnUntraced(function* (content: Content, projectId: string, path: string, uuid: () => string) {
      const users = yield* Effect.forEach(content.users ?? [], (user, i) =>
        completeUser(user, pathWithin(path, `users[${i}]`), uuid)
      )
      const teams = yield* Effect.forEach(content.teams ?? [], (team, i) =>
        Effect.map(
          Effect.forEach(team.members ?? [], (member, j) =>
            Effect.map(
              resolveUserId(projectId, member.user, users, pathWithin(path, `teams[${i}].members[${j}].user`)),
              (user) => ({ ...member, user })
            )
          ),
          (members) => ({ ...team, members })
        )
      )
      return { ...content, users, teams }
    })
  }
})
