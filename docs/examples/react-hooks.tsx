/**
 * An app with React: sign in, a page for the signed-in user, the handler's
 * pages. `main` mounts it; `html` renders it on a server first.
 */
import { CurrentUser, Navigation, Password, Sessions, Teams } from "gatefold"
import { createClientApp } from "gatefold/promise/effect"
import {
  AuthHandler,
  AuthProvider,
  dehydrate,
  type DehydratedState,
  SignedIn,
  SignedOut,
  useAction,
  useResource,
  useTeams,
  useUser
} from "gatefold/react"
import { Suspense } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"

const options = {
  projectId: "your-project-id",
  publishableClientKey: "pck_your_key",
  appUrl: "https://app.example.com",
  navigation: Navigation.layerWindow
}

const SignInForm = () => {
  const signIn = useAction(Password.signIn)
  return (
    <form action={(form) => void signIn.run({ email: text(form, "email"), password: text(form, "password") })}>
      <input name="email" type="email" autoComplete="username" />
      <input name="password" type="password" autoComplete="current-password" />
      <button disabled={signIn.isPending}>Sign in</button>
      {signIn.error?._tag === "EmailPasswordMismatch" && <p role="alert">{signIn.error.message}</p>}
    </form>
  )
}

const text = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

const Account = () => {
  const user = useUser({ or: "redirect" })
  const rename = useAction(CurrentUser.setDisplayName)
  const signOut = useAction(Sessions.signOut)
  return (
    <section>
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
      <button onClick={() => void rename.run("Ann")}>Call me Ann</button>
      <button onClick={() => void signOut.run()}>Sign out</button>
      <Suspense fallback="Your teams …">
        <TeamList />
      </Suspense>
    </section>
  )
}

const TeamList = () => {
  const teams = useTeams()
  const create = useAction(Teams.create)
  return (
    <>
      {teams.map((team) => (
        <Members key={team.id} team={team} />
      ))}
      <button onClick={() => void create.run({ displayName: "Acme" })}>New team</button>
    </>
  )
}

type Team = NonNullable<CurrentUser.CurrentUser["selectedTeam"]>

const Members = ({ team }: { readonly team: Team }) => {
  const members = useResource(Teams.listMembers, team.id, { as: "result" })
  return (
    <p>
      {team.displayName}: {members.status === "success" ? `${members.value.length} members` : members.error?.message}
    </p>
  )
}

const App = () => (
  <AuthHandler
    screens={{
      signIn: () => <SignInForm />,
      magicLinkCallback: (state) => <p>{state.status === "failed" ? state.error.message : "One moment …"}</p>,
      cliAuthConfirm: (state) =>
        state.status === "ready" ? (
          <button disabled={state.isPending} onClick={() => void state.confirm()}>
            Sign in my terminal
          </button>
        ) : (
          <p>{state.status}</p>
        )
    }}
    fallback={
      <>
        <SignedIn>
          <Account />
        </SignedIn>
        <SignedOut>
          <a href="/handler/sign-in">Sign in</a>
        </SignedOut>
      </>
    }
  />
)

const Root = ({ initial }: { readonly initial?: DehydratedState }) => (
  <AuthProvider options={options} initial={initial}>
    <App />
  </AuthProvider>
)

/** In the browser. */
export const main = (container: Element, initial?: DehydratedState) =>
  initial === undefined ? createRoot(container).render(<Root />) : hydrateRoot(container, <Root initial={initial} />)

/** On the server, for each request: what it has read goes into the page, by `serialize(initial)`. */
export const load = async (request: Request) => {
  await using app = createClientApp({ ...options, tokenStore: request })
  const initial = await dehydrate(app, [[Teams.list]])
  return { initial, page: <Root initial={initial} /> }
}
