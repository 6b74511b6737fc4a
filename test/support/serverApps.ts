/** What tests of servers and admins share: apps over the scripted network or the emulator. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AdminApp from "../../src/admin/AdminApp.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import * as ServerApp from "../../src/server/ServerApp.ts"
import { apiUrl, projectId, publishableClientKey, userJson } from "./scriptedNetwork.ts"

export const secretServerKey = "ssk_canarykey1111111111111111111111111111111"
export const superSecretAdminKey = "sak_canarykey2222222222222222222222222222222"

export const serverApp = (options: Partial<ServerApp.ServerAppOptions> = {}) =>
  ServerApp.layer({ projectId, publishableClientKey, secretServerKey, apiUrl, ...options })

export const adminApp = (options: Partial<AdminApp.AdminAppOptions> = {}) =>
  AdminApp.layer({ projectId, publishableClientKey, superSecretAdminKey, apiUrl, ...options })

/** A user on the wire as servers see it. */
export const serverUserJson = {
  ...userJson,
  primary_email_auth_enabled: true,
  server_metadata: null,
  last_active_at_millis: 1_700_000_000_000
}

/** An emulator with a project, and the admin of it, who may do all that servers may. */
export const emulated = (options: Emulator.Options = {}) =>
  Layer.unwrap(
    Effect.map(Emulator.Emulator, ({ baseUrl, fetch, project }) =>
      AdminApp.layer({ ...project!, apiUrl: baseUrl, appUrl: "http://localhost:3000" }).pipe(
        Layer.provide(Http.layerHandler(fetch)),
        Layer.orDie
      )
    )
  ).pipe(Layer.provideMerge(Emulator.layer({ passwordCost: "insecure-fast", project: {}, ...options })))
