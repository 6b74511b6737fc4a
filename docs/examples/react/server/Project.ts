/** The demo's project at the emulator, created the way a dashboard does: as a user of the project `internal`. */
import { Clock, Duration, Effect, Layer, Redacted } from "effect"
import { ClientApp, MemoryTokenStore, Password, Session } from "gatefold"
import { Configuration, InternalApiKeys, OwnedProjects } from "gatefold/admin"
import { type Emulator, mailServer } from "gatefold/emulator"

/** The project of the demo's server. */
export interface DemoProject {
  readonly projectId: string
  readonly publishableClientKey: Redacted.Redacted
  readonly secretServerKey: Redacted.Redacted
  readonly superSecretAdminKey: Redacted.Redacted
  /** Whether it was there before, in a file of data. */
  readonly isOld: boolean
}

const displayName = "Gatefold demo"

const provider = (id: string) => ({ id, type: "shared" as const })

/** Everything that people can try is on. */
const config = {
  credentialEnabled: true,
  magicLinkEnabled: true,
  passkeyEnabled: true,
  clientTeamCreationEnabled: true,
  clientUserDeletionEnabled: true,
  allowUserApiKeys: true,
  allowTeamApiKeys: true,
  allowLocalhost: true,
  // Emails to users need the project's own mail server. This one is in the emulator.
  emailConfig: {
    ...mailServer,
    type: "standard" as const,
    password: Redacted.make(mailServer.password),
    senderName: displayName
  },
  domains: [{ domain: "https://app.example.com", handlerPath: "/handler" }],
  oauthProviders: [
    provider("github"),
    provider("google"),
    provider("microsoft"),
    // With keys of the project itself, so that apps get tokens for more scopes. The emulator plays it all the same.
    {
      id: "gitlab",
      type: "standard" as const,
      clientId: "demo-client",
      clientSecret: Redacted.make("demo-secret")
    }
  ]
}

const owner = { email: "demo-owner@example.org", password: "correct horse battery staple" }

/** Signs in, and up before that when the data is new. */
const enter = Password.signUp(owner).pipe(Effect.catchTag("UserWithEmailAlreadyExists", () => Password.signIn(owner)))

const openAsOwner = Effect.gen(function* () {
  yield* enter
  const old = (yield* OwnedProjects.list).find(({ project }) => project.displayName === displayName)
  const { app, project } = old ?? (yield* OwnedProjects.create({ displayName, config }))
  const keys = yield* InternalApiKeys.create({
    description: "The demo's server",
    expiresAt: new Date((yield* Clock.currentTimeMillis) + Duration.toMillis("30 days")),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: true
  }).pipe(Effect.provide(app))
  yield* Configuration.update({ changes: { "apps.installed.agent-auth": { enabled: true } } }).pipe(Effect.provide(app))
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = keys
  if (publishableClientKey === undefined || secretServerKey === undefined || superSecretAdminKey === undefined) {
    return yield* Effect.die(new Error("a key is missing in the answer"))
  }
  const demo: DemoProject = {
    projectId: project.id,
    publishableClientKey,
    secretServerKey,
    superSecretAdminKey,
    isOld: old !== undefined
  }
  return demo
})

/** Creates the project for an app at a URL, or takes the one that is there, and makes keys for it. */
export const open = ({ baseUrl, internal }: Emulator["Service"], appUrl: string) =>
  openAsOwner.pipe(
    Effect.provide(
      Session.layer.pipe(
        Layer.provideMerge(MemoryTokenStore.layer),
        Layer.provideMerge(ClientApp.layer({ ...internal, apiUrl: baseUrl, appUrl })),
        Layer.fresh
      )
    )
  )
