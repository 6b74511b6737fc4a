/** The project of `gatefold start`: everything that the emulator supports is on. */
import { mailServer } from "../mail/Smtp.ts"
import type { ProjectOptions } from "../projects/FirstProjects.ts"
import { defaultPort } from "../settings/Settings.ts"

/** The sign-in methods; `oauth` means the OAuth providers. */
export const methods = ["password", "magic-link", "passkey", "oauth"] as const

export type Method = (typeof methods)[number]

/** The providers that are enabled by default. */
export const commonProviders = ["google", "github", "microsoft", "apple", "facebook", "spotify"] as const

export interface SignIn {
  readonly methods: ReadonlyArray<Method>
  readonly providers: ReadonlyArray<string>
}

const projectId = "e0a43005-f082-4dc3-8973-163670d4cdf8"

/**
 * Keys of the project of `npx gatefold start`, the same everywhere, so that env files keep working
 * (docs/decisions/0034-the-command-is-a-bundle.md).
 */
const keys = {
  publishableClientKey: "pck_development_key_for_the_emulator_only",
  secretServerKey: "ssk_development_key_for_the_emulator_only",
  superSecretAdminKey: "sak_development_key_for_the_emulator_only"
}

/** The credentials of an app that uses the emulator with its default port and keys. */
export const credentials = { apiUrl: `http://127.0.0.1:${defaultPort}`, projectId, ...keys }

/** The configuration of a project whose other settings come from a file: servers may send mails. */
export const bareConfig: ProjectOptions["config"] = { emailConfig: { type: "standard", ...mailServer } }

/** The project as an option of the emulator; on data that has it already, only its keys count. */
export const toProject = ({
  methods: enabled,
  providers,
  randomKeys
}: SignIn & { readonly randomKeys: boolean }): ProjectOptions => ({
  id: projectId,
  displayName: "Development",
  ...(randomKeys ? { revokesEarlierKeys: true } : keys),
  config: {
    credentialEnabled: enabled.includes("password"),
    magicLinkEnabled: enabled.includes("magic-link"),
    passkeyEnabled: enabled.includes("passkey"),
    // Standard keys, because apps cannot request more scopes with shared ones.
    oauthProviders: providers.map((id) => ({ id, type: "standard", clientId: "emulator", clientSecret: "emulator" })),
    clientTeamCreationEnabled: true,
    clientUserDeletionEnabled: true,
    allowUserApiKeys: true,
    allowTeamApiKeys: true,
    agentAuthEnabled: true,
    // Servers may send mails only through a mail server of the project.
    ...bareConfig
  }
})
