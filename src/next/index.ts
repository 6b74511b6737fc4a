/**
 * Gatefold for the client components of a Next.js app. The server side is in `gatefold/next/server`, the hooks are in
 * `gatefold/react`.
 */
export { AuthProvider } from "./AuthProvider.tsx"
export type { AuthProviderProps, NoSecrets } from "../react/RoutedProvider.tsx"
export { layer as layerRouter, type Router } from "./RouterNavigation.ts"
