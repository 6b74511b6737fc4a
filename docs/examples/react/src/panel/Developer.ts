/**
 * The backend's development API: the emulator's mailbox, requests
 * and clock, logins of a terminal, and the rights of an admin.
 */
import { operation } from "gatefold/react"
import * as Client from "../../../backend/Client.ts"
import { backend } from "../lib/backend.ts"

/** The emails of all users, newest first. */
export const mails = operation("Developer.mails")((input: { readonly limit: number }) =>
  backend.developer((developer) => developer.Mails(input))
)

/** The newest requests that changed something, newest first. */
export const requests = operation("Developer.requests")((input: { readonly limit: number }) =>
  backend.developer((developer) => developer.Requests(input))
)

export const clock = operation("Developer.clock")(() => backend.developer((developer) => developer.GetClock()))

export const advanceClock = operation("Developer.advanceClock", { changes: ["Developer.clock"] })((millis: number) =>
  backend.developer((developer) => developer.AdvanceClock({ millis }))
)

export const resetClock = operation("Developer.resetClock", { changes: ["Developer.clock"] })(() =>
  backend.developer((developer) => developer.ResetClock())
)

export const startTerminalLogin = operation("Developer.startTerminalLogin")((input: { readonly asGuest: boolean }) =>
  backend.developer((developer) => developer.StartTerminalLogin(input))
)

export const terminalLogin = operation("Developer.terminalLogin")((id: string) =>
  backend.developer((developer) => developer.GetTerminalLogin({ id }))
)

/** Everything that depends on what the user may do is read again. */
export const makeMeAdmin = operation("Developer.makeMeAdmin", {
  changes: ["permissions"]
})(() => backend.developer((developer) => Client.asUser(developer.MakeMeAdmin())))
