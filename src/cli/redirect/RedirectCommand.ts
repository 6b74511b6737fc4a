/** `gatefold redirect …` explains the rules for redirects. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json, url } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const explain = Command.make(
  "explain",
  {
    url: Argument.String("url").pipe(Argument.withDescription("Target URL of the redirect")),
    trustedDomain: Flag.String("trusted-domain").pipe(
      Flag.withMetavar("domain"),
      Flag.withDescription("Trusted domain, such as https://*.example.com. Repeatable"),
      Flag.atLeast(0)
    ),
    allowLocalhost: Flag.Boolean("allow-localhost").pipe(
      Flag.withDescription("Whether the project allows localhost"),
      Flag.optional
    ),
    page: url(
      "page",
      "Explain what a client does on this page, in place of what the service does",
      "https://app.example.com/"
    ).pipe(Flag.optional),
    target: targetFlags,
    json
  },
  lazyHandler(
    () => import("./Explain.ts"),
    ({ explain }) => explain
  )
).pipe(
  Command.withDescription(
    "Explain which rule trusts or refuses a redirect, by --trusted-domain or by the settings of the project"
  ),
  Command.withExamples([
    {
      command: "gatefold redirect explain https://app.example.com/handler/oauth-callback",
      description: "By the settings of the configured project"
    },
    {
      command: "gatefold redirect explain https://a.example.com --trusted-domain 'https://*.example.com'",
      description: "By a domain, without a project"
    },
    {
      command: "gatefold redirect explain /dashboard --page https://app.example.com/handler/sign-in",
      description: "How a client handles after_auth_return_to"
    }
  ])
)

/** `gatefold redirect`. */
export const redirect = Command.make("redirect").pipe(
  Command.withDescription("Explain why a redirect is trusted or refused"),
  Command.withSubcommands([explain])
)
