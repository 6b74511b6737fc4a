/** The flags of every command for a project of a service. */
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

export const targetFlags = {
  url: Flag.String("url").pipe(
    Flag.withDescription("URL of the service (default: as in the environment, .env.local, or the emulator here)"),
    Flag.filter(
      (url) => /^https?:/.test(url) && URL.canParse(url),
      () => "a URL such as https://api.stack-auth.com or http://127.0.0.1:8102"
    ),
    Flag.optional
  ),
  project: Flag.String("project").pipe(
    Flag.withMetavar("id"),
    Flag.withDescription("Id of the project, where several are named"),
    Flag.optional
  ),
  readEnv: Flag.String("read-env").pipe(
    Flag.withMetavar("file"),
    Flag.withDescription("Env file with the project and its keys; - for standard input"),
    Flag.optional
  ),
  secretServerKey: Flag.Redacted("secret-server-key").pipe(
    Flag.withMetavar("key"),
    Flag.withDescription("Others on this machine see it while it runs; the environment and --read-env are safer"),
    Flag.optional
  ),
  superSecretAdminKey: Flag.Redacted("super-secret-admin-key").pipe(
    Flag.withMetavar("key"),
    Flag.withDescription("The same, for what a server may not do"),
    Flag.optional
  )
}

/** What {@link targetFlags} say. */
export interface TargetInput {
  readonly url: Option.Option<string>
  readonly project: Option.Option<string>
  readonly readEnv: Option.Option<string>
  readonly secretServerKey: Option.Option<Redacted.Redacted>
  readonly superSecretAdminKey: Option.Option<Redacted.Redacted>
}
