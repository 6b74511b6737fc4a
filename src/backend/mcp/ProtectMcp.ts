/**
 * Protects an MCP server that answers `Request`s, made with any library.
 *
 * @example
 * ```ts
 * const auth = createRequestAuth({ projectId, publishableClientKey })
 * const handler = protectMcp(auth, { resource: "https://shop.example.com/mcp" }, (request, session) =>
 *   transport.handleRequest(request, { authInfo: { token: "", clientId: "", scopes: [], extra: { session } } })
 * )
 * ```
 */
import * as Effect from "effect/Effect"
import { isAuthError } from "../AuthErrors.ts"
import type { AuthSession } from "../request/AuthResult.ts"
import type { RequestAuth } from "../request/RequestAuth.ts"
import * as McpGate from "./internal/McpGate.ts"
import * as McpSessions from "./internal/McpSessions.ts"
import type { McpAuthOptions } from "./McpAuth.ts"

/**
 * A handler for the MCP endpoint and for its metadata document: send it the requests to both. The user's session
 * ends with the body of the response, for tools run while it is streamed. Throws `InvalidOption`.
 */
export const protectMcp = <Rest extends ReadonlyArray<unknown>>(
  auth: RequestAuth,
  { allow, ...options }: McpAuthOptions,
  handler: (request: Request, session: AuthSession, ...rest: Rest) => Promise<Response> | Response
): ((request: Request, ...rest: Rest) => Promise<Response>) => {
  const gate = Effect.runSync(McpGate.make(options))

  return async (request, ...rest) => {
    if (request.method === "GET" && new URL(request.url).pathname === gate.metadataPath) {
      return gate.makeMetadataResponse()
    }
    const stopped = gate.refuseForeign(request)
    if (stopped !== undefined) return stopped
    const result = await auth.authenticate(McpGate.keepBearer(request), { allow })
    const end = async () => result[Symbol.asyncDispose]()
    const answer = async (): Promise<Response> => {
      if (!result.signedIn) return gate.refuse(result.error)
      const owner = `user ${result.userId}`
      const entry = await result.run(gate.enter(owner, request))
      if (entry._tag === "Refused") return entry.response
      const { sessionId } = entry
      const entered = sessionId === undefined ? request : new Request(request, withSession(request, sessionId))
      try {
        const response = await handler(entered, result, ...rest)
        const responseSessionId = response.headers.get(McpSessions.header)
        if (responseSessionId === null) return response
        const { status, statusText } = response
        const bound = withSession(response, await result.run(gate.bind(owner, responseSessionId)))
        return new Response(response.body, { status, statusText, ...bound })
      } catch (error) {
        if (isAuthError(error)) return gate.refuse(error)
        throw error
      }
    }
    try {
      return await runAfterBody(await answer(), end)
    } catch (error) {
      await end()
      throw error
    }
  }
}

/** The headers of a message that names another session; those of one from `fetch` are immutable. */
const withSession = (message: Request | Response, id: string): { readonly headers: Headers } => {
  const headers = new Headers(message.headers)
  headers.set(McpSessions.header, id)
  return { headers }
}

/** Runs an effect once after the body of a response has ended. */
const runAfterBody = async (response: Response, end: () => Promise<void>): Promise<Response> => {
  if (response.body === null) {
    await end()
    return response
  }
  const reader = response.body.getReader()
  let ending: Promise<void> | undefined
  const endOnce = () => (ending ??= end())
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      await endOnce()
    },
    cancel: async (reason) => {
      try {
        await endOnce()
      } finally {
        await reader.cancel(reason)
      }
    }
  }
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), response)
}
