/** The project's settings, and the features that its service doesn't support. */
import { Console, Effect } from "effect"
import { FeatureSupport, Project } from "gatefold"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  const { config, displayName } = yield* Project.get
  yield* Console.log(`${displayName} signs users in`, {
    byPassword: config.credentialEnabled,
    byLink: config.magicLinkEnabled,
    byPasskey: config.passkeyEnabled,
    by: config.enabledOAuthProviders.map(({ id }) => id)
  })
  yield* Console.log(yield* FeatureSupport.check("time travel"))
})

run(import.meta.main, example)
