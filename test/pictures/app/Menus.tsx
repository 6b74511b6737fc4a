/** The header of an app, with its menus. */
import { TeamSwitcher } from "../../../screens/team-switcher/TeamSwitcher.tsx"
import { UserButton } from "../../../screens/user-button/UserButton.tsx"

export default function Menus() {
  return (
    <>
      <header className="app-header">
        <strong>Acme</strong>
        <TeamSwitcher />
        <UserButton />
      </header>
      <main className="app-main">
        <h1>Home</h1>
      </main>
    </>
  )
}
