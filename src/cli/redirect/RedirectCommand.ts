/** `gatefold redirect …` explains the rules for redirects. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json, url } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { targetFlags } from "../target/TargetFlags.ts"

export const explainFlags = {
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
}

const explain = makeLazyCommand(() => import("./Explain.ts"))("explain", {
  description: "Explain which rule trusts or refuses a redirect, by --trusted-domain or by the settings of the project",
  examples: {
    "gatefold redirect explain https://app.example.com/handler/oauth-callback":
      "By the settings of the configured project",
    "gatefold redirect explain https://a.example.com --trusted-domain 'https://*.example.com'":
      "By a domain, without a project",
    "gatefold redirect explain /dashboard --page https://app.example.com/handler/sign-in":
      "How a client handles after_auth_return_to"
  },
  flags: explainFlags,
  run: (module) => module.explain
})

export const redirect = Command.make("redirect").pipe(
  Command.withDescription("Explain why a redirect is trusted or refused"),
  Command.withSubcommands([explain])
)
