import type { CurrentUser } from "gatefold"
import { useProject } from "gatefold/react"
import { Avatar } from "#screens/components/Avatar"
import { Card } from "#screens/components/Card"
import { PageTitle } from "#screens/components/PageTitle"
import { isGuest, formatUserName } from "#screens/lib/userName"
import { useText } from "#screens/text/Text"
import { TourButton } from "../../tour/TourBar.tsx"
import { CheckItem } from "./CheckItem.tsx"
import { LinkTile } from "./LinkTile.tsx"

/** The home page of a signed-in user. */
export const Overview = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const { config, displayName } = useProject()
  return (
    <div className="gf-page">
      <header className="gf-profile">
        <Avatar size="large" name={formatUserName(t, user)} image={user.profileImageUrl} />
        <div>
          <PageTitle>{`Hello ${user.displayName ?? "there"}`}</PageTitle>
          <p className="gf-muted gf-break">
            {isGuest(user) ? "You are here as a guest" : (user.primaryEmail ?? "No email address")} · {displayName}
          </p>
        </div>
        <div className="home-tour">
          <TourButton />
        </div>
      </header>
      <Card title="Your account at a glance">
        <ul className="gf-list">
          <CheckItem
            isDone={user.primaryEmailVerified}
            title="Email address"
            done="Verified"
            open={user.primaryEmail === null ? "None yet" : "Not verified yet"}
            action={user.primaryEmail === null ? "Add" : "Verify"}
            to="/account/emails"
          />
          <CheckItem
            isDone={user.hasPassword}
            title="Password"
            done="Set"
            open="Not set. You sign in another way."
            action="Set"
            to="/account/security"
          />
          {config.passkeyEnabled && (
            <CheckItem
              isDone={user.passkeyAuthEnabled}
              title="Passkey"
              done="Added"
              open="Not added yet"
              action="Add"
              to="/account/security"
            />
          )}
          <CheckItem
            isDone={user.isMultiFactorRequired}
            title="Two-step verification"
            done="On"
            open="Off"
            action="Turn on"
            to="/account/security"
          />
        </ul>
      </Card>
      <nav className="tiles tiles-small" aria-label="Pages to try">
        <LinkTile to="/account" icon="user" title="Account settings">
          Profile, emails, sessions and API keys.
        </LinkTile>
        <LinkTile to="/teams" icon="team" title="Teams">
          {user.selectedTeam === null
            ? "Create one and invite people."
            : `You work in ${user.selectedTeam.displayName}.`}
        </LinkTile>
        <LinkTile to="/terminal" icon="terminal" title="Terminal">
          Sign in a command line.
        </LinkTile>
        <LinkTile to="/admin" icon="shield" title="Admin">
          Users, permissions and project settings.
        </LinkTile>
      </nav>
    </div>
  )
}
