/** The control paths of one part of the emulator, and their answers. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type * as Identities from "../idp/Identities.ts"

export interface ControlRequest {
  readonly request: Request
  readonly query: URLSearchParams
  readonly last: string
  /** Aborts when the caller has left. */
  readonly signal: AbortSignal
  /** Carries out a request of an app, faults included. */
  readonly send: (request: Request) => Promise<Response>
}

/** The services that handlers need to read and write tables. */
export type Tables = Effect.Services<ReturnType<typeof Identities.ensure>>

/** A request that is answered with a status of 400 or above. */
export class Refused extends TaggedError("Refused")<{ readonly status: number; readonly problem: string }> {}

export const refuse = (status: number, problem: string): Effect.Effect<never, Refused> =>
  Effect.fail(new Refused({ status, problem }))

/**
 * Handlers by method and path below `/__emulator/`, such as `GET faults`; `*` matches one last segment. They return a
 * response, or what the JSON of one with status 200 holds.
 */
export type Paths = Readonly<Record<string, (request: ControlRequest) => Effect.Effect<unknown, Refused, Tables>>>

export const prefix = "/__emulator/"

/** The header of every answer of a control path: commands use it to recognize an emulator at a port. */
export const emulatorHeader = "x-gatefold-emulator"

/**
 * The largest body of a control path in bytes. Snapshots and seeds are parsed as one text, and the texts of V8 have at
 * most 512 MiB.
 */
export const maxControlBytes = 512 * 1_048_576 - 64

/** Parses the text of a body. */
export const parseJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

export const readText = ({ request }: Pick<ControlRequest, "request">): Effect.Effect<string> =>
  Effect.promise(() => request.text())

/** Reads bodies of a schema, and refuses others. */
export const makeReader = <A>(
  schema: Schema.Codec<A, unknown>,
  describe: (issue: SchemaIssue.Issue) => string,
  options?: Parameters<typeof Schema.decodeUnknownEffect>[1]
) => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(schema), options)
  return (request: Pick<ControlRequest, "request">): Effect.Effect<A, Refused> =>
    Effect.mapError(
      Effect.flatMap(readText(request), decode),
      ({ issue }) => new Refused({ status: 400, problem: describe(issue) })
    )
}

/** Answers with the id of what was removed, unless nothing had it. */
export const answerRemoval = <R>(removal: Effect.Effect<boolean, never, R>, id: string, problem: string) =>
  Effect.flatMap(removal, (isGone) => (isGone ? Effect.succeed({ id }) : refuse(404, problem)))

export const json = (status: number, body: unknown): Response =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } })

/** The response to what a handler returns, or refuses. */
export const respond = <R>(answer: Effect.Effect<unknown, Refused, R>): Effect.Effect<Response, never, R> =>
  Effect.match(answer, {
    onFailure: ({ problem, status }) => json(status, { error: problem }),
    onSuccess: (value) => (value instanceof Response ? value : json(200, value))
  })
