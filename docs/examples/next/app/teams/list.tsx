"use client"
import { useTeams, useUser } from "gatefold/react"

export const TeamList = () => {
  const user = useUser({ or: "redirect" })
  const teams = useTeams()
  return (
    <ul aria-label={`Teams of ${user.displayName ?? user.primaryEmail}`}>
      {teams.map((team) => (
        <li key={team.id}>{team.displayName}</li>
      ))}
    </ul>
  )
}
