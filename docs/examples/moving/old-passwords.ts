/**
 * Moves passwords with unsupported hashes at their owner's next sign-in
 * (docs/moving/importing-users.md#passwords-with-other-hashes). The hashes here are those of Better Auth.
 */
import { scrypt, timingSafeEqual } from "node:crypto"
import type { PromiseClientApp } from "gatefold/promise"
import type { PromiseServerApp } from "gatefold/promise/server"

/** Whether a password has this hash, `<salt>:<key>` in hexadecimal. */
const matches = (password: string, hash: string): Promise<boolean> => {
  const [salt = "", key = ""] = hash.split(":")
  const expected = Buffer.from(key, "hex")
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFKC"), salt, 64, cost, (error, found) => {
      if (error !== null) reject(error)
      else resolve(expected.length === found.length && timingSafeEqual(expected, found))
    })
  )
}

/** The entry for an address in the old database and in `imported.ndjson`. */
export interface OldPassword {
  /** The id that the user has now. */
  readonly userId: string
  readonly hash: string
}

const refused = () => new Response(null, { status: 401 })

/** On your server, behind a rate limit: sets a password that the old hash confirms, once for each user. */
export const moveOldPassword =
  (app: PromiseServerApp, find: (email: string) => Promise<OldPassword | undefined>) =>
  async (request: Request): Promise<Response> => {
    const { email, password } = (await request.json()) as { readonly email: unknown; readonly password: unknown }
    // Anyone can send anything, such as an object that a database treats as a query.
    if (typeof email !== "string" || typeof password !== "string") return refused()
    const old = await find(email)
    if (old === undefined || !(await matches(password, old.hash))) return refused()
    const user = await app.users.find(old.userId)
    // A user who has set a new password has no old one.
    if (user === null || user.hasPassword) return refused()
    await app.users.setPassword({ userId: user.id, password })
    return new Response(null, { status: 204 })
  }

/** In the app: signs in, and has the old password moved first if the service does not know it. */
export const signIn = async (
  app: PromiseClientApp,
  input: { readonly email: string; readonly password: string },
  send: typeof fetch = fetch
) => {
  const result = await app.password.signIn.result(input)
  if (result.ok || result.error._tag !== "EmailPasswordMismatch") return result
  const moved = await send("/api/old-password", { method: "POST", body: JSON.stringify(input) })
  return moved.ok ? app.password.signIn.result(input) : result
}
