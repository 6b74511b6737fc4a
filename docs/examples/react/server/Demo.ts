/** The whole demo beside an emulator: builds the app, opens the project, and serves both. */
import { Effect, Layer } from "effect"
import type { Emulator } from "gatefold/emulator"
import * as Http from "gatefold/http/Http"
import * as Listen from "../../backend/Listen.ts"
import * as DemoServer from "./DemoServer.ts"
import * as People from "./People.ts"
import * as Project from "./Project.ts"

/** How the demo is served. */
export interface Options {
  /** The folder of the built app. */
  readonly folder: string
  /** Default 8103, or a free one when that is taken; 0 is always a free one. */
  readonly port?: number | undefined
}

/** A running demo. */
export interface Demo {
  readonly url: string
  readonly projectId: string
  readonly accounts: typeof People.accounts
  /** The data that was added to the project; undefined if it already existed. */
  readonly seeded: { readonly users: number; readonly teams: number; readonly mails: number } | undefined
}

/** Serves the demo until the scope closes. */
export const serve = Effect.fn("demo.serve")(function* (emulator: Emulator["Service"], options: Options) {
  const server = yield* Layer.build(Listen.layer(options.port ?? 8103))
  const url = yield* Effect.provideContext(Listen.url, server)
  const project = yield* Project.open(emulator, url)
  const seeded = project.isOld
    ? undefined
    : yield* People.populate.pipe(
        Effect.provide(
          DemoServer.apps(emulator, project, url).pipe(Layer.provideMerge(Http.layerHandler(emulator.fetch)))
        )
      )
  yield* Layer.build(DemoServer.layer(emulator, project, url, options.folder)).pipe(Effect.provideContext(server))
  const demo: Demo = { url, projectId: project.projectId, accounts: People.accounts, seeded }
  return demo
})
