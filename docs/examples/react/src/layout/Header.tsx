import { Link, NavLink } from "react-router"
import { Button } from "#screens/components/Button"
import { Icon } from "#screens/components/Icon"
import { TeamSwitcher } from "#screens/team-switcher/TeamSwitcher"
import { UserButton } from "#screens/user-button/UserButton"
import { ThemeToggle } from "./ThemeToggle.tsx"

export interface HeaderProps {
  readonly isPanelOpen: boolean
  readonly togglePanel: () => void
}

export const Header = ({ isPanelOpen, togglePanel }: HeaderProps) => (
  <header className="header">
    <Link className="brand" to="/">
      <img src="/favicon.svg" alt="" width="22" height="22" />
      Gatefold
    </Link>
    <nav className="nav" aria-label="Main">
      <NavLink to="/account">Account</NavLink>
      <NavLink to="/teams">Teams</NavLink>
      <NavLink to="/admin">Admin</NavLink>
      <NavLink to="/terminal">Terminal</NavLink>
    </nav>
    <div className="header-actions">
      <Button
        variant="ghost"
        aria-expanded={isPanelOpen}
        aria-controls={isPanelOpen ? "developer-panel" : undefined}
        onClick={togglePanel}
      >
        <Icon name="panel" />
        <span className="wide-only">Developer panel</span>
      </Button>
      <ThemeToggle />
      <TeamSwitcher />
      <UserButton>
        <Link to="/teams">
          <Icon name="team" /> Teams
        </Link>
      </UserButton>
    </div>
  </header>
)
