/** The settings of one emulator, for its parts. */
import * as Context from "effect/Context"

export const defaultPort = 8102

/** How passwords are hashed; see `accounts/Passwords.ts`. */
export type PasswordCost = "standard" | "insecure-fast"

/** The resolved options of one emulator. */
export class Settings extends Context.Service<
  Settings,
  {
    /** The URL for clients, without a trailing slash; part of the issuer of tokens. */
    readonly publicUrl: string
    readonly accessTokenLifetimeMillis: number
    readonly passwordCost: PasswordCost
    readonly anonymousSignUp: boolean
    readonly rejectsSignUp: (email: string) => boolean
    /** Whether a sign-up needs a solved visible challenge. */
    readonly requiresBotChallenge: boolean
  }
>()("gatefold/emulator/settings/Settings") {}
