import type { HandlerStates } from "gatefold/react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { HandlerButton } from "../components/HandlerLink.tsx"
import { pages } from "../lib/pages.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { FailedSignIn } from "./FailedSignIn.tsx"
import { NoCodeCard } from "./NoCodeCard.tsx"
import { SignedIn } from "./SignedIn.tsx"
import { WorkingCard } from "./WorkingCard.tsx"

/** The page behind the link of a sign-in mail. */
export const MagicLinkCallbackScreen = ({ state }: { readonly state: HandlerStates["magicLinkCallback"] }) => {
  const t = useAuthText()
  switch (state.status) {
    case "working":
      return <WorkingCard title={t.outcome.signingIn} />
    case "no-code":
      return (
        <NoCodeCard
          actions={
            <>
              <HandlerButton variant="primary" block to={pages.signIn}>
                {t.forgotPassword.back}
              </HandlerButton>
              <ButtonLink variant="ghost" block to={pages.home}>
                {t.outcome.goHome}
              </ButtonLink>
            </>
          }
        />
      )
    case "failed":
      return <FailedSignIn error={state.error} />
    case "done":
      return <SignedIn title={t.outcome.signedIn} method="link" />
  }
}
