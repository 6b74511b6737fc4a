/** Completes the short forms of a seed: hashes passwords, and resolves addresses to contact channels and ids. */
import * as Effect from "effect/Effect"
import { Passwords } from "../../accounts/Passwords.ts"
import { Generation } from "../../settings/Generation.ts"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"
import { type Seed, SeedError, type SeedUser } from "../Seed.ts"
import { joinPath } from "./Rows.ts"

export type Content = Omit<NonNullable<Seed["projects"]>[number], "id">

/** The current service compares addresses in lower case. */
const normalizeAddress = (email: string) =>
  Effect.map(Generation, ({ isOnly }) => (isOnly("current") ? email.toLowerCase() : email))

const hashUser = Effect.fnUntraced(function* ({ password, ...user }: SeedUser, path: string) {
  if (password === undefined) return user
  if (user.passwordHash !== undefined) {
    return yield* new SeedError({ path, problem: "give either password or passwordHash" })
  }
  const passwordHash = yield* Effect.mapError(
    Passwords.use(({ hash }) => hash(password)),
    ({ text }) => new SeedError({ path: joinPath(path, "password"), problem: text })
  )
  return { ...user, passwordHash }
})

const hashContent = <C extends Content>(content: C, path: string): Effect.Effect<C, SeedError, Passwords> =>
  content.users === undefined
    ? Effect.succeed(content)
    : Effect.map(
        Effect.forEach(content.users, (user, i) => hashUser(user, joinPath(path, `users[${i}]`))),
        (users) => ({ ...content, users })
      )

/** The seed with hashes in place of passwords. It takes long, so it comes before the transaction. */
export const hashPasswords = Effect.fnUntraced(function* (seed: Seed) {
  const projects = yield* Effect.forEach(seed.projects ?? [], (content, i) => hashContent(content, `projects[${i}]`))
  return { ...(yield* hashContent(seed, "")), projects }
})

const completeUser = Effect.fnUntraced(function* (user: SeedUser, path: string, uuid: () => string) {
  const { email, emailVerified = true, ...rest } = user
  if (email !== undefined && rest.contactChannels !== undefined) {
    return yield* new SeedError({ path, problem: "give either email or contactChannels" })
  }
  const channels =
    email === undefined
      ? rest.contactChannels
      : [{ value: yield* normalizeAddress(email), isPrimary: true, isVerified: emailVerified, usedForAuth: true }]
  return {
    ...rest,
    id: rest.id ?? uuid(),
    requiresTotpMfa: rest.requiresTotpMfa ?? rest.totpSecretBase64 !== undefined,
    ...(channels !== undefined && { contactChannels: channels })
  }
})

type UserWithId = SeedUser & { readonly id: string }

/** The id of the user that an id or an address names, in the seed or in the table. */
const resolveUserId = Effect.fnUntraced(function* (
  projectId: string,
  name: string,
  users: ReadonlyArray<UserWithId>,
  path: string
) {
  const address = yield* normalizeAddress(name)
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

const completeTeam = Effect.fnUntraced(function* (
  projectId: string,
  team: NonNullable<Content["teams"]>[number],
  users: ReadonlyArray<UserWithId>,
  path: string
) {
  const members = yield* Effect.forEach(team.members ?? [], (member, i) =>
    Effect.map(resolveUserId(projectId, member.user, users, `${path}.members[${i}].user`), (user) => ({
      ...member,
      user
    }))
  )
  return { ...team, members }
})

/** The content with its users in full, and with the ids of the members of teams. */
export const complete = Effect.fnUntraced(function* (
  content: Content,
  projectId: string,
  path: string,
  uuid: () => string
) {
  const users = yield* Effect.forEach(content.users ?? [], (user, i) =>
    completeUser(user, joinPath(path, `users[${i}]`), uuid)
  )
  const teams = yield* Effect.forEach(content.teams ?? [], (team, i) =>
    completeTeam(projectId, team, users, joinPath(path, `teams[${i}]`))
  )
  return { ...content, users, teams }
})
