/** Servers and admins as scenarios have them: operations run through the app of a project. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AdminApp from "../../src/admin/AdminApp.ts"
import * as Configuration from "../../src/admin/Configuration.ts"
import { findKnownError } from "../../src/domain/errors/RequestRefused.ts"
import type { ClientApp } from "../../src/http/ClientApp.ts"
import * as ServerApp from "../../src/server/ServerApp.ts"
import type { Session } from "../../src/session/Session.ts"
import { Backend } from "./Backend.ts"
import { appUrl, type Device, type Project } from "./Scenario.ts"

/** Runs operations over the services of an app. */
export interface App<Services> {
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Services>>
}

const appOver = Effect.fnUntraced(function* <Services, E, R>(layer: Layer.Layer<Services, E, R>) {
  const { http, recording } = yield* Backend
  const services = yield* Layer.build(Layer.fresh(Layer.provide(layer, http)))
  const app: App<Services> = (effect) =>
    Effect.provideContext(effect, services).pipe(
      Effect.tapError((error) =>
        Effect.sync(() => {
          const known = findKnownError(error)
          if (known !== undefined) recording.failures.add(known.code)
        })
      )
    )
  return app
})

const makeOptions = Effect.fnUntraced(function* (project: Project) {
  const { apiUrl } = yield* Backend
  return {
    projectId: project.projectId,
    publishableClientKey: project.publishableClientKey,
    apiUrl,
    appUrl,
    allowInsecureHttp: true
  }
})

/** A server of a project. */
export const makeServer = Effect.fnUntraced(function* (project: Project) {
  const options = yield* makeOptions(project)
  return yield* appOver<ServerApp.ServerApp | ClientApp, ServerApp.ServerAppError, never>(
    ServerApp.layer({ ...options, secretServerKey: project.keys.server })
  )
})

/** An admin of a project, with its key alone. */
export const makeAdmin = Effect.fnUntraced(function* (project: Project) {
  const options = yield* makeOptions(project)
  return yield* appOver<AdminApp.AdminApp | ServerApp.ServerApp | ClientApp, ServerApp.ServerAppError, never>(
    AdminApp.layer({ ...options, superSecretAdminKey: project.keys.admin })
  )
})

/** An admin of a project by the right of its owner, who is signed in on the device. */
export const makeOwner = Effect.fnUntraced(function* (device: Device, project: { readonly projectId: string }) {
  const layer: Layer.Layer<AdminApp.AdminApp | ServerApp.ServerApp, ServerApp.ServerAppError, Session> =
    AdminApp.layerOwner({ projectId: project.projectId, appUrl })
  return yield* device(appOver(layer))
})

/** Has the project ask for its publishable key: in the current service a new project does not. */
export const requireClientKey = Effect.fnUntraced(function* (project: Project) {
  const { generation } = yield* Backend
  if (generation === "2025-06") return
  const changes = { "project.requirePublishableClientKey": true }
  yield* (yield* makeAdmin(project))(Configuration.update({ level: "project", changes }))
})
