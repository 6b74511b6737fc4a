/**
 * Files by which other commands find the emulators of `gatefold start`: one file for each, with its URL, token and
 * project, for their owner only. The emulator removes it when it ends. A killed emulator leaves its file behind, and
 * another program may have its process ID or its port by now. So each emulator has to prove that it knows its token,
 * which is only sent after that.
 */
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { tmpdir, userInfo } from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { attempt } from "../../domain/Attempt.ts"
import { proofHeader, makeProof } from "../../emulator/access/ControlToken.ts"
import * as ControlPath from "../../emulator/control/ControlPath.ts"
import * as Hashing from "../../emulator/crypto/Hashing.ts"

const State = Schema.Struct({
  apiUrl: Schema.String,
  token: Schema.String,
  pid: Schema.Finite,
  /** The project that it was started with, with its keys. */
  project: Schema.optional(
    Schema.Struct({
      projectId: Schema.String,
      publishableClientKey: Schema.String,
      secretServerKey: Schema.String,
      superSecretAdminKey: Schema.String
    })
  )
})
export interface State extends Schema.Struct.Type<(typeof State)["fields"]> {}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(State))

/**
 * The system's folder for files that exist while its user is logged in, or one of the user's own among temporary files.
 * A relative path does not count (XDG Base Directory Specification): the token would be among the files of an app.
 */
const findFolder = (): string => {
  const { XDG_RUNTIME_DIR: runtime = "" } = process.env
  return path.isAbsolute(runtime)
    ? path.join(runtime, "gatefold")
    : path.join(tmpdir(), `gatefold-${userInfo().username}`)
}

/**
 * Whether no other user can read or change files in the folder. Windows has no such modes, but a folder for each user.
 */
const isPrivate = (directory: string): boolean => {
  const { mode, uid } = fs.lstatSync(directory)
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0)
}

/** The file of an emulator. Its name has the process ID, because emulators at different addresses may share a port. */
const toPath = ({ apiUrl, pid }: State): string => path.join(findFolder(), `${new URL(apiUrl).port}-${pid}.json`)

/** Writes the file of an emulator. Returns its path, or undefined if other users could change the folder. */
const write = (state: State): string | undefined => {
  fs.mkdirSync(findFolder(), { recursive: true, mode: 0o700 })
  if (!isPrivate(findFolder())) return undefined
  const file = toPath(state)
  fs.rmSync(file, { force: true })
  fs.writeFileSync(file, JSON.stringify(state), { mode: 0o600, flag: "wx" })
  return file
}

/** Announces an emulator until the scope closes. Where that is not possible, commands need `--url` and `--token`. */
export const announce = (state: State) =>
  Effect.acquireRelease(
    Effect.sync(() => attempt(() => write(state))),
    (file) => Effect.sync(() => file !== undefined && fs.rmSync(file, { force: true }))
  )

/** A working emulator answers in this time on the busiest machine; one stopped in a debugger does not. */
const answerTimeout = "10 seconds"

/** Whether the emulator of this token answers there: no other start has it. The token is not sent. */
const isRunning = ({ apiUrl, token }: State): Effect.Effect<boolean> =>
  Effect.tryPromise(async (signal) => {
    const challenge = randomBytes(24).toString("base64url")
    const response = await fetch(`${apiUrl}${ControlPath.prefix}proof?challenge=${challenge}`, {
      redirect: "error",
      signal
    })
    await response.body?.cancel()
    return Hashing.isEqual(response.headers.get(proofHeader) ?? "", makeProof(token, challenge))
  }).pipe(
    Effect.timeout(answerTimeout),
    Effect.orElseSucceed(() => false)
  )

/** The state files of this user's emulators. Leaves out what cannot be read. */
const readAnnounced = (): ReadonlyArray<State> => {
  const names = attempt(() => (isPrivate(findFolder()) ? fs.readdirSync(findFolder()) : [])) ?? []
  const files = names.filter((name) => name.endsWith(".json")).toSorted()
  return files.flatMap((name) => {
    const text = attempt(() => fs.readFileSync(path.join(findFolder(), name), "utf8"))
    return Option.toArray(decode(text))
  })
}

export const list: Effect.Effect<ReadonlyArray<State>> = Effect.suspend(() =>
  Effect.filter(readAnnounced(), isRunning, { concurrency: "unbounded" })
)
