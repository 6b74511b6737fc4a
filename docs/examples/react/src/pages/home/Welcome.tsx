import { ButtonLink } from "#screens/components/ButtonLink"
import { Icon, type IconName } from "#screens/components/Icon"
import { PageTitle } from "#screens/components/PageTitle"
import { GuestButton } from "#screens/components/GuestButton"

const subjects: ReadonlyArray<{ readonly icon: IconName; readonly title: string; readonly text: string }> = [
  {
    icon: "lock",
    title: "Every way to sign in",
    text: "Passwords, mailed links and codes, passkeys, providers, guests, and a second factor."
  },
  {
    icon: "user",
    title: "Account settings",
    text: "Profile, addresses, authenticator app, sessions, API keys and connected accounts."
  },
  { icon: "team", title: "Teams", text: "Invitations by mail, members, permissions and keys of a team." },
  { icon: "terminal", title: "Terminal login", text: "A terminal shows a link, and you confirm it here." },
  {
    icon: "shield",
    title: "Administration",
    text: "Users, permissions, project settings and the mails that were sent."
  },
  {
    icon: "panel",
    title: "Developer panel",
    text: "The service runs on this machine. Its mailbox and its clock are in the panel at the top right."
  }
]

/** What visitors see. */
export const Welcome = () => (
  <div className="gf-page">
    <section className="hero">
      <PageTitle>Sign-in and accounts, all of it in one small app</PageTitle>
      <p>
        This is a demo of Gatefold for React. Everything works: create an account, read its mails in the developer
        panel, and try what you like. Nothing leaves this machine.
      </p>
      <div className="gf-row">
        <ButtonLink variant="primary" to="/handler/sign-up">
          Create an account
        </ButtonLink>
        <ButtonLink to="/handler/sign-in">Sign in</ButtonLink>
        <GuestButton />
      </div>
    </section>
    <section aria-label="What there is to try">
      <ul className="tiles">
        {subjects.map(({ icon, text, title }) => (
          <li key={title} className="tile">
            <Icon name={icon} />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  </div>
)
