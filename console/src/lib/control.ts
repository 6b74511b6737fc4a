/** The control paths of the emulator that has served this page. */
import { readToken, forgetToken } from "./token.ts"

/** The header that carries the token. */
export const tokenHeader = "x-gatefold-emulator-token"

/** An error that the emulator has answered. */
export class ControlError extends Error {
  override readonly name = "ControlError"
  readonly status: number
  /** The place of the mistake in a seed. */
  readonly path: string | undefined

  constructor(status: number, message: string, path: string | undefined) {
    super(message)
    this.status = status
    this.path = path
  }
}

/** The emulator has not answered. */
export class Unreachable extends Error {
  override readonly name = "Unreachable"
  override readonly message = "The emulator doesn't answer. Check that it is running."
}

export interface Call {
  readonly method?: "GET" | "POST" | "DELETE"
  /** Sent as JSON, or as it is if it is a text. */
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** Sends a request with the token. The console forgets a rejected token, and asks for another one. */
export const send = async (path: string, { body, method = "GET", signal }: Call = {}): Promise<Response> => {
  const token = readToken()
  const response = await fetch(`/__emulator/${path}`, {
    method,
    headers: { [tokenHeader]: token ?? "" },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(signal !== undefined && { signal })
  }).catch((error: unknown) => {
    throw signal?.aborted === true ? error : new Unreachable()
  })
  if (response.ok) return response
  // The token may have changed meanwhile.
  if (response.status === 401 && token === readToken()) forgetToken()
  const answer: unknown = await response.json().catch(() => undefined)
  const readText = (name: string) => {
    const value: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined
    return typeof value === "string" ? value : undefined
  }
  throw new ControlError(
    response.status,
    readText("error") ?? `The emulator answered ${response.status}.`,
    readText("path")
  )
}

/** The same for answers in JSON. The types of the emulator describe them. */
export const call = async <A>(path: string, options?: Call): Promise<A> => {
  const response = await send(path, options)
  return (await response.json()) as A
}
