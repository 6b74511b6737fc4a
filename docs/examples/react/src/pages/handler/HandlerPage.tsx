import { AuthHandler, type HandlerScreens } from "gatefold/react"
import { Navigate, useLocation } from "react-router"
import { ForgotPasswordPage } from "../auth/ForgotPasswordPage.tsx"
import { SignedOutOnly } from "../auth/SignedOutOnly.tsx"
import { SignInPage } from "../auth/SignInPage.tsx"
import { SignUpPage } from "../auth/SignUpPage.tsx"
import { CliConfirm } from "../cli/CliConfirm.tsx"
import NotFoundPage from "../home/NotFoundPage.tsx"
import { EmailVerificationScreen } from "./EmailVerificationScreen.tsx"
import { ErrorScreen } from "./ErrorScreen.tsx"
import { MagicLinkCallbackScreen } from "./MagicLinkCallbackScreen.tsx"
import { OAuthCallbackScreen } from "./OAuthCallbackScreen.tsx"
import { PasswordResetScreen } from "./PasswordResetScreen.tsx"
import { SignOutScreen } from "./SignOutScreen.tsx"
import { TeamInvitationScreen } from "./TeamInvitationScreen.tsx"

const screens: HandlerScreens = {
  signIn: () => (
    <SignedOutOnly>
      <SignInPage />
    </SignedOutOnly>
  ),
  signUp: () => (
    <SignedOutOnly>
      <SignUpPage />
    </SignedOutOnly>
  ),
  forgotPassword: () => <ForgotPasswordPage />,
  accountSettings: () => <Navigate to="/account" replace />,
  signOut: (state) => <SignOutScreen state={state} />,
  oauthCallback: (state) => <OAuthCallbackScreen state={state} />,
  magicLinkCallback: (state) => <MagicLinkCallbackScreen state={state} />,
  emailVerification: (state) => <EmailVerificationScreen state={state} />,
  passwordReset: (state) => <PasswordResetScreen state={state} />,
  teamInvitation: (state) => <TeamInvitationScreen state={state} />,
  error: (state) => <ErrorScreen state={state} />,
  cliAuthConfirm: (state) => <CliConfirm state={state} />
}

/** The pages below /handler: Gatefold does their work, this app gives them their looks. */
export default function HandlerPage() {
  const { key } = useLocation()
  return <AuthHandler key={key} screens={screens} fallback={<NotFoundPage />} />
}
