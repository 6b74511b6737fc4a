/** The project and its configuration: domains, providers, mail server, keys, and the requirements for production. */
import { Clock, Console, Duration, Effect } from "effect"
import {
  Domains,
  EmailConfig,
  InternalApiKey,
  InternalApiKeys,
  OAuthProviders,
  ProductionMode,
  Project
} from "gatefold/admin"
import { admin, run } from "./demo.ts"

export const example = Effect.gen(function* () {
  const project = yield* Project.update({ displayName: "Shop", config: { passkeyEnabled: true } })
  yield* Console.log("Localhost is still allowed:", project.config.allowLocalhost)

  yield* Domains.add({ domain: "http://shop.example.com" })
  for (const { message, relativeFixUrl } of yield* ProductionMode.check) yield* Console.log(message, relativeFixUrl)
  yield* Domains.remove("http://shop.example.com")
  yield* Domains.add({ domain: "https://shop.example.com" })
  yield* Project.update({ config: { allowLocalhost: false } })
  yield* Console.log("Left to fix:", (yield* ProductionMode.check).length)

  yield* OAuthProviders.enableStandard({ id: "gitlab", clientId: "your-client-id", clientSecret: "your-client-secret" })
  yield* Console.log(
    "Providers:",
    (yield* OAuthProviders.list).map(({ id, type }) => `${id} (${type})`)
  )
  const mails = yield* EmailConfig.useStandard({
    host: "smtp.example.com",
    port: 587,
    username: "shop",
    password: "mail secret",
    senderName: "Shop",
    senderEmail: "hello@shop.example.com"
  })
  yield* Console.log("Mails go through", mails.host, "with the password", mails.password)

  const now = yield* Clock.currentTimeMillis
  const keys = yield* InternalApiKeys.create({
    description: "server in Frankfurt",
    expiresAt: new Date(now + Duration.toMillis("90 days")),
    hasSecretServerKey: true
  })
  yield* Console.log("Shown once:", keys.secretServerKey) // <redacted>; Redacted.value unwraps it
  const revoked = yield* InternalApiKeys.revoke(keys.id)
  yield* Console.log("No longer valid:", InternalApiKey.whyInvalid(revoked, new Date(now)))
}).pipe(Effect.provide(admin))

run(import.meta.main, example)
