/** The control paths of the emulator that has served this page. */
import { currentToken, forgetToken } from "./token.ts"

/** The header that carries the token. */
export const tokenHeader = "x-gatefold-emulator-token"

/** An answer of the emulator that says what is wrong. */
export class ControlError extends Error {
  override readonly name = "ControlError"
  readonly status: number
  /** Where in a seed it is wrong. */
  readonly path: string | undefined

  constructor(status: number, message: string, path: string | undefined) {
    super(message)
    this.status = status
    this.path = path
  }
}

/** There is no answer. */
export class Unreachable extends Error {
  override readonly name = "Unreachable"
  override readonly message = "The emulator does not answer. It may have been stopped."
}

export interface Call {
  readonly method?: "GET" | "POST" | "DELETE"
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** Sends a request with the token. A refused token is forgotten, which leads back to the question for it. */
export const send = async (path: string, { body, method = "GET", signal }: Call = {}): Promise<Response> => {
  const token = currentToken()
  const response = await fetch(`/__emulator/${path}`, {
    method,
    headers: { [tokenHeader]: token ?? "" },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(signal !== undefined && { signal })
  }).catch((error: unknown) => {
    throw signal?.aborted === true ? error : new Unreachable()
  })
  if (response.ok) return response
  // another tab may have brought another one meanwhile
  if (response.status === 401 && token === currentToken()) forgetToken()
  const answer: unknown = await response.json().catch(() => undefined)
  const text = (name: string) => {
    const value: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined
    return typeof value === "string" ? value : undefined
  }
  throw new ControlError(response.status, text("error") ?? `The emulator answered ${response.status}.`, text("path"))
}

/** The same for answers in JSON, whose shape the emulator's own types say. */
export const call = async <A>(path: string, options?: Call): Promise<A> => {
  const response = await send(path, options)
  return (await response.json()) as A
}
