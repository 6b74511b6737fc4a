"use client"
import { AuthHandler, type HandlerScreens } from "gatefold/react"
import { lazy } from "react"
import { GoTo } from "../components/GoTo.tsx"
import { NotFound } from "../components/NotFound.tsx"
import { CardSkeleton } from "../components/PageSkeleton.tsx"
import { type AuthSlots, Screen } from "../components/Screen.tsx"
import { pages } from "../lib/pages.ts"
import { useSubpath } from "../lib/url.ts"
import { SignIn } from "../sign-in/SignIn.tsx"
import { ErrorScreen } from "./ErrorScreen.tsx"
import { MagicLinkCallbackScreen } from "./MagicLinkCallbackScreen.tsx"
import { OAuthCallbackScreen } from "./OAuthCallbackScreen.tsx"
import { SignOutScreen } from "./SignOutScreen.tsx"

// Those that few visits need are loaded by then. The sign-in page, and where it leads, are here at once.
const SignUp = lazy(() => import("../sign-up/SignUp.tsx").then((file) => ({ default: file.SignUp })))
const ForgotPassword = lazy(() => import("./ForgotPassword.tsx").then((file) => ({ default: file.ForgotPassword })))
const EmailVerificationScreen = lazy(() =>
  import("./EmailVerificationScreen.tsx").then((file) => ({ default: file.EmailVerificationScreen }))
)
const PasswordResetScreen = lazy(() =>
  import("./PasswordResetScreen.tsx").then((file) => ({ default: file.PasswordResetScreen }))
)
const TeamInvitationScreen = lazy(() =>
  import("./TeamInvitationScreen.tsx").then((file) => ({ default: file.TeamInvitationScreen }))
)
const AgentConfirm = lazy(() =>
  import("../agent-confirm/AgentConfirm.tsx").then((file) => ({ default: file.AgentConfirm }))
)
const CliConfirm = lazy(() => import("../cli-confirm/CliConfirm.tsx").then((file) => ({ default: file.CliConfirm })))

const screens: HandlerScreens = {
  signIn: () => <SignIn />,
  signUp: () => <SignUp />,
  forgotPassword: () => <ForgotPassword />,
  accountSettings: () => <GoTo to={pages.account} />,
  signOut: (state) => <SignOutScreen state={state} />,
  oauthCallback: (state) => <OAuthCallbackScreen state={state} />,
  magicLinkCallback: (state) => <MagicLinkCallbackScreen state={state} />,
  emailVerification: (state) => <EmailVerificationScreen state={state} />,
  passwordReset: (state) => <PasswordResetScreen state={state} />,
  teamInvitation: (state) => <TeamInvitationScreen state={state} />,
  error: (state) => <ErrorScreen state={state} />,
  agentAuthConfirm: (state) => <AgentConfirm state={state} />,
  cliAuthConfirm: (state) => <CliConfirm state={state} />
}

export interface HandlerProps extends AuthSlots {
  /** Where it is shown, with its pages below. */
  readonly path?: string | undefined
}

/** The pages below /handler, for sign-ins and links in mails: Gatefold does their work, these screens show it. */
export const Handler = ({ path = "/handler", ...slots }: HandlerProps) => (
  <Screen auth={slots} loading={<CardSkeleton />}>
    <Pages path={path} />
  </Screen>
)

const Pages = ({ path }: { readonly path: string }) => {
  const page = useSubpath(path)?.join("/")
  if (page === undefined) return <CardSkeleton />
  return <AuthHandler key={page} screens={screens} fallback={<NotFound />} />
}
