import type { IconName } from "../components/Icon.tsx"

/** The parts of the account, by what stands below its path. */
export const parts = {
  "": { label: "Profile", icon: "user" },
  emails: { label: "E-mail addresses", icon: "mail" },
  security: { label: "Security", icon: "shield" },
  sessions: { label: "Sessions", icon: "device" },
  "api-keys": { label: "API keys", icon: "key" },
  connections: { label: "Connections", icon: "link" }
} as const satisfies Readonly<Record<string, { readonly label: string; readonly icon: IconName }>>

export type PartName = keyof typeof parts

export const isPartName = (name: string): name is PartName => Object.hasOwn(parts, name)
