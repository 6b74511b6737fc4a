/** Input of projects, in which secrets of other services may be `Redacted`, or plain text from a form. */
import type * as Api from "../api/Projects.ts"
import type { EmailConfig, OAuthProviderSettings } from "../api/schema/Project.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"

type Config = NonNullable<Api.UpdateProject["config"]>

interface ProviderInput extends Omit<OAuthProviderSettings, "clientSecret" | "applePrivateKey"> {
  readonly clientSecret?: SecretInput | undefined
  readonly applePrivateKey?: SecretInput | undefined
}

interface MailServerInput extends Omit<EmailConfig, "password"> {
  readonly password?: SecretInput | undefined
}

interface ConfigInput extends Omit<Config, "oauthProviders" | "emailConfig"> {
  readonly oauthProviders?: ReadonlyArray<ProviderInput> | undefined
  readonly emailConfig?: MailServerInput | undefined
}

/** The input of a project, whose secrets may be plain text. */
export type ProjectInput<Project extends { readonly config?: Config | undefined }> = Omit<Project, "config"> & {
  readonly config?: ConfigInput | undefined
}

/** Wraps the secrets of a project's input in `Redacted`, as the contract expects them. */
export const wrapSecrets = <Input extends { readonly config?: ConfigInput | undefined }>(input: Input) => ({
  ...input,
  config: input.config && {
    ...input.config,
    oauthProviders: input.config.oauthProviders?.map(({ applePrivateKey, clientSecret, ...provider }) => ({
      ...provider,
      clientSecret: wrap(clientSecret),
      applePrivateKey: wrap(applePrivateKey)
    })),
    emailConfig: input.config.emailConfig && {
      ...input.config.emailConfig,
      password: wrap(input.config.emailConfig.password)
    }
  }
})

const wrap = (secret: SecretInput | undefined) => (secret === undefined ? undefined : fromInput(secret))
