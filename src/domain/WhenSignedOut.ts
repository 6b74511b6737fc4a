/**
 * The behavior when nobody is signed in.
 *
 * - `return-null` (default): null; an anonymous user counts as nobody.
 * - `throw`: fails with `UserAuthenticationRequired`.
 * - `redirect`: redirects to the sign-in page, and a restricted user to `urls.onboarding` if the app has that page.
 *   Returns null if redirects are off.
 * - `anonymous`: an anonymous user counts; if nobody is signed in, one is signed up.
 * - `anonymous-if-exists`: null, but an anonymous user counts.
 */
export type WhenSignedOut = "return-null" | "throw" | "redirect" | "anonymous" | "anonymous-if-exists"
