"use client"
/** Components that show parts of a page to some users. For display only: the service checks permissions itself. */
import type { ReactNode } from "react"
import type { Scope } from "../client/Permissions.ts"
import { usePermission } from "./Hooks.ts"
import { useUser } from "./UseUser.ts"

/** The content of a guard: its children, or a fallback for users who are not let in. */
export interface GuardProps {
  readonly children?: ReactNode
  /** Shown to users who are not let in. Default: nothing. */
  readonly fallback?: ReactNode
  /** Shown until the user is known. */
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

/** Shown to signed-in users. */
export const SignedIn = ({ anonymous, ...props }: GuardProps & AnonymousProps) =>
  choose(useIsSignedIn(anonymous), props)

/** Shown if nobody is signed in. */
export const SignedOut = ({ anonymous, ...props }: GuardProps & AnonymousProps) => {
  const isSignedIn = useIsSignedIn(anonymous)
  return choose(isSignedIn === undefined ? undefined : !isSignedIn, props)
}

/** Shown to users with a permission, in a team or in the project. */
export const RequirePermission = ({
  permission,
  recursive,
  teamId,
  ...props
}: GuardProps & Scope & { readonly permission: string }) => {
  const { error, status, value } = usePermission(permission, { recursive, teamId }, { as: "result" })
  // A signed-out visitor has no permissions. Other failures go to the error boundary.
  const isRefused = error?._tag === "UserAuthenticationRequired"
  if (status === "failure" && !isRefused) throw error
  return choose(status === "pending" ? undefined : status === "success" && value !== null, props)
}
