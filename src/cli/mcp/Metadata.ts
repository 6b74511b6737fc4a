/** Describes metadata changes for a person to confirm, because an app may read permissions from metadata. */
import { isRecord, type Json } from "../../domain/text/Json.ts"

/** Metadata of a user or a team, as far as it is named. */
export interface MetadataFields {
  readonly clientMetadata?: Json | undefined
  readonly clientReadOnlyMetadata?: Json | undefined
  readonly serverMetadata?: Json | undefined
}

const titles = [
  ["clientMetadata", "client metadata"],
  ["clientReadOnlyMetadata", "read-only metadata"],
  ["serverMetadata", "server metadata"]
] as const

const maxBefore = 80

/** A shortened old value. New values are shown in full. */
const shorten = (value: Json | undefined): string => {
  if (value === undefined) return "nothing"
  const text = JSON.stringify(value)
  return text.length > maxBefore ? `${text.slice(0, maxBefore)}…` : text
}

type Members = Readonly<Record<string, Json>>

const toMembers = (value: Json): Members | undefined => {
  if (value === null) return {}
  return isRecord(value) ? value : undefined
}

const isSame = (before: Json | undefined, after: Json | undefined): boolean =>
  JSON.stringify(before) === JSON.stringify(after)

/** Describes the differences, by member if both values are objects. */
const describeMembers = (before: Json, after: Json): ReadonlyArray<string> => {
  const [old, updated] = [toMembers(before), toMembers(after)]
  const getMember = (members: Members, name: string) => (Object.hasOwn(members, name) ? members[name] : undefined)
  const names =
    old === undefined || updated === undefined || after === null
      ? []
      : [...new Set([...Object.keys(old), ...Object.keys(updated)])].filter(
          (name) => !isSame(getMember(old, name), getMember(updated, name))
        )
  if (old === undefined || updated === undefined || names.length === 0) {
    return [`from ${shorten(before)} to ${JSON.stringify(after)}`]
  }
  return names.map((name) => {
    const value = getMember(updated, name)
    const text = value === undefined ? "nothing" : JSON.stringify(value)
    return `${JSON.stringify(name)} from ${shorten(getMember(old, name))} to ${text}`
  })
}

export const hasMetadata = (change: MetadataFields): boolean => titles.some(([name]) => change[name] !== undefined)

/**
 * The changes that a person must confirm: always those of server and read-only metadata, and those of existing client
 * metadata. Users can write client metadata themselves.
 */
export const describeChanges = (before: MetadataFields | undefined, change: MetadataFields): ReadonlyArray<string> =>
  titles.flatMap(([name, title]) => {
    const [old = null, updated] = [before?.[name], change[name]]
    if (updated === undefined || isSame(old, updated) || (name === "clientMetadata" && old === null)) return []
    return [`${title} ${describeMembers(old, updated).join(", ")}`]
  })
