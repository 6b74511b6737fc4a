import { ButtonLink } from "#screens/components/ButtonLink"
import { GuestButton } from "#screens/components/GuestButton"
import { Icon, type IconName } from "#screens/components/Icon"
import { PageTitle } from "#screens/components/PageTitle"
import { TourButton } from "../../tour/TourBar.tsx"

const subjects: ReadonlyArray<{ readonly icon: IconName; readonly title: string; readonly text: string }> = [
  {
    icon: "lock",
    title: "Every way to sign in",
    text: "Passwords, emailed links and codes, passkeys, providers, guests and a second factor."
  },
  {
    icon: "user",
    title: "Account settings",
    text: "Profile, emails, authenticator app, sessions, API keys and connected accounts."
  },
  { icon: "team", title: "Teams", text: "Invitations by email, members, permissions and API keys." },
  { icon: "terminal", title: "Terminal sign-in", text: "A command line shows a link, and you confirm it here." },
  {
    icon: "shield",
    title: "Administration",
    text: "Users, permissions, project settings and sent emails."
  },
  {
    icon: "panel",
    title: "Developer panel",
    text: "Every email and request of the emulator, and its clock, which you can move."
  }
]

const code = `export const Profile = () => {
  const user = useUser({ or: "redirect" })
  const rename = useAction(CurrentUser.setDisplayName)
  return (
    <button onClick={() => rename.run("Ann")}>
      {user.displayName ?? "Call me Ann"}
    </button>
  )
}`

/** The home page of signed-out visitors. */
export const Welcome = () => (
  <div className="gf-page">
    <section className="hero">
      <div className="hero-text">
        <PageTitle>Sign-in and accounts for TypeScript apps</PageTitle>
        <p>
          Gatefold is a TypeScript SDK that adds sign-up, sign-in, teams and API keys to your app, with screens that you
          own and an emulator for development.
        </p>
        <p className="hero-hint">Everything here works, and nothing leaves this machine.</p>
        <div className="gf-row">
          <TourButton variant="primary" />
          <ButtonLink to="/handler/sign-up">Create an account</ButtonLink>
          <ButtonLink to="/handler/sign-in">Sign in</ButtonLink>
          <GuestButton />
        </div>
      </div>
      <figure className="hero-code">
        <figcaption>A signed-in page, in React</figcaption>
        <pre tabIndex={0}>{code}</pre>
      </figure>
    </section>
    <section aria-label="Features to try">
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
