/** Sign-in with an emailed link, or with the six characters in the same email. */
import { Console, Effect } from "effect"
import { CurrentUser, MagicLink, Sessions } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  const { mailbox } = yield* Emulator

  // By link: your magic-link page reads `code` from its URL.
  yield* MagicLink.send({ email: "ann@example.org" })
  const first = yield* mailbox.take({ to: "ann@example.org" })
  const code = new URL(first.link ?? "").searchParams.get("code") ?? ""
  yield* MagicLink.check({ code })
  yield* MagicLink.signIn({ code })
  yield* Console.log("Signed up by link:", (yield* CurrentUser.getOrFail).primaryEmail)
  yield* Sessions.signOut

  // By code: keep the nonce on the page where the user types the code from the email.
  const { nonce } = yield* MagicLink.send({ email: "ann@example.org" })
  const second = yield* mailbox.take({ to: "ann@example.org" })
  const typedCode = second.subject.slice(-6)
  yield* MagicLink.signIn({ typedCode, nonce })
  yield* Console.log("Signed in by code", typedCode)
})

run(import.meta.main, example)
