/** The app on a phone: the session is in the secure store, and providers open in the system's browser. */
import * as AppleAuthentication from "expo-apple-authentication"
import * as Crypto from "expo-crypto"
import * as Linking from "expo-linking"
import * as SecureStore from "expo-secure-store"
import * as WebBrowser from "expo-web-browser"
import { createExpoApp } from "gatefold/expo"
import { AppState } from "react-native"
import { options } from "./options"

export const app = createExpoApp({
  ...options,
  appUrl: process.env.EXPO_PUBLIC_APP_URL ?? "http://localhost:8081",
  secureStore: SecureStore,
  webBrowser: WebBrowser,
  crypto: Crypto,
  linking: Linking,
  appState: AppState,
  appleAuthentication: AppleAuthentication
})
