"use client"
/**
 * The default screens of `<AuthHandler>`, for pages without a screen of the app: plain text, with a button or a field
 * where the user has to act. The app brings its own forms to sign in and up.
 */
import { type ReactNode, useId } from "react"
import * as Mfa from "../../client/Mfa.ts"
import * as Redirect from "../../client/Redirect.ts"
import type { KnownPage } from "../../domain/url/HandlerUrls.ts"
import { performIn } from "../AuthClient.ts"
import { useClient } from "../AuthProvider.tsx"
import type { WorkPage } from "../HandlerPage.ts"
import type { HandlerStates } from "../HandlerStates.ts"
import { useAction } from "../UseAction.ts"

/** A page that hands on sessions is there only if the app has a screen for it. */
type PlainPage = Exclude<WorkPage, "crossDomain">

const Text = ({ children }: { readonly children: ReactNode }) => <p role="status">{children}</p>

const Problem = ({ error }: { readonly error: { readonly message: string } | undefined }) =>
  error === undefined ? null : <p role="alert">{error.message}</p>

interface ButtonProps {
  readonly children: string
  readonly isPending?: boolean
  readonly run: () => unknown
}

const Button = ({ children, isPending = false, run }: ButtonProps) => (
  <button type="button" disabled={isPending} onClick={() => void run()}>
    {children}
  </button>
)

/** A button that leads to another page of the app, and not back here: the work of this page is done. */
const GoTo = ({ children, page }: { readonly children: string; readonly page: KnownPage }) => {
  const client = useClient()
  return (
    <Button run={() => performIn(client, Redirect.to(page, { noRedirectBack: page === "signIn" }))}>{children}</Button>
  )
}

const toSignIn = <GoTo page="signIn">Go to the sign-in page</GoTo>
const toHome = <GoTo page="home">Continue</GoTo>

const Failed = ({ error }: { readonly error: { readonly message: string } }) => (
  <>
    <Problem error={error} />
    {toSignIn}
  </>
)

const Done = ({ children, next }: { readonly children: string; readonly next: ReactNode }) => (
  <>
    <Text>{children}</Text>
    {next}
  </>
)

const incompleteLink = <Text>This link has no code. Open the whole link that you were sent.</Text>

const Field = ({
  children,
  error,
  isPending,
  label,
  submit,
  ...input
}: {
  readonly children: string
  readonly error: { readonly message: string } | undefined
  readonly isPending: boolean
  readonly label: string
  readonly submit: (value: string) => Promise<unknown>
} & ({ readonly type: "password"; readonly autoComplete: "new-password" } | OneTimeCode)) => {
  const id = useId()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit(String(new FormData(event.currentTarget).get("value")))
      }}
    >
      <label htmlFor={id}>{label}</label> <input id={id} name="value" required {...input} />{" "}
      <button disabled={isPending}>{children}</button>
      <Problem error={error} />
    </form>
  )
}

interface OneTimeCode {
  readonly inputMode: "numeric"
  readonly autoComplete: "one-time-code"
}

type SignInFailure = Extract<HandlerStates["oauthCallback" | "magicLinkCallback"], { readonly status: "failed" }>

/** An unfinished sign-in; perhaps only the second factor is missing. */
const FailedSignIn = ({ error }: Pick<SignInFailure, "error">) => {
  const signIn = useAction(Mfa.signIn)
  if (error._tag !== "MultiFactorAuthenticationRequired") return <Failed error={error} />
  if (signIn.status === "success") return signedIn
  return (
    <Field
      label="Six-digit code of your authenticator app"
      inputMode="numeric"
      autoComplete="one-time-code"
      error={signIn.error}
      isPending={signIn.isPending}
      submit={(totp) => signIn.run({ attemptCode: error.details.attemptCode, totp })}
    >
      Continue
    </Field>
  )
}

const signingIn = <Text>Signing you in…</Text>
const signedIn = <Done next={<GoTo page="afterSignIn">Continue</GoTo>}>You are signed in.</Done>

const OAuthCallback = (state: HandlerStates["oauthCallback"]) => {
  if (state.status === "working") return signingIn
  if (state.status === "failed") return <FailedSignIn error={state.error} />
  return state.value === "ignored" ? <Done next={toSignIn}>There is no sign-in to finish here.</Done> : signedIn
}

const MagicLinkCallback = (state: HandlerStates["magicLinkCallback"]) => {
  if (state.status === "working") return signingIn
  if (state.status === "no-code") return incompleteLink
  return state.status === "failed" ? <FailedSignIn error={state.error} /> : signedIn
}

const SignOut = (state: HandlerStates["signOut"]) => {
  if (state.status === "working") return <Text>Signing you out…</Text>
  if (state.status === "done") return <Text>You are signed out.</Text>
  const { error } = state
  if (error._tag !== "SignOutElsewhere") return <Problem error={error} />
  return <a href={error.signOutUrl}>{`Sign out at ${error.provider}`}</a>
}

const EmailVerification = (state: HandlerStates["emailVerification"]) => {
  if (state.status === "working") return <Text>Verifying your address…</Text>
  if (state.status === "no-code") return incompleteLink
  if (state.status === "failed") return <Problem error={state.error} />
  return <Done next={toHome}>Your address is verified.</Done>
}

const PasswordReset = (state: HandlerStates["passwordReset"]) => {
  if (state.status === "working") return <Text>Looking at your link…</Text>
  if (state.status === "no-code") return incompleteLink
  if (state.status === "failed") return <Failed error={state.error} />
  if (state.status === "done") return <Done next={toSignIn}>Your password is changed.</Done>
  return (
    <Field
      label="New password"
      type="password"
      autoComplete="new-password"
      error={state.error}
      isPending={state.isPending}
      submit={state.submit}
    >
      Set the password
    </Field>
  )
}

const TeamInvitation = (state: HandlerStates["teamInvitation"]) => {
  if (state.status === "working") return <Text>Looking at your invitation…</Text>
  if (state.status === "no-code") return incompleteLink
  if (state.status === "failed") return <Problem error={state.error} />
  if (state.status === "done") return <Done next={toHome}>You are a member of the team now.</Done>
  if (state.status === "signed-out") {
    return (
      <>
        <Text>You are invited to a team.</Text>
        <Button run={state.signIn}>Sign in to see the invitation</Button>
        <Button run={state.signUp}>Create an account</Button>
      </>
    )
  }
  return (
    <>
      <Text>You are invited to the team {state.teamDisplayName}.</Text>
      <Button isPending={state.isPending} run={state.accept}>
        Accept
      </Button>
      <Problem error={state.error} />
    </>
  )
}

const PageError = (state: HandlerStates["error"]) => {
  if (state.status === "working") return null
  const error = state.status === "failed" ? state.error : state.value
  return error === null ? <Text>There is no error.</Text> : <Failed error={error} />
}

const onlyYourOwn =
  "Continue only if you have just started this yourself. Otherwise the sender of the link gets access to your account."

const CliConfirm = (state: HandlerStates["cliAuthConfirm"]) => {
  switch (state.status) {
    case "working":
      return <Text>Looking at your terminal’s login…</Text>
    case "no-code":
      return incompleteLink
    case "framed":
      return <Text>Open this page in its own window.</Text>
    case "done":
      return <Text>Your terminal is signed in. You can close this page.</Text>
    case "ready":
      return (
        <>
          <Text>A program in a terminal asks to be signed in as you. {onlyYourOwn}</Text>
          <Button isPending={state.isPending} run={state.confirm}>
            Sign the terminal in
          </Button>
          <Problem error={state.error} />
        </>
      )
    case "signed-out":
      return (
        <>
          <Text>A program in a terminal asks to be signed in.</Text>
          {state.keepAnonymousUser !== undefined && (
            <>
              <Text>It works without an account; a new one keeps what was done there. {onlyYourOwn}</Text>
              <Button isPending={state.isPending} run={state.keepAnonymousUser}>
                Create an account with it
              </Button>
            </>
          )}
          <Button run={state.signIn}>Sign in</Button>
          <Problem error={state.error} />
        </>
      )
  }
}

const AgentConfirm = (state: HandlerStates["agentAuthConfirm"]) => {
  switch (state.status) {
    case "working":
      return <Text>Looking at the agent’s login…</Text>
    case "no-code":
      return incompleteLink
    case "framed":
      return <Text>Open this page in its own window.</Text>
    case "failed":
      return <Failed error={state.error} />
    case "done":
      return (
        <Text>
          {state.value === "approved" ? "The agent is signed in as you." : "The agent is not signed in."} You can close
          this page.
        </Text>
      )
    case "signed-out":
      return (
        <>
          <Text>An agent asks to be signed in.</Text>
          <Button run={state.signIn}>Sign in</Button>
        </>
      )
    case "ready": {
      const { agent, userHint } = state.login
      return (
        <>
          <Text>
            The agent “<bdi>{agent.name}</bdi>” asks to be signed in as you. {onlyYourOwn}
          </Text>
          <Text>The agent shows the code {state.claimCode}.</Text>
          {[agent.description, agent.url, userHint].map((text) => text && <Text key={text}>{text}</Text>)}
          <Button isPending={state.isPending} run={state.approve}>
            Sign the agent in
          </Button>
          <Button isPending={state.isPending} run={state.deny}>
            Deny
          </Button>
          <Problem error={state.error} />
        </>
      )
    }
  }
}

export const plainScreens: { readonly [P in PlainPage]: (state: HandlerStates[P]) => ReactNode } = {
  signOut: (state) => <SignOut {...state} />,
  oauthCallback: (state) => <OAuthCallback {...state} />,
  magicLinkCallback: (state) => <MagicLinkCallback {...state} />,
  emailVerification: (state) => <EmailVerification {...state} />,
  error: (state) => <PageError {...state} />,
  passwordReset: (state) => <PasswordReset {...state} />,
  teamInvitation: (state) => <TeamInvitation {...state} />,
  agentAuthConfirm: (state) => <AgentConfirm {...state} />,
  cliAuthConfirm: (state) => <CliConfirm {...state} />
}
