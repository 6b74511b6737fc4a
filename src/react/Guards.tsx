"use client"
/**
 * Showing parts of a page to some users. A convenience: the service decides
 * for itself what anybody may do.
 */
import type { ReactNode } from "react"
import type { Scope } from "../client/Permissions.ts"
import { usePermission } from "./Hooks.ts"
import { useUser } from "./UseUser.ts"

/** What the guards take. */
export interface GuardProps {
  readonly children?: ReactNode
  /** Shown to everybody else. */
  readonly fallback?: ReactNode
  /** Shown until it is known. */
  readonly loading?: ReactNode
}

/** Whether anonymous users count as signed in. Default: no. */
interface AnonymousProps {
  readonly anonymous?: boolean | undefined
}

const useIsSignedIn = (anonymous: boolean | undefined): boolean | undefined => {
  const user = useUser({ as: "value", or: anonymous === true ? "anonymous-if-exists" : "return-null" })
  return user === undefined ? undefined : user !== null
}

const choose = (holds: boolean | undefined, { children, fallback, loading }: GuardProps): ReactNode =>
  (holds === undefined ? loading : holds ? children : fallback) ?? null

/** For those who are signed in. */
export const SignedIn = ({ anonymous, ...props }: GuardProps & AnonymousProps) =>
  choose(useIsSignedIn(anonymous), props)

/** For those who are not. */
export const SignedOut = ({ anonymous, ...props }: GuardProps & AnonymousProps) => {
  const isSignedIn = useIsSignedIn(anonymous)
  return choose(isSignedIn === undefined ? undefined : !isSignedIn, props)
}

/** For users with a permission, in a team or in the project. */
export const RequirePermission = ({
  permission,
  recursive,
  teamId,
  ...props
}: GuardProps &
  Scope & {
    readonly permission: string
  }) => {
  const { error, status, value } = usePermission(permission, { recursive, teamId }, { as: "result" })
  // Nobody has no permissions. What else goes wrong is for the error boundary.
  const isRefused = error?._tag === "UserAuthenticationRequired"
  if (status === "failure" && !isRefused) throw error
  return choose(status === "pending" ? undefined : status === "success" && value !== null, props)
}
