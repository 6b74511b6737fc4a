"use server"
import { refresh } from "next/cache"
import { auth } from "../../lib/auth"

export const rename = async (form: FormData) => {
  await auth.currentUser.setDisplayName(String(form.get("name")))
  refresh()
}

/** Signs out and redirects to the after-sign-out page. An operation that redirects doesn't return. */
export const signOut = async () => {
  await auth.sessions.signOut()
}

/** Returns the error as a value: in production, Next.js hides the messages of thrown errors. */
export const signUp = async (_before: string | null, form: FormData): Promise<string | null> => {
  const result = await auth.password.signUp.result({
    email: String(form.get("email")),
    password: String(form.get("password"))
  })
  return result.ok ? null : result.error.message
}
