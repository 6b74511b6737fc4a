import { useUser } from "gatefold/react"
import type { ReactNode } from "react"
import { Icon } from "../components/Icon.tsx"
import { Identity } from "../components/Identity.tsx"
import { Link } from "../components/Link.tsx"
import { Shell } from "../components/Shell.tsx"
import { useText } from "../text/Text.tsx"

export interface TeamsShellProps {
  /** Of the list of teams. */
  readonly path: string
  readonly children: ReactNode
}

/** The frame of the pages that are not about one team. */
export const TeamsShell = ({ children, path }: TeamsShellProps) => {
  const t = useText()
  const user = useUser({ or: "redirect" })
  return (
    <Shell
      subject={<Identity user={user} />}
      label={t.teams.title}
      current={path}
      links={
        <Link to={path} aria-current="page">
          <Icon name="team" />
          {t.teams.title}
        </Link>
      }
    >
      {children}
    </Shell>
  )
}
