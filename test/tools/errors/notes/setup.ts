import type { Notes } from "./Note.ts"

/** How an app is configured, and what its platform offers. */
export const setup: Notes = {
  InvalidOption: {
    when: "An option of an app or of an operation is missing or cannot work: no `projectId`, a URL that is none, a server key where a client key belongs. An app is made all the same; each of its calls fails with it, and nothing is sent.",
    todo: "Correct the option that `option` names; `problem` says what is wrong with it.",
    call: "app.magicLink.send",
    handle: "console.error($.option, $.problem)"
  },
  NotInBrowser: {
    when: "An app with a secret key was made in a browser, where everybody can read the key.",
    todo: "Use `createClientApp` in the browser, and the server app behind an endpoint of your own. If the key was shipped, revoke it. In tests with a DOM set `dangerouslyAllowBrowser`.",
    call: "serverApp.users.list",
    handle: "console.error($.option)"
  },
  UntrustedRedirect: {
    when: "The page to go to after an operation is not one of this app: another origin, or a text that a router could read as one.",
    todo: "Pass a path, such as `/dashboard`. Check what comes out of a query parameter before you pass it on.",
    call: "app.redirect.toUrl",
    handle: 'await app.redirect.to("home")'
  },
  RedirectLoop: {
    when: "A page sends its visitors to itself: the sign-in page asks for a user, or two names of `urls` are one page.",
    todo: "Do not ask for a user on the page that `page` names, or give it another address in `urls`.",
    call: "app.redirect.to",
    handle: "console.error(`${$.page} redirects to itself`)"
  },
  CryptoUnavailable: {
    when: "The browser offers cryptography only to pages that come over https or from localhost, and this page does not.",
    todo: "Serve the page over https, or open it as `http://localhost`. An address of the local network is not enough.",
    call: "app.oauth.start"
  },
  OAuthFlowsUnavailable: {
    when: "The sign-in with a provider has to be remembered until its way back, and cannot: the browser refuses cookies, too many sign-ins are open, or the app does not run in a browser.",
    todo: "Allow cookies for the page. Outside of browsers pass `OAuthFlows.layerMemory`, for one user at a time.",
    call: "app.oauth.start",
    handle: "console.error($.problem)"
  }
}
