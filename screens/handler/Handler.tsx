"use client"
import { AuthHandler, type HandlerScreens } from "gatefold/react"
import { ForgotPassword } from "./ForgotPassword.tsx"
import { SignIn } from "../sign-in/SignIn.tsx"
import { SignUp } from "../sign-up/SignUp.tsx"
import { CliConfirm } from "../cli-confirm/CliConfirm.tsx"
import { GoTo } from "../components/GoTo.tsx"
import { NotFound } from "../components/NotFound.tsx"
import { CardSkeleton } from "../components/PageSkeleton.tsx"
import { type AuthSlots, Screen } from "../components/Screen.tsx"
import { pages } from "../lib/pages.ts"
import { useSubpath } from "../lib/url.ts"
import { EmailVerificationScreen } from "./EmailVerificationScreen.tsx"
import { ErrorScreen } from "./ErrorScreen.tsx"
import { MagicLinkCallbackScreen } from "./MagicLinkCallbackScreen.tsx"
import { OAuthCallbackScreen } from "./OAuthCallbackScreen.tsx"
import { PasswordResetScreen } from "./PasswordResetScreen.tsx"
import { SignOutScreen } from "./SignOutScreen.tsx"
import { TeamInvitationScreen } from "./TeamInvitationScreen.tsx"

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
  cliAuthConfirm: (state) => <CliConfirm state={state} />
}

export interface HandlerProps extends AuthSlots {
  /** Where it is shown, with its pages below. */
  readonly path?: string | undefined
}

/** The pages below /handler, where sign-ins and mails lead: Gatefold does their work, these screens show it. */
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
