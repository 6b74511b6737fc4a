import type { IconName } from "../components/Icon.tsx"
import type { Text } from "../text/en.ts"

interface Part {
  /** Its name in the catalog of texts. */
  readonly name: keyof Text["account"]["parts"]
  readonly icon: IconName
}

/** The parts of the account, by the segment below its path. */
export const parts = {
  "": { name: "profile", icon: "user" },
  emails: { name: "emails", icon: "mail" },
  security: { name: "security", icon: "shield" },
  sessions: { name: "sessions", icon: "device" },
  connections: { name: "connections", icon: "link" },
  "api-keys": { name: "apiKeys", icon: "key" },
  notifications: { name: "notifications", icon: "bell" }
} as const satisfies Readonly<Record<string, Part>>

export type PartName = keyof typeof parts

export const isPartName = (name: string): name is PartName => Object.hasOwn(parts, name)
