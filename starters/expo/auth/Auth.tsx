import * as Crypto from "expo-crypto"
import * as Linking from "expo-linking"
import * as SecureStore from "expo-secure-store"
import * as WebBrowser from "expo-web-browser"
import { AuthProvider, createExpoApp } from "gatefold/expo"
import type { ReactNode } from "react"
import { ActivityIndicator, AppState } from "react-native"
import { options } from "./options"

const auth = createExpoApp({
  ...options,
  appUrl: process.env.EXPO_PUBLIC_APP_URL ?? "http://localhost:8081",
  secureStore: SecureStore,
  webBrowser: WebBrowser,
  crypto: Crypto,
  linking: Linking,
  appState: AppState
})

/** Provides the session to the whole app, on a phone. */
export const Auth = ({ children }: { readonly children: ReactNode }) => (
  <AuthProvider app={auth} fallback={<ActivityIndicator />}>
    {children}
  </AuthProvider>
)
