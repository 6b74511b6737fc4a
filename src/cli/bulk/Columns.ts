/**
 * The columns of files of users, for import and export (docs/guides/command-line-users.md#columns). In JSON they are
 * written in camel case: `email_verified` and `emailVerified` are the same.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import type { Json } from "../../domain/text/Json.ts"
import { toSnakeCase } from "../../domain/text/SnakeCase.ts"
import { trimEnd } from "../../domain/text/TrimEnd.ts"
import * as EndpointCodec from "../../http/EndpointCodec.ts"
import { toPayload } from "../../server/UserInput.ts"
import type { NewUser, ServerUser, UserUpdate } from "../../server/Users.ts"
import * as Wire from "../../wire/generated/Users.ts"
import { findClosest } from "../input/ClosestName.ts"
import { describeExpectation } from "../output/ProblemText.ts"

/** The values of a user in a file, by column: texts from CSV, or JSON values. */
export type RowValues = Readonly<Record<string, unknown>>

type FileUser = Omit<NewUser, "isAnonymous">

export interface Row {
  /** Counted from 1, without the line of titles. */
  readonly row: number
  /** Where it ends in the file. */
  readonly line: number
  /** The ID in the former system, which is only copied to the result. */
  readonly oldId: string | undefined
  readonly email: string | undefined
  readonly create: NewUser
  /** Fields to set after the user exists: a second factor, and with it the password. */
  readonly later: UserUpdate | undefined
  /** All fields, for a user who already exists. */
  readonly update: UserUpdate
}

/** The value of a column, or what the column expects in its place. */
type Parsed<A extends Json> = Result.Result<A, string>

const parseText = (value: unknown): Parsed<string> =>
  typeof value === "string" ? Result.succeed(value) : Result.fail("expected a text")

const truths: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "1"].map((word) => [word, true] as const),
  ...["false", "no", "0"].map((word) => [word, false] as const)
])

const parseFlag = (value: unknown): Parsed<boolean> =>
  Result.fromNullishOr(
    typeof value === "boolean" ? value : Array.isArray(value) ? undefined : truths.get(String(value).toLowerCase()),
    () => "expected true or false"
  )

const parseJson = (value: unknown): Parsed<Json> =>
  typeof value === "string"
    ? Result.try({ try: (): Json => JSON.parse(value), catch: () => `expected JSON, such as {"plan":"pro"}` })
    : Result.succeed(value as Json)

const parseBcrypt = (value: unknown): Parsed<string> =>
  Result.flatMap(parseText(value), (hash) => {
    const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash) ?? []
    if (cost === undefined) return Result.fail("the service only accepts bcrypt hashes ($2a$, $2b$ or $2y$)")
    return Number(cost) >= 4 && Number(cost) <= 16
      ? Result.succeed(hash)
      : Result.fail("the service only accepts bcrypt with a cost from 4 to 16")
  })

/** Authenticator apps are given base32 (RFC 4648), the service base64. */
const parseBase32 = (value: unknown): Parsed<string> =>
  Result.flatMap(parseText(value), (secret) => {
    const digits = [...trimEnd(secret.replaceAll(" ", ""), "=").toUpperCase()].map((digit) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(digit)
    )
    if (digits.length === 0 || digits.includes(-1)) return Result.fail("expected base32, as authenticator apps show it")
    const bits = digits.map((digit) => digit.toString(2).padStart(5, "0")).join("")
    const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
    return Result.succeed(Buffer.from(bytes).toString("base64"))
  })

const parseBase64 = (value: unknown): Parsed<string> =>
  Result.filterOrFail(
    parseText(value),
    (secret) => /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(secret),
    () => "expected base64"
  )

/** The columns that are imported: the field of a user that each gives, and how it is read. */
const importColumns = {
  email: ["primaryEmail", parseText],
  email_verified: ["primaryEmailVerified", parseFlag],
  email_sign_in: ["primaryEmailAuthEnabled", parseFlag],
  display_name: ["displayName", parseText],
  profile_image_url: ["profileImageUrl", parseText],
  password: ["password", parseText],
  password_hash: ["passwordHash", parseBcrypt],
  totp_secret: ["totpSecretBase64", parseBase32],
  totp_secret_base64: ["totpSecretBase64", parseBase64],
  client_metadata: ["clientMetadata", parseJson],
  client_read_only_metadata: ["clientReadOnlyMetadata", parseJson],
  server_metadata: ["serverMetadata", parseJson],
  oauth_providers: ["oauthProviders", parseJson],
  restricted_by_admin: ["restrictedByAdmin", parseFlag],
  restricted_by_admin_reason: ["restrictedByAdminReason", parseText]
} as const satisfies Readonly<Record<string, readonly [keyof NewUser, (value: unknown) => Parsed<Json>]>>

const isColumn = (name: string): name is keyof typeof importColumns => Object.hasOwn(importColumns, name)

const describeUnknownColumn = (name: string): string => {
  if (/[;\t]/.test(name)) return `the delimiter is not a comma: pass --delimiter ";" or --delimiter tab`
  const meant = findClosest(name, Object.keys({ ...importColumns, ...exportColumns }))
  return `unknown column ${JSON.stringify(name)}${meant === undefined ? "" : `; did you mean ${meant}?`}`
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== ""

/** A problem that the contract finds in a field, by the column of the file. */
const describeFieldProblem = (detail: string): string => {
  const [, field = "", path = "", problem = detail] = /^(\w+)((?:[^\w:][^:]*)?): (.*)$/s.exec(detail) ?? []
  const column = Object.entries(importColumns).find(([, [name]]) => name === field)?.[0] ?? field
  return `${column}${path}${column === "" ? "" : ": "}${describeExpectation(problem)}`
}

/** Checked with the contract, by which an import will send it. */
const findFieldProblems = (fields: FileUser): ReadonlyArray<string> => {
  const { oauthProviders: _, ...update } = fields
  const checked = [
    EndpointCodec.encode(Wire.createUser, { payload: toPayload(fields) }),
    EndpointCodec.encode(Wire.updateUser, { params: { userId: "id" }, payload: toPayload(update) })
  ]
  return [...new Set(checked.filter(Result.isFailure).map(({ failure }) => describeFieldProblem(failure.detail)))]
}

export interface Rejected {
  /** Problems of column names, mostly the same for every user of a file. */
  readonly nameProblems: ReadonlyArray<string>
  readonly problems: ReadonlyArray<string>
}

export const isRow = (row: Row | object): row is Row => "row" in row

/** The fields that the columns of a user give, and the problems of the columns. */
const readFields = (values: RowValues) => {
  const nameProblems: Array<string> = []
  const problems: Array<string> = []
  const fields: Record<string, Json> = {}
  const sources = new Map<string, string>()
  for (const [written, value] of Object.entries(values)) {
    const name = toSnakeCase(written)
    if (isColumn(name)) {
      const [field, parse] = importColumns[name]
      const parsed = hasValue(value) ? parse(value) : undefined
      if (parsed === undefined) continue
      const previous = sources.get(field)
      if (previous !== undefined) problems.push(`pass either ${previous} or ${written}`)
      sources.set(field, written)
      if (Result.isSuccess(parsed)) fields[field] = parsed.success
      else problems.push(`${name}: ${parsed.failure}`)
    } else if (!Object.hasOwn(exportColumns, name)) {
      // Exports have further columns for people, which the API does not accept.
      nameProblems.push(describeUnknownColumn(written))
    }
  }
  return { nameProblems, problems, fields: fields as FileUser }
}

/** The problems of fields that only several of them together have. */
const findConflicts = ({ password, passwordHash, primaryEmail }: FileUser): ReadonlyArray<string> => [
  ...(password !== undefined && passwordHash !== undefined ? ["pass either password or password_hash"] : []),
  ...(primaryEmail === undefined && (password ?? passwordHash) !== undefined
    ? ["a password needs an email to sign in with"]
    : [])
]

/** Reads the values of a user: a row, or its problems. */
export const read = (row: number, line: number, values: RowValues): Row | Rejected => {
  const { fields, nameProblems, problems: valueProblems } = readFields(values)
  const { primaryEmail, totpSecretBase64 } = fields
  const withEmail = primaryEmail ? { primaryEmailAuthEnabled: true, ...fields } : fields
  const later =
    totpSecretBase64 === undefined ? undefined : Struct.pick(fields, ["password", "passwordHash", "totpSecretBase64"])
  const create =
    later === undefined ? withEmail : Struct.omit(withEmail, ["password", "passwordHash", "totpSecretBase64"])
  const rowProblems = [...valueProblems, ...findConflicts(fields)]
  const problems = rowProblems.length === 0 ? findFieldProblems(withEmail) : rowProblems
  if (nameProblems.length + problems.length > 0) return { nameProblems, problems }
  const oldId = Object.entries(values).find(([name]) => toSnakeCase(name) === "id")?.[1]
  return {
    row,
    line,
    oldId: hasValue(oldId) ? String(oldId) : undefined,
    email: primaryEmail ?? undefined,
    create,
    later,
    update: Struct.omit(fields, primaryEmail ? ["oauthProviders"] : ["oauthProviders", "primaryEmail"])
  }
}

export const exportColumns = {
  id: (user) => user.id,
  email: (user) => user.primaryEmail,
  email_verified: (user) => user.primaryEmailVerified,
  email_sign_in: (user) => user.primaryEmailAuthEnabled,
  display_name: (user) => user.displayName,
  profile_image_url: (user) => user.profileImageUrl,
  client_metadata: (user) => user.clientMetadata,
  client_read_only_metadata: (user) => user.clientReadOnlyMetadata,
  server_metadata: (user) => user.serverMetadata,
  oauth_providers: (user) => user.oauthProviders.map(({ accountId, email, id }) => ({ id, accountId, email })),
  restricted_by_admin: (user) => user.restrictedByAdmin ?? null,
  restricted_by_admin_reason: (user) => user.restrictedByAdminReason ?? null,
  signed_up_at: (user) => user.signedUpAt.toISOString(),
  last_active_at: (user) => user.lastActiveAt.toISOString(),
  has_password: (user) => user.hasPassword,
  has_second_factor: (user) => user.isMultiFactorRequired,
  is_anonymous: (user) => user.isAnonymous
} as const satisfies Readonly<Record<string, (user: ServerUser) => Json>>

export const toFieldName = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
