/**
 * Gatefold for the client components of a Next.js app. The server side is in `gatefold/next/server`, the hooks are in
 * `gatefold/react`.
 */
export { AuthProvider, type AuthProviderProps, type NoSecrets } from "./AuthProvider.tsx"
export { layer as layerRouter, type Router } from "./RouterNavigation.ts"
