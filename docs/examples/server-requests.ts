/** A route handler with promises: the user of each request, with a session that is never shared. */
import { Console, Effect } from "effect"
import { Http, Password, Sessions } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { createServerApp } from "gatefold/promise/server"
import { run } from "./demo.ts"

/** Your handler: it receives the caller and returns the response. */
const handler = (app: ReturnType<typeof createServerApp>) => async (request: Request) => {
  const { client, currentUser } = app.forRequest(request)
  const user = await currentUser.get()
  if (user === null) return new Response("Who are you?", { status: 401 })
  await currentUser.update({ serverMetadata: { visits: 1 } }) // with the rights of the server
  const teams = await client.teams.list() // with those of the user
  return Response.json({ name: user.primaryEmail, teams: teams.length })
}

export const example = Effect.gen(function* () {
  const { baseUrl, fetch, project } = yield* Emulator
  if (project === undefined) return
  const app = createServerApp({ ...project, apiUrl: baseUrl, http: Http.layerHandler(fetch) })
  const answer = handler(app)

  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  const headers = yield* Sessions.authHeaders
  const known = yield* Effect.promise(() => answer(new Request("https://app.example.com/", { headers })))
  yield* Console.log(known.status, yield* Effect.promise(() => known.text()))
  const unknown = yield* Effect.promise(() => answer(new Request("https://app.example.com/")))
  yield* Console.log(unknown.status, yield* Effect.promise(() => unknown.text()))
  yield* Effect.promise(() => app.dispose())
})

run(import.meta.main, example)
