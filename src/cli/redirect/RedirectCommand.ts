/** `gatefold redirect …`: what decides of redirects. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json } from "../Flags.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const explain = Command.make(
  "explain",
  {
    url: Argument.String("url").pipe(Argument.withDescription("The URL that somebody is to be sent to")),
    trustedDomain: Flag.String("trusted-domain").pipe(
      Flag.withMetavar("domain"),
      Flag.withDescription("What a project trusts, such as https://*.example.com; can be repeated"),
      Flag.atLeast(0)
    ),
    allowLocalhost: Flag.Boolean("allow-localhost").pipe(
      Flag.withDescription("As for a project that allows localhost"),
      Flag.optional
    ),
    page: Flag.String("page").pipe(
      Flag.withMetavar("url"),
      Flag.withDescription("Explain what a client does on this page of the app, and not what the service does"),
      Flag.optional
    ),
    target: targetFlags,
    json
  },
  Effect.fnUntraced(function* (input) {
    const { explain } = yield* Effect.promise(() => import("./Explain.ts"))
    yield* explain(input)
  })
).pipe(
  Command.withDescription(
    "Say which rule trusts or refuses a redirect, by the domains that are given, else by the settings of the project"
  ),
  Command.withExamples([
    {
      command: "gatefold redirect explain https://app.example.com/handler/oauth-callback",
      description: "With the settings of the project that the environment names"
    },
    {
      command: "gatefold redirect explain https://a.example.com --trusted-domain 'https://*.example.com'",
      description: "Without any project"
    },
    {
      command: "gatefold redirect explain /dashboard --page https://app.example.com/handler/sign-in",
      description: "What a client does with after_auth_return_to"
    }
  ])
)

/** `gatefold redirect`. */
export const redirect = Command.make("redirect").pipe(
  Command.withDescription("Find out why a redirect is trusted or refused"),
  Command.withSubcommands([explain])
)
