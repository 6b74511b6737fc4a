/** Shared parts of the chapters: the app, its project and devices. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as InternalApiKeys from "../../admin/InternalApiKeys.ts"
import * as OwnedProjects from "../../admin/OwnedProjects.ts"
import * as Password from "../../client/Password.ts"
import * as ClientApp from "../../http/ClientApp.ts"
import * as OAuthFlows from "../../platform/page/OAuthFlows.ts"
import * as Session from "../../session/Session.ts"
import * as MemoryTokenStore from "../../token/MemoryTokenStore.ts"
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

/** A project as its servers and admins know it. */
export interface KeysOfProject extends AppOfProject {
  readonly secretServerKey: Redacted.Redacted
  readonly superSecretAdminKey: Redacted.Redacted
}

export const ownerEmail = "owner@example.org"

/** Each device has its own app and session. */
export const layerDevice = ({ projectId, publishableClientKey }: AppOfProject) =>
  Effect.map(Stage, ({ apiUrl }) =>
    Layer.mergeAll(Session.layer, OAuthFlows.layerMemory).pipe(
      Layer.provideMerge(MemoryTokenStore.layer),
      Layer.provideMerge(ClientApp.layer({ projectId, publishableClientKey, apiUrl, appUrl }))
    )
  ).pipe(Layer.unwrap, Layer.fresh)

const config = {
  magicLinkEnabled: true,
  passkeyEnabled: true,
  clientTeamCreationEnabled: true,
  clientUserDeletionEnabled: true,
  allowUserApiKeys: true,
  oauthProviders: [{ id: "github", type: "shared" as const }]
}

/** Creates a project, and keys for its apps, the way a dashboard does: as a user of the project `internal`. */
export const createProject = Effect.gen(function* () {
  yield* Password.signUp({ email: ownerEmail, password }).pipe(
    // Data in a file knows the owner from the last time.
    Effect.catchTag("UserWithEmailAlreadyExists", () => Password.signIn({ email: ownerEmail, password }))
  )
  const { app, project } = yield* OwnedProjects.create({ displayName: "Tour", config })
  const keys = yield* InternalApiKeys.create({
    description: "Tour",
    expiresAt: new Date((yield* Clock.currentTimeMillis) + Duration.toMillis("1 day")),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: true
  }).pipe(Effect.provide(app))
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = keys
  if (publishableClientKey === undefined || secretServerKey === undefined || superSecretAdminKey === undefined) {
    return yield* new Unexpected({ problem: "a key is missing in the answer" })
  }
  return { projectId: project.id, publishableClientKey, secretServerKey, superSecretAdminKey } satisfies KeysOfProject
})
