/** How an app is configured, and what its platform offers. */
import type { Notes } from "./Note.ts"

export const setup: Notes = {
  InvalidOption: {
    when: "An option of an app or an operation is missing or can't work: no `projectId`, a malformed URL, or a server key instead of a client key. Creating the app still succeeds. Each of its calls fails with this error and sends nothing.",
    todo: "Correct the option that `option` names. `problem` says what is wrong with it.",
    call: "app.magicLink.send",
    handle: "console.error($.option, $.problem)"
  },
  NotInBrowser: {
    when: "Your code created an app with a secret key in a browser, where everyone can read the key.",
    todo: "Use `createClientApp` in the browser, and the server app behind your own endpoint. If you shipped the key, revoke it. In tests with a DOM, set `dangerouslyAllowBrowser`.",
    call: "serverApp.users.list",
    handle: "console.error($.option)"
  },
  UntrustedRedirect: {
    when: "The target of a redirect isn't a page of this app: it has another origin, or a router could read it as one.",
    todo: "Pass a path, such as `/dashboard`. Check query parameters before you pass them on.",
    call: "app.redirect.toUrl",
    handle: 'await app.redirect.to("home")'
  },
  RedirectLoop: {
    when: "A page redirects to itself: the sign-in page requires a user, or two names in `urls` are the same page. Or the user went to a hosted page five times within 30 seconds and always came back signed out; then `problem` says so.",
    todo: "Don't require a user on the page that `page` names, or give it another address in `urls`. With hosted pages, check that the browser keeps the app's cookies.",
    call: "app.redirect.to",
    handle: "console.error(`${$.page} redirects to itself`)"
  },
  CryptoUnavailable: {
    when: "Browsers only offer cryptography to pages on https or localhost, and this page is on neither.",
    todo: "Serve the page over https, or open it as `http://localhost`. An address of the local network isn't enough.",
    call: "app.oauth.start"
  },
  OAuthFlowsUnavailable: {
    when: "Gatefold must remember a provider sign-in until the user returns, and can't: the browser refuses cookies, too many sign-ins are open, or the app doesn't run in a browser.",
    todo: "Allow cookies for the page. Outside browsers, pass `OAuthFlows.layerMemory`, for one user at a time.",
    call: "app.oauth.start",
    handle: "console.error($.problem)"
  },
  SignInCancelled: {
    when: "In an app on a phone, the user closed the provider's page or Apple's dialog, or the browser came back without an answer. Nothing has changed.",
    todo: "Show the sign-in screen again, without an error.",
    example: `import { signInWithProvider } from "gatefold/expo"
import { useAction } from "gatefold/react"

export const useGitHub = () => {
  const signIn = useAction(signInWithProvider)
  return async () => {
    const result = await signIn.run({ provider: "github" })
    if (!result.ok && result.error._tag !== "SignInCancelled") console.error(result.error.message)
  }
}`
  },
  DeviceUnavailable: {
    when: "An operation of `gatefold/expo` needs a part of the phone that isn't available. The browser can't be opened or shows another page, or Apple's sign-in isn't set up or not on this phone. Or the app was not created with `createExpoApp`.",
    todo: "Read `problem`. Create the app with `createExpoApp` of `gatefold/expo`. Pass `appleAuthentication` for Apple, and show its button on iOS only.",
    example: `import { signInWithProvider } from "gatefold/expo"
import { useAction } from "gatefold/react"

export const useGitHub = () => {
  const signIn = useAction(signInWithProvider)
  return async () => {
    const result = await signIn.run({ provider: "github" })
    if (!result.ok && result.error._tag === "DeviceUnavailable") console.error(result.error.problem)
  }
}`
  }
}
