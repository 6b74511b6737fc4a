import type { IconName } from "../components/Icon.tsx"
import type { Text } from "../text/en.ts"

export interface Tab {
  /** Its name in the catalog of texts. */
  readonly name: keyof Text["team"] & ("members" | "invitations" | "apiKeys" | "settings")
  readonly icon: IconName
  /** The permission that a user needs to see it. */
  readonly permission?: string | undefined
}

/** The parts of the page of a team, by the segment below its path. */
export const tabs = {
  "": { name: "members", icon: "team" },
  invitations: { name: "invitations", icon: "mail", permission: "$invite_members" },
  "api-keys": { name: "apiKeys", icon: "key", permission: "$manage_api_keys" },
  settings: { name: "settings", icon: "settings" }
} as const satisfies Readonly<Record<string, Tab>>

export type TabName = keyof typeof tabs

export const isTabName = (name: string): name is TabName => Object.hasOwn(tabs, name)
