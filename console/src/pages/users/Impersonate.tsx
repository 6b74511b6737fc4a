import { reveal } from "gatefold"
import { useState } from "react"
import { Button } from "#screens/components/Button"
import { Dialog } from "#screens/components/Dialog"
import { Failure } from "../../components/Failure.tsx"
import { Pre } from "../../components/Pre.tsx"
import { Secret } from "../../components/Secret.tsx"
import { hour } from "../../lib/durations.ts"
import { useProject } from "../../lib/Project.tsx"
import { useAct } from "../../lib/useAct.ts"
import { formatUserName, type User } from "../../lib/users.ts"

interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/** Creates a session of a user for the developer, marked as an impersonation. */
export const Impersonate = ({ user }: { readonly user: User }) => {
  const { app, id } = useProject()
  const act = useAct()
  const [tokens, setTokens] = useState<Tokens>()
  const signIn = () =>
    act.run(async () => {
      const { accessToken, refreshToken } = await app.sessions.create({
        userId: user.id,
        isImpersonation: true,
        expiresInMillis: hour
      })
      setTokens({ accessToken: reveal(accessToken), refreshToken: reveal(refreshToken) })
    })
  return (
    <>
      <Button variant="primary" isPending={act.isPending} onClick={() => void signIn()}>
        Sign in as
      </Button>
      {act.error !== undefined && (
        <Dialog title="Couldn't create a session" onClose={act.forget}>
          <Failure error={act.error} />
        </Dialog>
      )}
      {tokens !== undefined && (
        <Dialog title={`Signed in as ${formatUserName(user)}`} onClose={() => setTokens(undefined)}>
          <p>Use these tokens in your app. The session lasts one hour, and the list marks it as an impersonation.</p>
          <div className="gf-stack-tight">
            <p className="gf-label">Access token</p>
            <Secret text={tokens.accessToken} what="access token" />
          </div>
          <div className="gf-stack-tight">
            <p className="gf-label">Refresh token</p>
            <Secret text={tokens.refreshToken} what="refresh token" />
          </div>
          <Pre
            what="command"
            text={[
              `curl ${location.origin}/api/v1/users/me \\`,
              `  -H 'x-stack-access-type: client' \\`,
              `  -H 'x-stack-project-id: ${id}' \\`,
              `  -H 'x-stack-publishable-client-key: <your pck_ key>' \\`,
              `  -H 'x-stack-access-token: ${tokens.accessToken}'`
            ].join("\n")}
          />
          <div className="gf-dialog-actions">
            <Button onClick={() => setTokens(undefined)}>Done</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
