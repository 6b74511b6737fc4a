"use client"
/** The provider of `gatefold/react` in a Next.js app. */
import { useRouter } from "next/navigation.js"
import { useState } from "react"
import { type AuthProviderProps, RoutedProvider } from "../react/RoutedProvider.tsx"
import * as RouterNavigation from "./RouterNavigation.ts"

/**
 * Provides an app to the hooks of `gatefold/react`. It redirects through the router of Next.js, refreshes the route
 * after a sign-in or sign-out in the browser, and reads again after the server has rendered for another session.
 *
 * @example
 * ```tsx
 * export default async function Layout({ children }) {
 *   return <AuthProvider options={options} initial={await auth.dehydrate()}>{children}</AuthProvider>
 * }
 * ```
 */
export const AuthProvider = (props: AuthProviderProps) => {
  const router = useRouter()
  const [navigation] = useState(() => RouterNavigation.layer(router))
  return <RoutedProvider {...props} navigation={navigation} refresh={router.refresh} />
}
