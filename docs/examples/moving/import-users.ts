/**
 * Creates users from the export of another service (docs/moving/importing-users.md):
 *
 *     node import-users.ts clerk export.csv users.json
 *
 * You can run it again, also with a newer export: `imported.ndjson` records the imported users.
 */
import { createHash } from "node:crypto"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { createServerApp } from "gatefold/promise/server"

/** Providers that are on in the project, by the names that other services have for them. */
const providers: Readonly<Record<string, string>> = {
  apple: "apple",
  azure: "microsoft",
  facebook: "facebook",
  github: "github",
  google: "google",
  "google-oauth2": "google",
  microsoft: "microsoft",
  windowslive: "microsoft"
}

/** A user in an export. */
interface OldUser {
  readonly id: string
  readonly email: string | null
  readonly isVerified: boolean
  readonly name: string | null
  readonly picture: string | null
  readonly isBanned: boolean
  readonly passwordHash: string | null
  /** The key of the authenticator app, base64. */
  readonly totpKey: string | null
  readonly accounts: ReadonlyArray<{ readonly provider: string; readonly id: string; readonly email: string | null }>
  readonly clientMetadata?: Json | undefined
  readonly clientReadOnlyMetadata?: Json | undefined
  readonly serverMetadata?: Readonly<Record<string, Json>> | undefined
}

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

const read = (file: string | undefined): string => (file === undefined ? "" : readFileSync(file, "utf8"))

/** The lines of a file of one JSON value per line. */
const lines = <A>(file: string | undefined): Array<A> =>
  read(file)
    .split("\n")
    .flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line) as A]))

/** The rows of a CSV file (RFC 4180) with a header. */
const rows = (file: string | undefined): Array<Readonly<Record<string, string>>> => {
  const records: Array<Array<string>> = [[]]
  for (const [, quoted, plain, end = ""] of read(file).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    records.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? "")
    if (end.endsWith("\n")) records.push([])
  }
  const [header = [], ...rest] = records.filter((record) => record.some((field) => field !== ""))
  return rest.map((record) => Object.fromEntries(header.map((name, at) => [name, record[at] ?? ""])))
}

/** Authenticator apps are given base32 (RFC 4648), the service base64. */
const keyOf = (base32: string | null | undefined): string | null => {
  if (!base32) return null
  const digits = Array.from(base32.replace(/=+$/, "").toUpperCase(), (c) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c)
  )
  if (digits.includes(-1)) throw new Error("An authenticator's key is not base32")
  const bits = digits.map((digit) => digit.toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString("base64")
}

interface ClerkUser {
  readonly id: string
  readonly image_url: string
  readonly has_image: boolean
  readonly banned: boolean
  readonly public_metadata: Json
  readonly private_metadata: Readonly<Record<string, Json>>
  readonly unsafe_metadata: Json
  readonly external_accounts: ReadonlyArray<{ provider: string; provider_user_id: string; email_address: string }>
}

interface SupabaseUser {
  readonly id: string
  readonly email: string | null
  readonly email_confirmed_at: string | null
  readonly encrypted_password: string | null
  readonly banned_until: string | null
  readonly raw_user_meta_data: { readonly full_name?: string; readonly name?: string; readonly avatar_url?: string }
  readonly raw_app_meta_data: Json
  readonly identities: ReadonlyArray<{ provider: string; provider_id: string; email: string | null }>
  readonly totp_secrets: ReadonlyArray<string>
}

interface Auth0User {
  readonly user_id: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly picture?: string
  readonly blocked?: boolean
  readonly user_metadata?: Json
  readonly app_metadata?: Readonly<Record<string, Json>>
}

interface Auth0Hash {
  readonly _id: { readonly $oid: string }
  readonly alt_id?: string
  readonly passwordHash: string
}

interface BetterAuthUser {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  readonly image?: string | null
  readonly banned?: boolean | null
  readonly passwordHash: string | null
  readonly totpKey: string | null
  readonly accounts: ReadonlyArray<{ providerId: string; accountId: string }>
}

/** The readers of exports; docs/moving says how each file is made. */
const exports: Readonly<Record<string, (...files: ReadonlyArray<string>) => Array<OldUser>>> = {
  clerk: (csv, json) => {
    const users = new Map((JSON.parse(read(json) || "[]") as Array<ClerkUser>).map((user) => [user.id, user]))
    return rows(csv).map((row) => {
      const user = users.get(row["id"] ?? "")
      const email = row["primary_email_address"] || null
      return {
        id: row["id"] ?? "",
        email,
        isVerified: email !== null && (row["verified_email_addresses"] ?? "").split("|").includes(email),
        name: [row["first_name"], row["last_name"]].filter(Boolean).join(" ") || null,
        picture: user?.has_image === true ? user.image_url : null,
        isBanned: user?.banned ?? false,
        passwordHash: row["password_digest"] || null,
        totpKey: keyOf(row["totp_secret"]),
        accounts: (user?.external_accounts ?? []).map((account) => ({
          provider: account.provider.replace("oauth_", ""),
          id: account.provider_user_id,
          email: account.email_address
        })),
        clientMetadata: user?.unsafe_metadata,
        clientReadOnlyMetadata: user?.public_metadata,
        serverMetadata: user?.private_metadata
      }
    })
  },
  supabase: (json) =>
    (JSON.parse(read(json)) as Array<SupabaseUser>).map((user) => ({
      id: user.id,
      email: user.email || null,
      isVerified: user.email_confirmed_at !== null,
      name: user.raw_user_meta_data.full_name ?? user.raw_user_meta_data.name ?? null,
      picture: user.raw_user_meta_data.avatar_url ?? null,
      isBanned: user.banned_until !== null && new Date(user.banned_until) > new Date(),
      passwordHash: user.encrypted_password || null,
      totpKey: keyOf(user.totp_secrets[0]),
      accounts: user.identities.map((account) => ({ ...account, id: account.provider_id })),
      clientMetadata: { ...user.raw_user_meta_data },
      clientReadOnlyMetadata: user.raw_app_meta_data
    })),
  auth0: (users, hashes) => {
    const hashOf = new Map(
      lines<Auth0Hash>(hashes).map((hash) => [`auth0|${hash.alt_id ?? hash._id.$oid}`, hash.passwordHash])
    )
    return lines<Auth0User>(users).map((user) => {
      const [provider = "", id = ""] = user.user_id.split("|")
      return {
        id: user.user_id,
        email: user.email ?? null,
        isVerified: user.email_verified ?? false,
        name: user.name === user.email ? null : (user.name ?? null),
        picture: user.picture ?? null,
        isBanned: user.blocked ?? false,
        passwordHash: hashOf.get(user.user_id) ?? null,
        totpKey: null,
        accounts: [{ provider, id, email: user.email ?? null }],
        clientMetadata: user.user_metadata,
        serverMetadata: user.app_metadata
      }
    })
  },
  "better-auth": (json) =>
    (JSON.parse(read(json)) as Array<BetterAuthUser>).map((user) => ({
      ...user,
      isVerified: user.emailVerified,
      picture: user.image ?? null,
      isBanned: user.banned ?? false,
      accounts: user.accounts.map(({ accountId, providerId }) => ({
        provider: providerId,
        id: accountId,
        email: user.email
      }))
    }))
}

/** The record of an imported user: the new ID, and the digest of the imported data. */
interface Imported {
  readonly oldId: string
  readonly userId: string
  readonly version?: string
}

const journal = "imported.ndjson"
const imported = new Map(
  (existsSync(journal) ? lines<Imported>(journal) : []).map((entry) => [entry.oldId, entry] as const)
)
const keep = (entry: Imported): void => {
  imported.set(entry.oldId, entry)
  appendFileSync(journal, JSON.stringify(entry) + "\n")
}

await using app = createServerApp({
  projectId: process.env["STACK_PROJECT_ID"] ?? "",
  publishableClientKey: process.env["STACK_PUBLISHABLE_CLIENT_KEY"] ?? "",
  secretServerKey: process.env["STACK_SECRET_SERVER_KEY"] ?? "",
  apiUrl: process.env["STACK_API_URL"]
})

const importUser = async (user: OldUser): Promise<"created" | "updated" | "unchanged"> => {
  const version = createHash("sha256").update(JSON.stringify(user)).digest("base64url")
  const before = imported.get(user.id)
  if (before?.version === version) return "unchanged"

  // The service only accepts bcrypt, and no hash for users without an address.
  const isTaken = user.email !== null && /^\$2[aby]\$/.test(user.passwordHash ?? "")
  const password = isTaken && user.passwordHash !== null ? { passwordHash: user.passwordHash } : {}
  const profile = {
    displayName: user.name,
    profileImageUrl: user.picture,
    clientMetadata: user.clientMetadata ?? null,
    clientReadOnlyMetadata: user.clientReadOnlyMetadata ?? null,
    serverMetadata: { ...user.serverMetadata, oldId: user.id },
    ...(user.email !== null && {
      primaryEmail: user.email,
      primaryEmailVerified: user.isVerified,
      primaryEmailAuthEnabled: true
    }),
    ...(user.isBanned && { restrictedByAdmin: true })
  }
  const hasSecondFactor = user.totpKey !== null
  let userId = before?.userId
  if (userId === undefined) {
    const oauthProviders = user.accounts.flatMap(({ email, id, provider }) => {
      const known = providers[provider]
      return known === undefined ? [] : [{ id: known, accountId: id, email }]
    })
    const created = await app.users.create({ ...profile, oauthProviders, ...(!hasSecondFactor && password) })
    userId = created.id
    keep({ oldId: user.id, userId })
  }
  // The service can't turn on a second factor at creation, so the user had no password until now.
  if (hasSecondFactor || before !== undefined) {
    await app.users.update({ userId, ...profile, ...password, totpSecretBase64: user.totpKey })
  }
  keep({ oldId: user.id, userId, version })
  return before === undefined ? "created" : "updated"
}

const [service = "", ...files] = process.argv.slice(2)
const users = exports[service]?.(...files)
if (users === undefined) throw new Error(`Usage: node import-users.ts <${Object.keys(exports).join(" | ")}> <file…>`)

const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 }
const queue = users.values()
// 8 users at a time
const worker = async (): Promise<void> => {
  for (const user of queue) {
    try {
      counts[await importUser(user)] += 1
    } catch (error) {
      counts.failed += 1
      console.error(`${user.id}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}
await Promise.all(Array.from({ length: 8 }, worker))
console.log(JSON.stringify(counts))
if (counts.failed > 0) process.exitCode = 1
