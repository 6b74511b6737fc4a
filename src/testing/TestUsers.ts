/** Users that a test needs, each with an address and a password to sign in with. */
import type { EffectAdminApp } from "../promise/AdminApp.ts"
import * as EmulatedApp from "./EmulatedApp.ts"

/** A user to create; everything is optional. The address is a new one, unless it is given, and verified. */
export interface NewUser extends Omit<EmulatedApp.NewTestUser, "password" | "passwordHash"> {
  /** Default: `correct horse battery staple`. */
  readonly password?: string | undefined
}

/** A user with a session, and what they type into a form. */
export interface TestUser extends EmulatedApp.TestUser {
  readonly email: string
  readonly password: string
}

/** Creates users with addresses that nobody else has. */
export interface TestUsers {
  readonly signUp: (admin: EffectAdminApp, user?: NewUser) => Promise<TestUser>
  /** The users of a copy of the emulator. */
  readonly copy: () => TestUsers
}

/** Begins with `user-1@example.org`, or after this many users. */
export const make = (count = 0): TestUsers => ({
  signUp: async (admin, { password = "correct horse battery staple", ...user } = {}) => {
    const email = user.primaryEmail ?? `user-${++count}@example.org`
    const verified = { primaryEmail: email, primaryEmailVerified: true, primaryEmailAuthEnabled: true }
    const created = await admin.run(EmulatedApp.signUp({ ...verified, ...user, password }))
    return { ...created, email, password }
  },
  copy: () => make(count)
})
