import { useResource } from "gatefold/react"
import { Card } from "#screens/components/Card"
import { Loaded } from "#screens/components/Loaded"
import * as Admin from "../Admin.ts"
import { DailyChart } from "./DailyChart.tsx"
import { SignInMethodsOfAll } from "./SignInMethodsOfAll.tsx"

const format = new Intl.NumberFormat("en")

/** Figures about the project. */
export const Overview = () => {
  const metrics = useResource(Admin.metrics, undefined, { as: "result" })
  return (
    <Loaded read={metrics} rows={6}>
      {({ activeUsers, mails, monthlyActiveUsers, signInMethods, signUps, totalTeams, totalUsers, verifiedUsers }) => (
        <div className="gf-stack-loose">
          <Card title="At a glance">
            <dl className="figures">
              <Figure name="Users" value={totalUsers} />
              <Figure name="Verified emails" value={verifiedUsers} />
              <Figure name="Active in 31 days" value={monthlyActiveUsers} />
              <Figure name="Teams" value={totalTeams} />
            </dl>
          </Card>
          <div className="admin-figures">
            <DailyChart what="Sign-ups" days={signUps} />
            <DailyChart what="Active users" days={activeUsers} />
            {mails !== null && <DailyChart what="Emails sent" days={mails} />}
            <SignInMethodsOfAll methods={signInMethods} totalUsers={totalUsers} />
          </div>
        </div>
      )}
    </Loaded>
  )
}

/** A number; what the service does not tell is left out. */
const Figure = ({ name, value }: { readonly name: string; readonly value: number | null }) =>
  value !== null && (
    <div>
      <dt>{name}</dt>
      <dd>{format.format(value)}</dd>
    </div>
  )
