/**
 * The app's own pages that the product sends users to (spec §2).
 */

/** Where each page is: a path below the app, or an absolute URL. */
export interface HandlerUrls {
  readonly handler: string
  readonly home: string
  readonly signIn: string
  readonly signUp: string
  readonly signOut: string
  readonly emailVerification: string
  readonly passwordReset: string
  readonly forgotPassword: string
  readonly oauthCallback: string
  readonly magicLinkCallback: string
  readonly accountSettings: string
  readonly error: string
  readonly teamInvitation: string
  readonly afterSignIn: string
  readonly afterSignUp: string
  readonly afterSignOut: string
}

/** The name of one of the pages. */
export type PageName = keyof HandlerUrls

/** Where the page is that confirms a command-line login; fixed, whatever the handler path is (wire/headers §14). */
export const cliAuthConfirm = "/handler/cli-auth-confirm"

/**
 * Fills in what is not given. A given `handler` moves the pages below it, a
 * given `home` the places to go to after signing in, up and out.
 */
export const resolve = (given: Partial<HandlerUrls> = {}): HandlerUrls => {
  const handler = (given.handler ?? "/handler").replace(/\/+$/, "")
  const home = given.home ?? "/"
  const afterSignIn = given.afterSignIn ?? home
  return {
    handler,
    home,
    signIn: given.signIn ?? `${handler}/sign-in`,
    signUp: given.signUp ?? `${handler}/sign-up`,
    signOut: given.signOut ?? `${handler}/sign-out`,
    emailVerification: given.emailVerification ?? `${handler}/email-verification`,
    passwordReset: given.passwordReset ?? `${handler}/password-reset`,
    forgotPassword: given.forgotPassword ?? `${handler}/forgot-password`,
    oauthCallback: given.oauthCallback ?? `${handler}/oauth-callback`,
    magicLinkCallback: given.magicLinkCallback ?? `${handler}/magic-link-callback`,
    accountSettings: given.accountSettings ?? `${handler}/account-settings`,
    error: given.error ?? `${handler}/error`,
    teamInvitation: given.teamInvitation ?? `${handler}/team-invitation`,
    afterSignIn,
    afterSignUp: given.afterSignUp ?? afterSignIn,
    afterSignOut: given.afterSignOut ?? home
  }
}
