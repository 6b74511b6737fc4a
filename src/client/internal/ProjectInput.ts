/**
 * Projects as callers describe them: with secrets of other services that are wrapped, or plain text from a form.
 */
import type * as Api from "../../api/Projects.ts"
import type { EmailConfig, OAuthProviderSettings } from "../../api/schema/Project.ts"
import { fromInput, type SecretInput } from "../../domain/SecretInput.ts"

type Config = NonNullable<typeof Api.UpdateProject.Type.config>

interface ProviderInput extends Omit<OAuthProviderSettings, "clientSecret"> {
  readonly clientSecret?: SecretInput | undefined
}

interface MailServerInput extends Omit<EmailConfig, "password"> {
  readonly password?: SecretInput | undefined
}

interface ConfigInput extends Omit<Config, "oauthProviders" | "emailConfig"> {
  readonly oauthProviders?: ReadonlyArray<ProviderInput> | undefined
  readonly emailConfig?: MailServerInput | undefined
}

/** A description of a project whose secrets may be plain text. */
export type ProjectInput<Project extends { readonly config?: Config | undefined }> = Omit<Project, "config"> & {
  readonly config?: ConfigInput | undefined
}

/** Wraps the secrets, so that they are masked wherever the description is shown. */
export const wrapSecrets = <Input extends { readonly config?: ConfigInput | undefined }>(input: Input) => ({
  ...input,
  config: input.config && {
    ...input.config,
    oauthProviders: input.config.oauthProviders?.map(({ clientSecret, ...provider }) => ({
      ...provider,
      clientSecret: wrap(clientSecret)
    })),
    emailConfig: input.config.emailConfig && {
      ...input.config.emailConfig,
      password: wrap(input.config.emailConfig.password)
    }
  }
})

const wrap = (secret: SecretInput | undefined) => (secret === undefined ? undefined : fromInput(secret))
