/** The paths of your app's pages: change them here. The paths below /handler are the `urls` of your app's options. */
export const pages = {
  home: "/",
  /** Where `<Account>` is shown, with its parts below. */
  account: "/account",
  /** Where `<TeamSettings>` is shown, with a page for each team below. */
  teams: "/teams",
  signIn: "/handler/sign-in",
  signUp: "/handler/sign-up",
  signOut: "/handler/sign-out",
  forgotPassword: "/handler/forgot-password"
} as const
