import type { HandlerStates } from "gatefold/react"
import { useAuthText } from "../text/AuthText.tsx"
import { FailedSignIn } from "./FailedSignIn.tsx"
import { WorkingCard } from "./WorkingCard.tsx"

/** The page to which the service redirects users after a failed sign-in with a provider. */
export const ErrorScreen = ({ state }: { readonly state: HandlerStates["error"] }) => {
  const t = useAuthText()
  switch (state.status) {
    case "working":
      return <WorkingCard title={t.outcome.signingIn} />
    case "failed":
      return <FailedSignIn error={state.error} />
    case "done":
      return <FailedSignIn error={state.value ?? undefined} />
  }
}
