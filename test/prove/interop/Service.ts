/** An emulator over HTTP for the vendor's SDK, with a project that allows everything. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Entry } from "../../../src/emulator/control/Journal.ts"
import { routes } from "../../../src/emulator/handlers/Routes.ts"
import * as RouteIndex from "../../../src/emulator/http/RouteIndex.ts"
import { mailServer } from "../../../src/emulator/mail/Smtp.ts"
import { Emulator } from "../../../src/emulator/node.ts"
import * as Serve from "../../../src/emulator/Serve.ts"
import { waitMillis } from "../../support/patience.ts"
import { newEmail } from "./apps.ts"
import type { Circumstances, Keys, Mail } from "./Call.ts"

/** A running emulator. */
export interface Service {
  readonly baseUrl: string
  readonly generation: Circumstances["service"]
  readonly project: Keys
  readonly internal: Keys
  readonly mailTo: (to: string) => Promise<Mail>
  /** The next sign-in at a provider is by somebody whom nobody knows. */
  readonly expectStranger: () => Promise<void>
  /** The endpoints that were asked for since the last call of this and that the emulator does not have. */
  readonly takeAbsent: () => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

const pickKeys = ({ projectId, publishableClientKey, secretServerKey, superSecretAdminKey }: Keys): Keys => ({
  projectId,
  publishableClientKey,
  secretServerKey,
  superSecretAdminKey
})

const find = RouteIndex.index(routes)

/** What the SDK sends by itself all the time, whatever is called. */
const isAside = (path: string): boolean => path.startsWith("/api/v1/analytics/")

/** Whether nothing answers at a path, rather than that somebody or something is not found there. */
const isAbsent = ({ method, path, status }: Entry): boolean =>
  !isAside(path) &&
  (status === 405 || (status === 404 && find(method, path.replace(/^\/api\/v\d+/, ""))._tag === "NotFound"))

/** The endpoint with a placeholder for every id, so that it reads the same in every run. */
const makeName = ({ method, path }: Entry): string => `${method} ${path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "{id}")}`

/** Starts one; pages at server and admin level are let in from `trustedOrigin` only. */
export const start = async (generation: Circumstances["service"], trustedOrigin?: string): Promise<Service> => {
  const scope = Scope.makeUnsafe()
  const layer = Serve.layer({
    port: 0,
    service: generation === "both" ? undefined : generation,
    passwordCost: "insecure-fast",
    anonymousSignUp: true,
    trustedOrigins: trustedOrigin === undefined ? [] : [trustedOrigin],
    project: {
      config: {
        dataVaultStores: { secrets: { displayName: "Secrets" } },
        payments: {
          items: { credits: { displayName: "Credits" }, seats: { displayName: "Seats", customerType: "team" } },
          products: { pro: { displayName: "Pro", prices: { monthly: { USD: "20", interval: [1, "month"] } } } }
        },
        allowLocalhost: true,
        magicLinkEnabled: true,
        passkeyEnabled: true,
        clientTeamCreationEnabled: true,
        clientUserDeletionEnabled: true,
        allowUserApiKeys: true,
        allowTeamApiKeys: true,
        // Mails to users need one.
        emailConfig: { type: "standard", ...mailServer },
        oauthProviders: [{ id: "github", type: "standard", clientId: "app", clientSecret: "secret" }]
      }
    }
  })
  const { baseUrl, identityProvider, internal, journal, mailbox, project } = Context.get(
    await Effect.runPromise(Layer.buildWithScope(layer, scope)),
    Emulator
  )
  if (project === undefined) throw new Error("The emulator has no project")
  return {
    baseUrl,
    generation,
    project: pickKeys(project),
    internal: pickKeys(internal),
    mailTo: async (to) => {
      const { code = "", subject, text } = await Effect.runPromise(Effect.timeout(mailbox.take({ to }), waitMillis))
      return { subject, text, code }
    },
    expectStranger: () => Effect.runPromise(identityProvider.script({ identity: { email: newEmail() } })),
    takeAbsent: async () => {
      const entries = await Effect.runPromise(Effect.tap(journal.entries, () => journal.clear))
      return [...new Set(entries.filter(isAbsent).map(makeName))]
    },
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
