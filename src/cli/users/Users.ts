/** `gatefold users`: reads and changes the users of a project. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { defaultPageSize, type UserOptions } from "../../server/AllPages.ts"
import type { ServerUser } from "../../server/Users.ts"
import * as Users from "../../server/Users.ts"
import * as AllUsers from "../bulk/AllUsers.ts"
import { refused } from "../CommandError.ts"
import { emptyToNull, pickPassed } from "../input/Flags.ts"
import * as SecretInput from "../input/SecretInput.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import * as ProgressBar from "../output/ProgressBar.ts"
import { withServerApp } from "../target/Calls.ts"
import type { CommonInput } from "../target/TargetFlags.ts"
import type { fieldFlags, listFlags, updateFlags } from "./UsersCommand.ts"

const formatSignIn = (user: ServerUser): string =>
  [
    ...(user.hasPassword ? ["password"] : []),
    ...(user.otpAuthEnabled ? ["magic link"] : []),
    ...(user.passkeyAuthEnabled ? ["passkey"] : []),
    ...user.oauthProviders.map(({ id }) => id),
    ...(user.isMultiFactorRequired ? ["+ second factor"] : [])
  ].join(", ")

/** The service's names for reasons, in words. */
const restrictions: Readonly<Record<string, string>> = {
  anonymous: "the user is anonymous",
  email_not_verified: "the email is not verified",
  restricted_by_administrator: "by an administrator"
}

const formatState = (user: ServerUser): string =>
  [
    ...(user.isAnonymous ? ["anonymous"] : []),
    ...(user.restrictedReason ? [`restricted: ${restrictions[user.restrictedReason] ?? user.restrictedReason}`] : [])
  ].join(", ")

const columns: ReadonlyArray<Output.Column<ServerUser>> = [
  { title: "ID", value: ({ id }) => id },
  { title: "EMAIL", value: ({ primaryEmail }) => primaryEmail ?? "", mayBeCut: true },
  { title: "NAME", value: ({ displayName }) => displayName ?? "", mayBeCut: true },
  { title: "SIGNED UP", value: ({ signedUpAt }) => Output.formatDay(signedUpAt) },
  { title: "STATE", value: formatState, mayBeCut: true }
]

const show = (user: ServerUser, asJson: boolean) =>
  asJson
    ? Output.printJson(user)
    : Output.printFields([
        ["id", user.id],
        ["email", user.primaryEmail],
        ["verified", user.primaryEmail === null ? undefined : user.primaryEmailVerified],
        ["name", user.displayName],
        ["picture", user.profileImageUrl],
        ["signs in by", formatSignIn(user)],
        ["signed up", user.signedUpAt],
        ["last active", user.lastActiveAt],
        ["state", formatState(user)],
        ["team", user.selectedTeam?.displayName],
        ["client metadata", user.clientMetadata],
        ["client read-only metadata", user.clientReadOnlyMetadata],
        ["server metadata", user.serverMetadata]
      ])

/** The orders of the list; the service begins with the oldest by itself. */
const orders = {
  oldest: {},
  newest: { orderBy: "signedUpAt", desc: true },
  active: { orderBy: "lastActiveAt", desc: true },
  inactive: { orderBy: "lastActiveAt" }
} as const

type ListInput = InputOf<typeof listFlags>

export const list = Effect.fnUntraced(function* (input: ListInput) {
  const options: UserOptions = {
    query: Option.getOrUndefined(input.query),
    teamId: Option.getOrUndefined(input.team),
    ...orders[input.orderBy],
    excludedEmailDomains: Option.getOrUndefined(input.excludedEmailDomains),
    ...(input.anonymous && { includeAnonymous: true }),
    pageSize: input.all ? defaultPageSize : input.limit
  }
  const print = (users: ReadonlyArray<ServerUser>, hasTitles: boolean) =>
    input.json
      ? Effect.forEach(users, Output.printJson, { discard: true })
      : Output.printTable(users, columns, { hasTitles })
  const cursor = Option.getOrUndefined(input.cursor)
  if (input.all) {
    const isVisible = ProgressBar.canDraw({ json: input.json, isShown: true })
    const { step } = yield* ProgressBar.make({ label: "pages of users", total: undefined, isVisible })
    return yield* AllUsers.streamPages(options, cursor).pipe(
      Stream.zipWithIndex,
      Stream.runForEach(([users, at]) => Effect.andThen(print(users, at === 0), step)),
      withServerApp(input)
    )
  }
  const { items, nextCursor } = yield* AllUsers.fetchPage(options, cursor).pipe(withServerApp(input))
  if (items.length === 0 && !input.json) return yield* Output.note("No users found.")
  yield* print(items, true)
  if (nextCursor !== null) {
    yield* Output.note(`More users match. Show the next page with --cursor ${nextCursor}, or all with --all.`)
  }
}, Effect.scoped)

export const get = Effect.fnUntraced(function* (input: CommonInput & { readonly user: string }) {
  yield* show(yield* AllUsers.find(input.user).pipe(withServerApp(input)), input.json)
})

type FieldsInput = InputOf<typeof fieldFlags>

const readPassword = Effect.fnUntraced(function* ({ askPassword, passwordStdin }: FieldsInput) {
  if (passwordStdin) return { password: yield* SecretInput.fromInput }
  if (!askPassword) return {}
  return {
    password: yield* SecretInput.ask("Password", "Pass --password-stdin and write the password to standard input.")
  }
})

const readFields = Effect.fnUntraced(function* (input: FieldsInput) {
  const { clientMetadata, clientReadOnlyMetadata, emailSignIn, emailVerified, serverMetadata } = input
  const fields = pickPassed({
    primaryEmail: emptyToNull(input.email),
    primaryEmailVerified: emailVerified,
    primaryEmailAuthEnabled: emailSignIn,
    displayName: emptyToNull(input.displayName),
    profileImageUrl: emptyToNull(input.profileImageUrl),
    clientMetadata,
    clientReadOnlyMetadata,
    serverMetadata
  })
  return { ...fields, ...(yield* readPassword(input)) }
})

export const create = Effect.fnUntraced(function* (input: CommonInput & FieldsInput) {
  const { primaryEmail, ...fields } = yield* readFields(input)
  if (primaryEmail === undefined && Object.keys(fields).length === 0) {
    return yield* refused("A new user needs at least one field. Pass --email or --display-name, for example.")
  }
  const email = primaryEmail ? { primaryEmailAuthEnabled: true, primaryEmail } : {}
  yield* show(yield* Users.create({ ...email, ...fields }).pipe(withServerApp(input)), input.json)
})

type UpdateInput = InputOf<typeof updateFlags>

const findConflict = (input: UpdateInput): string | undefined => {
  if (Option.isSome(input.restrict) && input.liftRestriction) return "--restrict and --lift-restriction"
  return input.removePassword && (input.askPassword || input.passwordStdin)
    ? `--remove-password and --${input.askPassword ? "ask-password" : "password-stdin"}`
    : undefined
}

export const update = Effect.fnUntraced(function* (input: UpdateInput) {
  const conflict = findConflict(input)
  if (conflict !== undefined) return yield* refused(`${conflict} contradict each other. Pass one of them.`)
  const fields: Users.UserUpdate = {
    ...(yield* readFields(input)),
    ...(input.removePassword && { password: null }),
    ...(input.removeSecondFactor && { totpSecretBase64: null })
  }
  const isRestriction = Option.isSome(input.restrict) || input.liftRestriction
  if (Object.keys(fields).length === 0 && !isRestriction) {
    return yield* refused("Nothing to change. Pass at least one field, such as --display-name.")
  }
  const updated = yield* Effect.gen(function* () {
    const { id: userId } = yield* AllUsers.find(input.user)
    if (Option.isSome(input.restrict)) yield* Users.restrict({ userId, reason: input.restrict.value || null })
    if (input.liftRestriction) yield* Users.liftRestriction(userId)
    return Object.keys(fields).length === 0 ? yield* Users.get(userId) : yield* Users.update({ ...fields, userId })
  }).pipe(withServerApp(input))
  yield* show(updated, input.json)
})
