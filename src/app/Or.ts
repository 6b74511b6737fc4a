/** What to do when nobody is signed in: see `GetOptions` of `promise/CurrentUser.ts`. */
export type Or = "return-null" | "throw" | "redirect" | "anonymous" | "anonymous-if-exists"
