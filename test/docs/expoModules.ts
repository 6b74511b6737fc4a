/** The modules of Expo and React Native as far as the guide uses them, which are not installed here. */
export const expoModules = `
declare module "expo-apple-authentication" {
  export function signInAsync(options: { requestedScopes: Array<0 | 1> }): Promise<{ identityToken: string | null }>
}
declare module "expo-crypto" {
  export enum CryptoDigestAlgorithm { SHA1 = "SHA-1", SHA256 = "SHA-256" }
  export function getRandomBytes(byteCount: number): Uint8Array
  export function digest(algorithm: CryptoDigestAlgorithm, data: BufferSource): Promise<ArrayBuffer>
}
declare module "expo-linking" {
  export function createURL(path: string, options?: { scheme?: string }): string
  export function useLinkingURL(): string | null
}
declare module "expo-router" {
  interface Router {
    push(href: string): void
    replace(href: string): void
  }
  export const router: Router
  export const Slot: () => import("react").ReactNode
}
declare module "expo-secure-store" {
  export function getItemAsync(key: string, options?: object): Promise<string | null>
  export function setItemAsync(key: string, value: string, options?: object): Promise<void>
  export function deleteItemAsync(key: string, options?: object): Promise<void>
}
declare module "expo-web-browser" {
  export enum WebBrowserResultType { CANCEL = "cancel", DISMISS = "dismiss", LOCKED = "locked" }
  export function openAuthSessionAsync(
    url: string,
    redirectUrl?: string | null,
    options?: object
  ): Promise<{ type: "success"; url: string } | { type: WebBrowserResultType }>
  export function dismissAuthSession(): void
}
declare module "react-native" {
  type AppStateStatus = "active" | "background" | "inactive"
  export const AppState: {
    addEventListener(type: "change" | "blur", listener: (state: AppStateStatus) => void): { remove(): void }
  }
  type Component<Props> = (props: Props & { children?: import("react").ReactNode }) => import("react").ReactNode
  type Style = Readonly<Record<string, string | number>>
  export const StyleSheet: { create<Styles extends Record<string, Style>>(styles: Styles): Styles }
  export const ActivityIndicator: Component<{}>
  export const Button: Component<{ title: string; color?: string; disabled?: boolean; onPress: () => void }>
  export const Text: Component<{ accessibilityRole?: "alert"; role?: "alert" | "heading"; style?: Style }>
  export const TextInput: Component<{
    accessibilityLabel?: string
    autoCapitalize?: "none"
    autoComplete?: "email" | "current-password" | "one-time-code"
    keyboardType?: "email-address"
    onChangeText: (text: string) => void
    placeholder?: string
    secureTextEntry?: boolean
    style?: Style
    value: string
  }>
  export const View: Component<{ style?: Style }>
}
`
