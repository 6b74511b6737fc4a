/** Signs in the user of an old session (docs/moving/importing-users.md#sessions). */
import { Effect, Layer } from "effect"
import { ServerCookieTokenStore, Session } from "gatefold"
import { createServerApp } from "gatefold/promise/effect/server"
import { Sessions } from "gatefold/server"

const project = {
  projectId: process.env["STACK_PROJECT_ID"] ?? "",
  publishableClientKey: process.env["STACK_PUBLISHABLE_CLIENT_KEY"] ?? ""
}

const app = createServerApp({
  ...project,
  secretServerKey: process.env["STACK_SECRET_SERVER_KEY"] ?? "",
  apiUrl: process.env["STACK_API_URL"]
})

/** `oldUser` verifies the old session of a request, and returns the user's new ID. */
export const handOver =
  (oldUser: (request: Request) => Promise<string | undefined>) =>
  async (request: Request): Promise<Response> => {
    const userId = await oldUser(request)
    const response = new Response(null, { status: 303, headers: { location: "/" } })
    if (userId === undefined) return response
    const signIn = Effect.gen(function* () {
      const session = yield* Session.Session
      yield* session.signIn(Sessions.create({ userId, expiresInMillis: 30 * 24 * 3_600_000 }))
      yield* ServerCookieTokenStore.appendTo(response.headers)
    })
    const cookies = ServerCookieTokenStore.layer(request, project)
    await app.run(Effect.provide(signIn, Layer.provideMerge(Session.layer, cookies)))
    return response
  }
