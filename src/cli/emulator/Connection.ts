/** Finds the running emulator of a command, and sends requests to its control paths. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Json from "../../domain/text/Json.ts"
import { parseUrl } from "../../domain/url/AbsoluteUrl.ts"
import { isLoopbackUrl } from "../../domain/url/Loopback.ts"
import { tokenHeader } from "../../emulator/access/ControlToken.ts"
import { emulatorHeader } from "../../emulator/control/ControlPath.ts"
import { type CommandError, unreachable, refused } from "../CommandError.ts"
import { readVariable } from "../input/EnvironmentVariable.ts"
import * as StateFile from "../target/StateFile.ts"
import type { ConnectionInput } from "./ConnectionFlags.ts"

interface Target {
  readonly apiUrl: string
  readonly token: string
}

const toOrigin = (url: string): string => parseUrl(url)?.origin ?? url

/**
 * The token of the environment for a URL of a flag, whose emulator has no state file. The token is for the URL of the
 * environment, or else for this machine: another emulator could use it against the one that it belongs to.
 */
const readEnvironmentToken = (url: string): string | undefined => {
  const own = readVariable("GATEFOLD_EMULATOR_URL")
  const isMeant = own === undefined ? isLoopbackUrl(url) : toOrigin(own) === toOrigin(url)
  return isMeant ? readVariable("GATEFOLD_EMULATOR_TOKEN") : undefined
}

/** Flags come first, then the URL and token of the environment, then the emulators that `gatefold start` runs. */
const find = Effect.fnUntraced(function* (input: ConnectionInput): Effect.fn.Return<Target, CommandError> {
  const url = Option.getOrElse(input.url, () => readVariable("GATEFOLD_EMULATOR_URL"))
  const token = Option.getOrUndefined(Option.map(input.token, Redacted.value))
  if (url !== undefined && token !== undefined) {
    if (Option.isNone(input.url) && !isLoopbackUrl(url)) {
      return yield* refused(
        `Pass --url together with --token. Add --url ${url} for the emulator of GATEFOLD_EMULATOR_URL.`
      )
    }
    return { apiUrl: toOrigin(url), token }
  }
  const environmentToken = url === undefined ? undefined : readEnvironmentToken(url)
  if (url !== undefined && environmentToken !== undefined && Option.isNone(input.url)) {
    return { apiUrl: toOrigin(url), token: environmentToken }
  }
  const running = (yield* StateFile.list).filter(({ apiUrl }) => url === undefined || toOrigin(url) === apiUrl)
  const [first, second] = running
  if (first === undefined) {
    if (url === undefined) {
      return yield* unreachable(
        "No emulator is running. Start one: npx gatefold start. Or pass --url and --token, as start prints them."
      )
    }
    if (environmentToken !== undefined) return { apiUrl: toOrigin(url), token: environmentToken }
    return yield* unreachable(
      `You have not started an emulator at ${url}. For another one, pass its --token, as start prints it.`
    )
  }
  if (second !== undefined) {
    const urls = running.map(({ apiUrl }) => apiUrl).join(", ")
    return yield* refused(`Several emulators are running: ${urls}. Choose one with --url.`)
  }
  return { apiUrl: first.apiUrl, token: token ?? first.token }
})

const send = Effect.fnUntraced(function* (
  input: ConnectionInput,
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>
) {
  const { apiUrl, token } = yield* find(input)
  const response = yield* Effect.tryPromise({
    try: (signal) =>
      fetch(`${apiUrl}/__emulator/${path}`, {
        method,
        signal,
        // A redirect would carry the token to another server.
        redirect: "error",
        headers: { [tokenHeader]: token },
        ...(body !== undefined && { body })
      }),
    catch: () => unreachable(`No emulator answers at ${apiUrl}.`)
  })
  if (response.headers.has(emulatorHeader)) return response
  yield* Effect.ignore(Effect.tryPromise(async () => response.body?.cancel()))
  return yield* unreachable(`The program at ${apiUrl} is not an emulator. Check --url or GATEFOLD_EMULATOR_URL.`)
})

const readBody = <A>(read: () => Promise<A>) =>
  Effect.tryPromise({ try: read, catch: () => unreachable("The emulator stopped during the request.") })

const readProblem = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "error" in body ? String(body.error) : undefined

const failWith = (response: Response) =>
  Effect.flatMap(
    Effect.promise((): Promise<unknown> => response.json().catch(() => undefined)),
    (body) =>
      Effect.fail(
        refused(
          response.status === 401 || response.status === 403
            ? "The emulator refused the token. Pass the --token that this start of the emulator printed."
            : (readProblem(body) ?? `The emulator returned status ${response.status}.`)
        )
      )
  )

/** Reads JSON. Fields that the schema does not name remain, because `--json` prints everything. */
const parseAnswer = <S extends Schema.Constraint>(schema: S) => {
  const isAnswer = Schema.is(schema)
  return (text: string): Effect.Effect<S["Type"], CommandError> => {
    const answer = Json.parse(text)
    return answer !== undefined && isAnswer(answer)
      ? Effect.succeed(answer)
      : Effect.fail(
          refused(
            "The emulator sent an unknown answer. It may run another version of Gatefold: restart it with npx gatefold start."
          )
        )
  }
}

/** The JSON of a control path. Fails with `missing` for a 404. */
export const ask = Effect.fnUntraced(function* <S extends Schema.Constraint>(
  input: ConnectionInput,
  method: string,
  path: string,
  answer: S,
  options: { readonly body?: unknown; readonly missing?: CommandError } = {}
): Effect.fn.Return<S["Type"], CommandError> {
  const body = options.body === undefined ? undefined : JSON.stringify(options.body)
  const response = yield* send(input, method, path, body)
  if (response.status === 404 && options.missing !== undefined) return yield* options.missing
  if (!response.ok) return yield* failWith(response)
  return yield* parseAnswer(answer)(yield* readBody(() => response.text()))
})

export const askText = Effect.fnUntraced(function* (
  input: ConnectionInput,
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>
) {
  const response = yield* send(input, method, path, body)
  if (!response.ok) return yield* failWith(response)
  return yield* readBody(() => response.text())
})

/** The events of these kinds, by their schema. */
export const streamEvents = <S extends Schema.Constraint>(
  input: ConnectionInput,
  only: string,
  event: S
): Stream.Stream<S["Type"], CommandError> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const response = yield* send(input, "GET", `events?only=${only}`)
      if (!response.ok || response.body === null) return yield* failWith(response)
      const body = response.body
      const parseEvent = parseAnswer(event)
      return Stream.fromReadableStream({
        evaluate: () => body,
        onError: () => unreachable("The emulator stopped.")
      }).pipe(
        Stream.decodeText,
        Stream.splitLines,
        Stream.filter((line) => line.startsWith("data: ")),
        // Each event is one line of JSON.
        Stream.mapEffect((line) => parseEvent(line.slice("data: ".length)))
      )
    })
  )
