/**
 * Gatefold for the components of a React Router app. The server side is in `gatefold/react-router/server`, the hooks
 * are in `gatefold/react`.
 */
export { AuthProvider } from "./AuthProvider.tsx"
export type { AuthProviderProps, NoSecrets } from "../react/RoutedProvider.tsx"
export { layer as layerRouter } from "./RouterNavigation.ts"
