"use client"
import type { CurrentUser } from "gatefold"
import { PageHeader } from "../components/PageHeader.tsx"
import { PageSkeleton } from "../components/PageSkeleton.tsx"
import { RequireUser } from "../components/RequireUser.tsx"
import { Screen } from "../components/Screen.tsx"
import { useText } from "../text/Text.tsx"
import { AuthenticatorCard } from "./AuthenticatorCard.tsx"

/** For your own sign-in forms: asks for the six digits when a sign-in needs nothing else. */
export { SecondFactor, type SecondFactorProps } from "./SecondFactor.tsx"

/** Turns two-step verification on and off. */
export const MfaSettings = () => (
  <Screen loading={<PageSkeleton />}>
    <RequireUser>{(user) => <Settings user={user} />}</RequireUser>
  </Screen>
)

const Settings = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  return (
    <div className="gf-page">
      <PageHeader title={t.twoStep.title} description={t.twoStepSetup.pageHint} />
      <AuthenticatorCard user={user} title={t.twoStepSetup.method} />
    </div>
  )
}
