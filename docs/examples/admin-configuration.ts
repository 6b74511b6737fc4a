/** The configuration of a project as a document: sign-up rules, roles, and a configuration that a deployment pushes. */
import { Console, Effect, Redacted } from "effect"
import { Configuration, PermissionDefinitions } from "gatefold/admin"
import { admin, run } from "./demo.ts"

const rules = Configuration.update({
  changes: {
    "auth.signUpRules.no-spam": {
      enabled: true,
      displayName: "No addresses of spam.example",
      priority: 0,
      condition: 'emailDomain == "spam.example"',
      action: { type: "reject" }
    },
    "auth.signUpRulesDefaultAction": "allow"
  }
})

const pause = Configuration.update({ changes: { "auth.signUpRules.no-spam.enabled": false } })

const push = Configuration.push({
  values: {
    teams: { allowClientTeamCreation: true },
    "rbac.permissions.editor": { description: "Edits articles", scope: "team" }
  },
  source: {
    type: "pushed-from-github",
    owner: "acme",
    repo: "shop",
    branch: "main",
    commitHash: "0a1b2c3",
    configFilePath: "stack.config.ts"
  }
})

export const example = Effect.gen(function* () {
  yield* rules
  yield* pause
  yield* push
  const document = yield* Configuration.get
  yield* Console.log(Object.keys(Redacted.value(document)).join(", "))
  yield* Console.log("Pushed from:", (yield* Configuration.getSource).repo)
  const definitions = yield* PermissionDefinitions.list("team")
  yield* Console.log(
    "Roles:",
    definitions
      .filter(({ id }) => !id.startsWith("$"))
      .map(({ id }) => id)
      .join(", ")
  )

  yield* Configuration.unlinkSource
  yield* Configuration.reset({ level: "branch", keys: ["teams"] })
  yield* Console.log("Left in the branch:", Redacted.value(yield* Configuration.getOverrides("branch")))
}).pipe(Effect.provide(admin))

run(import.meta.main, example)
