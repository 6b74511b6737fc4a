import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { formatProvider } from "#screens/lib/providers"
import type { Metrics } from "../../../../../backend/AdminMailsContract.ts"

const names: Readonly<Record<string, string>> = { otp: "Magic link", passkey: "Passkey", password: "Password" }

const methodName = (method: string): string =>
  (Object.hasOwn(names, method) ? names[method] : undefined) ?? formatProvider(method)

export interface SignInMethodsOfAllProps {
  readonly methods: Metrics["signInMethods"]
  readonly totalUsers: number
}

/** How many users can sign in by which method. */
export const SignInMethodsOfAll = ({ methods, totalUsers }: SignInMethodsOfAllProps) => (
  <Card title="Sign-in methods" description="Users of each method. Many users have several.">
    {methods.length === 0 ? (
      <Empty title="Nobody has signed up yet" />
    ) : (
      <ul className="shares">
        {methods.map(({ count, method }) => (
          <li key={method}>
            <span>{methodName(method)}</span>
            <span>{count}</span>
            <meter aria-label={`Users with ${methodName(method)}`} max={Math.max(1, totalUsers)} value={count} />
          </li>
        ))}
      </ul>
    )}
  </Card>
)
