/** A mail server on this machine, as real as the protocol asks for. */
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import { SMTPServer } from "smtp-server"

/** A mail that the server took. */
export interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly message: string
}

const responding = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Takes mails of one account for everybody but `refused@…`; `silent` accepts connections and never says a word. */
export const smtpServer = (account: { readonly username: string; readonly password: string }) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly received: Array<Received>; readonly close: () => void }>(
      (resume) => {
        const received: Array<Received> = []
        const server = new SMTPServer({
          // Its certificate is a sample that no client should trust.
          disabledCommands: ["STARTTLS"],
          logger: false,
          onAuth: ({ password, username }, _session, done) =>
            username === account.username && password === account.password
              ? done(null, { user: username })
              : done(responding(535, "no such account")),
          onRcptTo: ({ address }, _session, done) =>
            address.startsWith("refused@") ? done(responding(550, "no such mailbox")) : done(),
          onData: (stream, { envelope }, done) => {
            let message = ""
            stream.on("data", (chunk: Buffer) => (message += chunk.toString()))
            stream.on("end", () => {
              received.push({
                from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
                to: envelope.rcptTo.map(({ address }) => address),
                message
              })
              done()
            })
          }
        })
        server.on("error", () => {})
        server.listen(0, "127.0.0.1", () =>
          resume(
            Effect.succeed({
              port: (server.server.address() as AddressInfo).port,
              received,
              close: () => server.close(() => {})
            })
          )
        )
      }
    ),
    ({ close }) => Effect.sync(close)
  )
