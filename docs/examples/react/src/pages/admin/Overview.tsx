import { useResource } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { providerName } from "../auth/providers.ts"
import * as Admin from "./Admin.ts"
import { DailyChart } from "./DailyChart.tsx"

const names: Readonly<Record<string, string>> = { otp: "Magic link", passkey: "Passkey", password: "Password" }

const methodName = (method: string): string =>
  (Object.hasOwn(names, method) ? names[method] : undefined) ?? providerName(method)

/** Figures about the project. */
export const Overview = () => {
  const metrics = useResource(Admin.metrics, undefined, { as: "result" })
  return (
    <Loaded read={metrics} rows={6}>
      {({ activeUsers, signInMethods, signUps, totalUsers }) => (
        <div className="admin-figures">
          <Card title="Users">
            <p className="figure-large">{totalUsers}</p>
          </Card>
          <Card title="Sign-in methods" description="Of all users.">
            {signInMethods.length === 0 ? (
              <p className="muted">Nobody has signed up yet.</p>
            ) : (
              <dl className="facts">
                {signInMethods.map(({ count, method }) => (
                  <div key={method} className="fact">
                    <dt>{methodName(method)}</dt>
                    <dd>{count}</dd>
                  </div>
                ))}
              </dl>
            )}
          </Card>
          <Card title="Sign-ups" description="Of today and the 30 days before.">
            <DailyChart what="Sign-ups" days={signUps} />
          </Card>
          <Card title="Active users" description="Of today and the 30 days before.">
            <DailyChart what="Active users" days={activeUsers} />
          </Card>
        </div>
      )}
    </Loaded>
  )
}
