/**
 * What the chapters of the tour share: the app, its project, and devices.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as InternalApiKeysApi from "../../api/InternalApiKeys.ts"
import * as OwnedProjects from "../../client/OwnedProjects.ts"
import * as Password from "../../client/Password.ts"
import * as Sessions from "../../client/Sessions.ts"
import { ProviderId } from "../../domain/Ids.ts"
import * as ClientApp from "../../http/ClientApp.ts"
import * as ProjectConfig from "../../http/ProjectConfig.ts"
import * as Transport from "../../http/Transport.ts"
import * as OAuthFlows from "../../platform/OAuthFlows.ts"
import * as Session from "../../session/Session.ts"
import * as Memory from "../../token/Memory.ts"
import { Stage } from "./Stage.ts"
import { Unexpected } from "./Step.ts"

/** Where the app of the tour would run; links in mails lead there. */
export const appUrl = "http://localhost:3000"

export const password = "correct horse battery staple"

/** A project as its apps know it. */
export interface AppOfProject {
  readonly projectId: string
  readonly publishableClientKey: Redacted.Redacted
}

/** An app of its own for each device, so that each has its own session. */
export const device = (app: AppOfProject) =>
  Effect.map(Stage, ({ apiUrl }) =>
    Layer.mergeAll(Session.layer, OAuthFlows.layerMemory).pipe(
      Layer.provideMerge(Layer.fresh(Memory.layer)),
      Layer.provideMerge(ClientApp.layer({ ...app, apiUrl, appUrl }))
    )
  ).pipe(Layer.unwrap, Layer.fresh)

const config = {
  magicLinkEnabled: true,
  passkeyEnabled: true,
  clientTeamCreationEnabled: true,
  clientUserDeletionEnabled: true,
  allowUserApiKeys: true,
  oauthProviders: [{ id: ProviderId.make("github"), type: "shared" as const }]
}

/** Creates a project the way a dashboard does: as a user of the project `internal`. */
export const createProject = Effect.gen(function* () {
  const { apiUrl } = yield* Stage
  yield* Password.signUp({ email: "owner@example.org", password })
  const { id } = yield* OwnedProjects.create({ displayName: "Tour", config })
  const tokens = yield* Sessions.currentTokens()
  if (tokens === null) return yield* new Unexpected({ message: "the owner is not signed in" })
  const admin = yield* Transport.make(yield* ProjectConfig.make({ projectId: id, apiUrl }), {
    level: "admin",
    keys: [["x-stack-admin-access-token", tokens.accessToken]]
  })
  const { publishableClientKey } = yield* admin.call(InternalApiKeysApi.createInternalApiKey, {
    payload: {
      description: "Tour",
      expiresAt: new Date((yield* Clock.currentTimeMillis) + Duration.toMillis("1 day")),
      hasPublishableClientKey: true,
      hasSecretServerKey: false,
      hasSuperSecretAdminKey: false
    }
  })
  if (publishableClientKey === undefined) return yield* new Unexpected({ message: "no key in the answer" })
  const app: AppOfProject = { projectId: id, publishableClientKey }
  return app
})
