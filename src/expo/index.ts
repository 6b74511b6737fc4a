/**
 * Gatefold for Expo and React Native: the session in the secure store, sign-in in the system's browser, and links that
 * open the app. The hooks are those of `gatefold/react`.
 */
export { AuthProvider, type AuthProviderProps } from "./AuthProvider.tsx"
export { DeviceUnavailable, SignInCancelled } from "./Device.ts"
export type { AppleAuthentication, Linking, WebBrowser } from "./Device.ts"
export { createExpoApp, type Crypto, type ExpoApp, type ExpoAppOptions, layer } from "./ExpoApp.ts"
export type { AppState } from "./Foreground.ts"
export { lastUser } from "./LastUser.ts"
export { type OpenedLink, openLink } from "./Links.ts"
export { linkProvider, type ProviderOptions, signInWithApple, signInWithProvider } from "./SignIn.ts"
export type { SecureStore } from "./SplitStorage.ts"
export { type DeepLinkState, useDeepLink } from "./UseDeepLink.ts"
