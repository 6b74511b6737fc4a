"use server"
import { refresh } from "next/cache"
import { auth } from "../../lib/auth"

export const rename = async (form: FormData) => {
  await auth.currentUser.setDisplayName(String(form.get("name")))
  refresh()
}

/** Signs out, then goes to the after-sign-out page: an operation that redirects does not return. */
export const signOut = async () => {
  await auth.sessions.signOut()
}

/** What is wrong is a value: in production Next.js hides the messages of errors that are thrown. */
export const signUp = async (_before: string | null, form: FormData): Promise<string | null> => {
  const result = await auth.password.signUp.result({
    email: String(form.get("email")),
    password: String(form.get("password"))
  })
  return result.ok ? null : result.error.message
}
