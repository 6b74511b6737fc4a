"use client"
/** The provider of `gatefold/react` in an app with React Router. */
import { useState } from "react"
import { useNavigate, useRevalidator } from "react-router"
import { type AuthProviderProps, RoutedProvider } from "../react/RoutedProvider.tsx"
import * as RouterNavigation from "./RouterNavigation.ts"

/**
 * Provides an app to the hooks of `gatefold/react`. It redirects through the router, loads the routes again after a
 * sign-in or sign-out in the browser, and reads again after the server has rendered for another session. Behind
 * `auth.middleware`, `useUser({ or: "redirect" })` also redirects on the server.
 *
 * @example
 * ```tsx
 * export default function Root({ loaderData }: Route.ComponentProps) {
 *   return <AuthProvider options={options} initial={loaderData}><Outlet /></AuthProvider>
 * }
 * ```
 */
export const AuthProvider = (props: AuthProviderProps) => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [navigation] = useState(() => RouterNavigation.layer(navigate))
  return <RoutedProvider {...props} navigation={navigation} refresh={revalidate} />
}
