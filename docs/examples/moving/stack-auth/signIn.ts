import { app } from "./app.ts"

export const signIn = async (email: string, password: string): Promise<string | undefined> => {
  const result = await app.password.signIn.result({ email, password })
  if (result.ok) return undefined
  switch (result.error._tag) {
    case "EmailPasswordMismatch":
      return "Wrong email address or password"
    case "InvalidTotpCode":
      return "Wrong code of the second factor"
    default:
      return result.error.message
  }
}
