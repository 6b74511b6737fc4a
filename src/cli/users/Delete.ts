/** `gatefold users delete`: deletes the users that arguments, a file, standard input or a query name. */
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { isKnownError } from "../../domain/errors/KnownError.ts"
import { leavesOutcomeUnknown } from "../../domain/errors/TransportReason.ts"
import { type UserId } from "../../domain/Ids.ts"
import * as Json from "../../domain/text/Json.ts"
import { toSnakeCase } from "../../domain/text/SnakeCase.ts"
import * as RetryPolicy from "../../http/RetryPolicy.ts"
import type { ServerUser } from "../../server/Users.ts"
import * as Users from "../../server/Users.ts"
import * as AllUsers from "../bulk/AllUsers.ts"
import { refused } from "../CommandError.ts"
import { confirm } from "../input/Confirm.ts"
import { isId } from "../input/Flags.ts"
import * as InputFile from "../input/InputFile.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import * as ProgressBar from "../output/ProgressBar.ts"
import { retryTransient, toCommandError, withServerApp } from "../target/Calls.ts"
import * as UserFile from "./UserFile.ts"
import type { deleteFlags } from "./UsersCommand.ts"

type DeleteInput = InputOf<typeof deleteFlags>

/** A user, or an ID or email that is looked up later. */
interface UserReference {
  readonly name: string
  readonly id: UserId | undefined
}

const fromName = (name: string): UserReference => ({ name, id: isId(name) ? name.toLowerCase() : undefined })

const toReference = (user: ServerUser): UserReference => ({ name: AllUsers.formatName(user), id: user.id })

const findName = (values: Readonly<Record<string, unknown>>): string | undefined => {
  const columns = new Map(Object.entries(values).map(([name, value]) => [toSnakeCase(name), value]))
  return ["id", "email", "primary_email"]
    .map((column) => columns.get(column))
    .find((value): value is string => typeof value === "string" && value !== "")
}

const noName = "neither an ID nor an email"

/** Reads a line: an ID, an email, or a JSON object as `users list --json` prints it. */
const parseLine = (line: string): string | undefined =>
  line.startsWith("{") ? findName(Json.parseObject(line) ?? {}) : line

const parseLines = Effect.fnUntraced(function* (source: string, content: string) {
  const lines = content.split(/\r?\n/).map((line) => line.trim())
  return yield* Effect.forEach(
    lines.flatMap((line, at) => (line === "" ? [] : [{ line, at }])),
    ({ at, line }) => {
      const name = parseLine(line)
      return name === undefined
        ? Effect.fail(refused(`Line ${at + 1} of ${source} has ${noName}. Nothing was deleted.`))
        : Effect.succeed(fromName(name))
    }
  )
})

/** The extensions of files that are not one ID or email per line. */
const structured = [".csv", ".json", ".ndjson", ".jsonl"]

const readFile = Effect.fnUntraced(function* (file: string) {
  if (file === "-") return yield* parseLines("standard input", yield* InputFile.standardInput)
  if (!structured.includes(path.extname(file).toLowerCase())) {
    return yield* parseLines(file, yield* InputFile.readText(file))
  }
  const format = yield* UserFile.resolveFormat(file, Option.none())
  return yield* UserFile.read(file, format, ",").pipe(
    Stream.mapEffect(({ line, problem, values }) => {
      const name = values === undefined ? undefined : findName(values)
      return name === undefined
        ? Effect.fail(refused(`Line ${line} of ${file} has ${problem ?? noName}. Nothing was deleted.`))
        : Effect.succeed(fromName(name))
    }),
    Stream.runCollect
  )
})

const searchUsers = (query: string, includeAnonymous: boolean) =>
  AllUsers.stream({ query, pageSize: 100, ...(includeAnonymous && { includeAnonymous }) }).pipe(
    Stream.map(toReference),
    Stream.runCollect
  )

const formatUsers = (users: ReadonlyArray<UserReference>): string =>
  users.length <= 3 ? users.map(({ name }) => name).join(", ") : Output.formatCount(users.length, "user")

const formatQuestion = (users: ReadonlyArray<UserReference>): string =>
  `Delete ${formatUsers(users)}, with ${users.length === 1 ? "the user's" : "their"} memberships, sessions and keys?`

/**
 * Deletes a user. If the service does not find the user after an attempt without an answer, that attempt has deleted
 * the user.
 */
const deleteById = Effect.fnUntraced(function* (userId: UserId) {
  let mayBeDeleted = false
  const policy = Schedule.tap(yield* RetryPolicy.RetryPolicy, ({ input }) =>
    Effect.sync(() => {
      mayBeDeleted ||= leavesOutcomeUnknown(input.reason)
    })
  )
  yield* retryTransient(Users.delete(userId)).pipe(
    Effect.provideService(RetryPolicy.RetryPolicy, policy),
    Effect.catchTag("UserNotFound", (error) => (mayBeDeleted ? Effect.void : Effect.fail(error)))
  )
})

/** Deletes many users in parallel. Counts missing users, so that you can repeat an interrupted command. */
const deleteUsers = Effect.fnUntraced(function* (input: DeleteInput, users: ReadonlyArray<UserReference>) {
  const counts = { deleted: 0, notFound: 0, failed: 0 }
  const { step } = yield* ProgressBar.make({ label: "users", total: users.length, isVisible: !input.json })
  const startedIds = new Set<UserId>()
  const findAndDelete = Effect.fnUntraced(function* ({ id, name }: UserReference) {
    const userId = id ?? (yield* AllUsers.find(name)).id
    if (startedIds.has(userId)) return
    startedIds.add(userId)
    yield* deleteById(userId)
    counts.deleted++
    if (input.json) yield* Output.printJson({ deleted: userId })
  })
  const deleteUser = (user: UserReference) =>
    findAndDelete(user).pipe(
      Effect.catch((error) => {
        if (error._tag === "UserNotFound" || (error._tag === "CommandError" && error.code === "UserNotFound")) {
          counts.notFound++
          return input.json ? Output.printJson({ notFound: user.name }) : Effect.void
        }
        if (error._tag !== "CommandError" && !isKnownError(error)) return Effect.fail(error)
        counts.failed++
        return Output.note(`${user.name}: ${toCommandError(error).message}`)
      }),
      Effect.andThen(step)
    )
  const deleteAll = (references: ReadonlyArray<UserReference>) =>
    Effect.forEach(references, deleteUser, { concurrency: input.concurrency, discard: true })
  // Emails first: an email finds no user whom the same command has deleted by ID.
  yield* deleteAll(users.filter(({ id }) => id === undefined)).pipe(
    Effect.andThen(deleteAll(users.filter(({ id }) => id !== undefined))),
    withServerApp(input)
  )
  return counts
}, Effect.scoped)

export const remove = Effect.fnUntraced(function* (input: DeleteInput) {
  const { json, query } = input
  const files = [...(input.users.includes("-") ? ["-"] : []), ...Option.toArray(input.file)]
  const words = input.users.filter((name) => name !== "-")
  if (words.length + files.length === 0 && Option.isNone(query)) {
    return yield* refused("Name the users to delete: pass IDs or emails, --file, - for standard input, or --query.")
  }
  if (Option.isSome(query) && query.value.trim() === "") {
    return yield* refused("--query is empty, which would match every user. Pass a text to look for.")
  }
  // Looks up typed names first, so that a typing error deletes nobody.
  const typed = yield* Effect.forEach(words, AllUsers.find, { concurrency: input.concurrency }).pipe(
    withServerApp(input)
  )
  const lines = [
    ...typed.map(toReference),
    ...(yield* Effect.forEach(files, readFile)).flat(),
    ...(Option.isSome(query) ? yield* searchUsers(query.value, input.anonymous).pipe(withServerApp(input)) : [])
  ]
  const users = [...new Map(lines.map((user) => [user.id ?? user.name.toLowerCase(), user])).values()]
  if (users.length === 0) return yield* json ? Effect.void : Output.note("No users found.")
  yield* confirm(formatQuestion(users), input.yes)
  const { deleted, failed, notFound } = yield* deleteUsers(input, users)
  if (!json) {
    const rest = notFound === 0 ? "" : ` ${Output.formatCount(notFound, "user")} did not exist.`
    yield* Output.print(
      `Deleted ${users.length === deleted ? formatUsers(users) : Output.formatCount(deleted, "user")}.${rest}`
    )
  }
  if (failed > 0) return yield* refused(`${Output.formatCount(failed, "user")} could not be deleted.`)
})
