"use client"
/** Provides an app on a phone, and starts with its last user. */
import { createElement, Fragment, type ReactNode, useEffect, useState } from "react"
import { AuthProvider as ReactAuthProvider } from "../react/AuthProvider.tsx"
import type { DehydratedState } from "../react/Hydration.ts"
import { useRead } from "../react/UseResource.ts"
import { userRead } from "../react/UserRead.ts"
import type { ExpoApp } from "./ExpoApp.ts"
import * as LastUser from "./LastUser.ts"

/** The props of the provider. */
export interface AuthProviderProps {
  /** The app of `createExpoApp`. It is read once; change the provider's `key` to replace it. */
  readonly app: ExpoApp
  readonly children?: ReactNode
  /** Shown until the session was read from the device, and while a component without its own `<Suspense>` waits. */
  readonly fallback?: ReactNode
}

/**
 * Provides an app to the hooks of `gatefold/react`. It starts with the last user of the session, without waiting for
 * the network, and reads the user again at once. Offline the last user stays.
 *
 * @example
 * ```tsx
 * <AuthProvider app={auth} fallback={<ActivityIndicator />}>
 *   <Slot />
 * </AuthProvider>
 * ```
 */
export const AuthProvider = ({ app: given, children, fallback = null }: AuthProviderProps) => {
  const [app] = useState(given)
  const [initial, setInitial] = useState<DehydratedState | null>()
  useEffect(() => {
    let isMounted = true
    const start = (dehydrated: DehydratedState | null) => void (isMounted && setInitial(dehydrated))
    // An app that cannot be built says so in every hook.
    app.run(LastUser.state).then(start, () => start(null))
    return () => {
      isMounted = false
    }
  }, [app])
  if (initial === undefined) return fallback
  return createElement(
    ReactAuthProvider,
    { app, fallback, ...(initial !== null && { initial }) },
    createElement(KeepLastUser, { app }),
    createElement(Fragment, undefined, children)
  )
}

/** Reads the user again at the start, and keeps each one that was read. */
const KeepLastUser = ({ app }: { readonly app: ExpoApp }) => {
  const { error, refetch, status, value } = useRead(userRead, { as: "result" })
  useEffect(() => void refetch(), [refetch])
  useEffect(() => {
    if (status === "success" && error === undefined) void app.run(LastUser.keep(value)).catch(() => undefined)
  }, [app, error, status, value])
  return null
}
