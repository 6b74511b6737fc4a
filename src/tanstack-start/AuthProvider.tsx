"use client"
/** The provider of `gatefold/react` in an app with TanStack Start or TanStack Router. */
import { useRouter } from "@tanstack/react-router"
import { useCallback, useState } from "react"
import { type AuthProviderProps, RoutedProvider } from "../react/RoutedProvider.tsx"
import * as RouterNavigation from "./RouterNavigation.ts"

/**
 * Provides an app to the hooks of `gatefold/react`. It redirects through the router, loads the routes again after a
 * sign-in or sign-out in the browser, and reads again after the server has rendered for another session. Behind
 * `auth.middleware`, `useUser({ or: "redirect" })` also redirects on the server.
 *
 * @example
 * ```tsx
 * export const Route = createRootRoute({ loader: () => dehydrate(), component: Root })
 *
 * function Root() {
 *   return <AuthProvider options={options} initial={Route.useLoaderData()}><Outlet /></AuthProvider>
 * }
 * ```
 */
export const AuthProvider = (props: AuthProviderProps) => {
  const router = useRouter()
  const [navigation] = useState(() => RouterNavigation.layer(router))
  const refresh = useCallback(() => void router.invalidate(), [router])
  return <RoutedProvider {...props} navigation={navigation} refresh={refresh} />
}
