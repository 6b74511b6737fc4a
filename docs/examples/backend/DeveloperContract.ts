/**
 * Tools for people who try the demo: the emulator's mailbox and clock, a terminal
 * login, and admin rights. Available only in development, for pages of the same
 * origin.
 */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { SignedInRpc, Unavailable } from "gatefold/backend/middleware"

/** An account of the demo. */
export const DemoAccount = Schema.Struct({ role: Schema.String, email: Schema.String, password: Schema.String })
/** An account of the demo. */
export interface DemoAccount extends Schema.Schema.Type<typeof DemoAccount> {}

/** A mail that the emulator would have sent. */
export const DemoMail = Schema.Struct({
  id: Schema.String,
  sentAt: Schema.Date,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  /** Show it in a frame without scripts. */
  html: Schema.String,
  /** The link that the mail is about, if any. */
  link: Schema.NullOr(Schema.String),
  /** The code that the link carries, if any. */
  code: Schema.NullOr(Schema.String)
})
/** A mail that the emulator would have sent. */
export interface DemoMail extends Schema.Schema.Type<typeof DemoMail> {}

/** A request that the emulator has answered. */
export const DemoRequest = Schema.Struct({
  id: Schema.String,
  at: Schema.Date,
  method: Schema.String,
  path: Schema.String,
  status: Schema.Number,
  durationMillis: Schema.Number,
  /** The code of the error, if it was one. */
  error: Schema.NullOr(Schema.String)
})
/** A request that the emulator has answered. */
export interface DemoRequest extends Schema.Schema.Type<typeof DemoRequest> {}

/** The emulator's time, and how far it is ahead of this machine's. */
export const DemoClock = Schema.Struct({ now: Schema.Date, offsetMillis: Schema.Number })
/** The emulator's time, and how far it is ahead of this machine's. */
export interface DemoClock extends Schema.Schema.Type<typeof DemoClock> {}

/** A login of a terminal. */
export const TerminalLogin = Schema.Struct({
  id: Schema.String,
  /** The page of the app on which to confirm it. */
  url: Schema.String,
  state: Schema.Literals(["waiting", "confirmed", "expired", "failed"]),
  /** The user of the terminal after the login, or the reason for its failure. */
  detail: Schema.NullOr(Schema.String),
  /** The notes from before the sign-in. */
  noted: Schema.NullOr(Schema.String),
  /** The notes of the signed-in user. */
  notes: Schema.Array(Schema.String)
})
/** A login of a terminal. */
export interface TerminalLogin extends Schema.Schema.Type<typeof TerminalLogin> {}

/** No such login. */
export class TerminalLoginNotFound extends Schema.TaggedError<TerminalLoginNotFound>()("TerminalLoginNotFound", {}) {
  override get message() {
    return "This login is over."
  }
}

/** All of it. */
export class Developer extends RpcGroup.make(
  Rpc.make("DemoAccounts", { success: Schema.Array(DemoAccount) }),
  /** The mails of the demo's project, newest first. */
  Rpc.make("Mails", {
    payload: {
      to: Schema.optionalKey(Schema.String),
      limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))
    },
    success: Schema.Array(DemoMail)
  }),
  /** The requests of the demo's project that changed something, newest first. */
  Rpc.make("Requests", {
    payload: { limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })) },
    success: Schema.Array(DemoRequest)
  }),
  Rpc.make("GetClock", { success: DemoClock }),
  /** Moves the emulator's clock forward. */
  Rpc.make("AdvanceClock", {
    payload: { millis: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 366 * 86_400_000 })) },
    success: DemoClock
  }),
  /** Sets the emulator's clock back to this machine's. */
  Rpc.make("ResetClock", { success: DemoClock }),
  /**
   * Starts a terminal login, which waits until a user confirms it on the page of `url`. A guest terminal has already
   * noted something, and the user who signs up on that page keeps it.
   */
  Rpc.make("StartTerminalLogin", {
    payload: { asGuest: Schema.Boolean },
    success: TerminalLogin,
    error: Unavailable
  }),
  Rpc.make("GetTerminalLogin", {
    payload: { id: Schema.String },
    success: TerminalLogin,
    error: TerminalLoginNotFound
  }),
  /** Gives the signed-in user the rights of an admin. */
  Rpc.make("MakeMeAdmin", { error: Unavailable }).middleware(SignedInRpc)
) {}

/** Where the procedures are served. */
export const developerPath = "/rpc/developer"

/**
 * The path of an email's HTML as a separate page, for a frame without scripts.
 * Emails contain styles, which the policy of the app's pages refuses, even in `srcdoc`.
 * It answers with `content-security-policy: sandbox; default-src 'none'; img-src data: https:;
 * style-src 'unsafe-inline'; frame-ancestors 'self'`.
 */
export const mailPath = (id: string) => `${developerPath}/mails/${encodeURIComponent(id)}`
