import { Sessions } from "gatefold"
import { useAction, useSessions } from "gatefold/react"
import { type ReactNode, useState } from "react"
import { pages } from "../lib/pages.ts"
import { useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import { FormError } from "./FormError.tsx"
import { Loaded } from "./Loaded.tsx"
import { Notice } from "./Notice.tsx"

/** How long a sign-in proves who uses the page. */
const recentMillis = 15 * 60_000

/**
 * Protects its content from anyone who finds a signed-in device. Users whose sign-in is not recent sign in again first,
 * with any of their methods, and come back here. The service itself does not require this.
 */
export const RecentSignIn = ({ children }: { readonly children: ReactNode }) => (
  <Loaded read={useSessions({ as: "result" })} rows={1}>
    {(sessions) => {
      const since = sessions.find(({ isCurrentSession }) => isCurrentSession === true)?.createdAt
      return since === undefined ? children : <SignedInAgain since={since}>{children}</SignedInAgain>
    }}
  </Loaded>
)

const SignedInAgain = ({ children, since }: { readonly since: Date; readonly children: ReactNode }) => {
  const t = useText()
  // Computed once, so that the content does not disappear while the user types.
  const [isRecent] = useState(() => Date.now() - since.getTime() < recentMillis)
  const signOut = useAction(Sessions.signOutTo)
  if (isRecent) return children
  const back = encodeURIComponent(window.location.pathname)
  return (
    <>
      <Notice tone="warning" title={t.recentSignIn.title}>
        <p>{t.recentSignIn.description}</p>
      </Notice>
      <FormError error={signOut.error} />
      <div>
        <Button
          variant="primary"
          isPending={signOut.isPending}
          onClick={() => void signOut.run(`${pages.signIn}?after_auth_return_to=${back}`)}
        >
          {t.recentSignIn.submit}
        </Button>
      </div>
    </>
  )
}
