/** Webhooks before there is a handler: the emulator's built-in receiver keeps them. */
import { Console, Effect, Stream } from "effect"
import { Http } from "gatefold"
import * as Emulator from "gatefold/emulator"
import { ServerApp, Users } from "gatefold/server"
import { run } from "./demo.ts"

const service = Emulator.layer({ project: {}, webhooks: [{ url: "emulator:receiver" }] })

export const example = Effect.gen(function* () {
  const { baseUrl, events, fetch, project, webhooks } = yield* Emulator.WithProject
  const createUser = Users.create({ primaryEmail: "ann@example.org" }).pipe(
    Effect.provide(ServerApp.layer({ ...project, apiUrl: baseUrl })),
    Effect.provide(Http.layerHandler(fetch))
  )
  // The stream starts now, so it is read while the user is created.
  const delivered = events.pipe(
    Stream.filter(({ _tag }) => _tag === "Webhook"),
    Stream.take(1),
    Stream.runDrain,
    Effect.timeout("10 seconds")
  )
  yield* Effect.all([delivered, createUser], { concurrency: "unbounded" })
  for (const { status, type } of yield* webhooks.received) yield* Console.log(type, "was answered with", status)
}).pipe(Effect.provide(service))

run(import.meta.main, example)
