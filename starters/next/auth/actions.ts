"use server"
import { auth } from "./server"

/** Signs out, in a form: `<form action={signOut}>`. */
export const signOut = async () => {
  await auth.sessions.signOut()
}
