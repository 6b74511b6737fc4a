/** The parts of a phone that operations use: its browser, its links, Apple's sign-in, and a place for the last user. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { TaggedError } from "../domain/errors/TaggedError.ts"
import type { Storage } from "../token/TokenStore.ts"

/** The user has closed the provider's page, or refused in Apple's dialog. Nothing has changed. */
export class SignInCancelled extends TaggedError("SignInCancelled")<{}> {
  override get message() {
    return "The sign-in was cancelled"
  }
}

/** The app or the phone cannot do this. */
export class DeviceUnavailable extends TaggedError("DeviceUnavailable")<{ readonly problem: string }> {
  override get message() {
    return `This device cannot do this: ${this.problem}`
  }
}

/** The phone, as one app sees it. */
export interface DeviceService {
  /**
   * Opens a page in the system's browser, and returns the URL by which it comes back to the app. Interruption closes
   * the browser.
   */
  readonly browse: (url: string, returnUrl: string) => Effect.Effect<string, SignInCancelled | DeviceUnavailable>
  /** Gives a URL to the page that is open in the browser; returns whether it was waiting for one. */
  readonly handBack: (url: string) => boolean
  /** Asks Apple who the user is, and returns the identity token. */
  readonly appleIdToken: Effect.Effect<string, SignInCancelled | DeviceUnavailable>
  /** The app's own URL for a path, such as `myapp://handler/sign-in`. */
  readonly createURL: (path: string) => string
  /** The links that were opened already: React and the system may deliver one twice. */
  readonly openedLinks: Set<string>
  readonly lastUser: Storage
}

/** The phone that the app runs on. Only an app of `createExpoApp`, or of its `layer`, has one. */
export const Device = Context.Reference<DeviceService | undefined>("gatefold/expo/Device", {
  defaultValue: () => undefined
})

/** The phone. Fails with {@link DeviceUnavailable} in an app without one. */
export const device: Effect.Effect<DeviceService, DeviceUnavailable> = Effect.flatMap(Device, (service) =>
  service === undefined
    ? Effect.fail(new DeviceUnavailable({ problem: "make the app with createExpoApp of gatefold/expo" }))
    : Effect.succeed(service)
)

/** The part of `expo-web-browser` that is used. */
export interface WebBrowser {
  openAuthSessionAsync(url: string, redirectUrl: string): Promise<{ readonly type: string; readonly url?: string }>
  dismissAuthSession(): void
}

/** The part of `expo-linking` that is used. */
export interface Linking {
  createURL(path: string): string
}

/** The part of `expo-apple-authentication` that is used. */
export interface AppleAuthentication {
  signInAsync(options: { requestedScopes: Array<0 | 1> }): Promise<{ readonly identityToken: string | null }>
}

/** The modules that a phone is made of. */
export interface DeviceOptions {
  readonly webBrowser: WebBrowser
  readonly linking: Linking
  readonly appleAuthentication?: AppleAuthentication | undefined
  readonly lastUser: Storage
}

const cancelled = Effect.fail(new SignInCancelled())

const failUnavailable = (problem: string) => Effect.fail(new DeviceUnavailable({ problem }))

/** Makes a phone of the modules of Expo. */
export const make = ({ appleAuthentication, lastUser, linking, webBrowser }: DeviceOptions): DeviceService => {
  let hand: ((url: string) => void) | undefined
  return {
    browse: (url, returnUrl) =>
      Effect.callback((resume) => {
        const takeReturn = (back: string) => resume(Effect.succeed(back))
        const close = () => {
          if (hand === takeReturn) hand = undefined
        }
        hand = takeReturn
        webBrowser
          .openAuthSessionAsync(url, returnUrl)
          .then(
            (result) => {
              if (result.type === "success" && result.url !== undefined) return resume(Effect.succeed(result.url))
              resume(result.type === "locked" ? failUnavailable("another page is open in the browser") : cancelled)
            },
            () => resume(failUnavailable("the browser cannot be opened"))
          )
          .finally(close)
        return Effect.sync(() => {
          close()
          try {
            webBrowser.dismissAuthSession()
          } catch {
            // Not every phone can close it.
          }
        })
      }),
    handBack: (url) => {
      const take = hand
      hand = undefined
      take?.(url)
      return take !== undefined
    },
    appleIdToken: Effect.suspend(() =>
      appleAuthentication === undefined
        ? failUnavailable("pass appleAuthentication: AppleAuthentication to createExpoApp")
        : Effect.tryPromise({
            // The user's name and email address: Apple gives them at the first sign-in only.
            try: () => appleAuthentication.signInAsync({ requestedScopes: [0, 1] }),
            catch: (cause) =>
              isCancelled(cause)
                ? new SignInCancelled()
                : new DeviceUnavailable({ problem: "Apple's sign-in cannot be used" })
          })
    ).pipe(
      Effect.flatMap(({ identityToken }) =>
        identityToken === null ? failUnavailable("Apple gave no identity token") : Effect.succeed(identityToken)
      )
    ),
    createURL: (path) => linking.createURL(path),
    openedLinks: new Set(),
    lastUser
  }
}

/** Recognizes the code that Expo gives to a dialog that the user closed. */
const isCancelled = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && Reflect.get(cause, "code") === "ERR_REQUEST_CANCELED"
