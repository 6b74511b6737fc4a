/** The control paths of one part of the emulator, and their answers. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
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

/** Handlers by method and path below `/__emulator/`, such as `GET faults`; `*` matches one last segment. */
export type Paths = Readonly<Record<string, (request: ControlRequest) => Effect.Effect<Response, never, Tables>>>

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

export const json = (status: number, body: unknown): Response =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } })

export const error = (status: number, text: string): Response => json(status, { error: text })
