import { useEffect, useState } from "react"

/** Facts about a member of a team that the service returns to servers only. */
export interface MemberDetails {
  readonly userId: string
  readonly email?: string | null | undefined
  /** Those that the member has directly, such as `team_admin`. */
  readonly permissions?: ReadonlyArray<string> | undefined
}

/** Asks your server about the members of a team. Your server checks that the user may see them. */
export type ReadMembers = (teamId: string) => Promise<ReadonlyArray<MemberDetails>>

type Known = ReadonlyMap<string, MemberDetails>

const none: Known = new Map()

/**
 * The details that your server returns about the members of a team, by their user ID; undefined until it answers.
 * Without an answer the page shows names only, and the console says why.
 */
export const useMemberDetails = (
  read: ReadMembers | undefined,
  teamId: string,
  /** Reads it again when it changes. */
  version: unknown
): Known | undefined => {
  const [known, setKnown] = useState<Known>()
  useEffect(() => {
    if (read === undefined) return
    let isHere = true
    const keep = (known: Known) => (isHere ? setKnown(known) : undefined)
    read(teamId).then(
      (members) => keep(new Map(members.map((member) => [member.userId, member]))),
      (error: unknown) => {
        reportError(error)
        keep(none)
      }
    )
    return () => {
      isHere = false
    }
  }, [read, teamId, version])
  return read === undefined ? none : known
}
