/** The flags of every command that uses a project. */
import * as Flag from "effect/cli/Flag"
import { json, text, url } from "../input/Flags.ts"
import type { InputOf } from "../LazyCommand.ts"

export const projectFlags = {
  url: url(
    "url",
    "URL of the service (default: from the environment, .env.local or the running emulator)",
    "https://api.stack-auth.com or http://127.0.0.1:8102"
  ).pipe(Flag.optional),
  project: text("project", "Project ID, if more than one is configured", "id"),
  readEnv: text("read-env", "Env file with the project and its keys, or - for standard input", "file")
}

export const targetFlags = {
  ...projectFlags,
  secretServerKey: Flag.Redacted("secret-server-key").pipe(
    Flag.withMetavar("key"),
    Flag.withDescription(
      "Secret server key. Other users of this machine can see it: prefer the environment or --read-env"
    ),
    Flag.optional
  ),
  superSecretAdminKey: Flag.Redacted("super-secret-admin-key").pipe(
    Flag.withMetavar("key"),
    Flag.withDescription("Super secret admin key. Prefer the environment or --read-env"),
    Flag.optional
  )
}

export type TargetInput = InputOf<typeof targetFlags>

export const commonFlags = { ...targetFlags, json }

export type CommonInput = InputOf<typeof commonFlags>
