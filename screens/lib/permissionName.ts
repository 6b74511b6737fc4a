import type { Text } from "../text/en.ts"

/** The permissions that every project has as roles, the stronger one first. */
export const roles: ReadonlyArray<string> = ["team_admin", "team_member"]

/** Describes what a permission allows: the text of the catalog, else the words of its id. */
export const describePermission = ({ team: { permissions } }: Text, id: string): string => {
  if (Object.hasOwn(permissions, id)) return permissions[id as keyof typeof permissions]
  const words = id
    .replace(/^\$/, "")
    .replaceAll(/[_.:-]+/g, " ")
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
