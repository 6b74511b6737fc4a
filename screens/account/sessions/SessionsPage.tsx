import { useSessions } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { PageHeader } from "../../components/PageHeader.tsx"
import { SessionRow } from "./SessionRow.tsx"

export const SessionsPage = () => {
  const sessions = useSessions()
  return (
    <>
      <PageHeader title="Sessions" description="Where you are signed in." />
      <Card title="Signed in here" description="Revoke what you do not know, then change your password.">
        <ul className="gf-list">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      </Card>
    </>
  )
}
