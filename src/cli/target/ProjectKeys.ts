/** The keys of a project, by the options of an app: what messages call them, and where a user sets them. */
export const projectKeys = {
  publishableClientKey: {
    title: "publishable client key",
    prefix: "pck_",
    variable: "STACK_PUBLISHABLE_CLIENT_KEY"
  },
  secretServerKey: {
    title: "secret server key",
    prefix: "ssk_",
    variable: "STACK_SECRET_SERVER_KEY",
    flag: "--secret-server-key"
  },
  superSecretAdminKey: {
    title: "super secret admin key",
    prefix: "sak_",
    variable: "STACK_SUPER_SECRET_ADMIN_KEY",
    flag: "--super-secret-admin-key"
  }
} as const

type KeyOption = keyof typeof projectKeys

export const keyOptions = Object.keys(projectKeys) as ReadonlyArray<KeyOption>

/** The keys that commands take as a flag. */
export type SecretKeyOption = Exclude<KeyOption, "publishableClientKey">
