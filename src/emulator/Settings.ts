/** What the parts of one emulator need to know about how it was started. */
import * as Context from "effect/Context"

/** How passwords are hashed; see `Passwords.ts`. */
export type PasswordCost = "standard" | "insecure-fast"

/** The resolved options of one emulator. */
export class Settings extends Context.Service<
  Settings,
  {
    /** Where clients reach the emulator, without a trailing slash; part of every token's issuer. */
    readonly publicUrl: string
    readonly accessTokenLifetimeMillis: number
    readonly passwordCost: PasswordCost
    readonly anonymousSignUp: boolean
    /** Whether a rule rejects the sign-up of an e-mail address. */
    readonly rejectsSignUp: (email: string) => boolean
  }
>()("gatefold/emulator/Settings") {}
