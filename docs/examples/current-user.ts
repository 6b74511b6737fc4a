/** The signed-in user: reading with each answer to "and if nobody is", changing, deleting. */
import { Console, Effect } from "effect"
import { CurrentUser, Password } from "gatefold"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  const nobody = yield* CurrentUser.get
  yield* Console.log("Before sign-in:", nobody)

  yield* CurrentUser.getOrFail.pipe(
    Effect.catchTag("UserAuthenticationRequired", (error) => Console.log(error.message))
  )

  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  yield* CurrentUser.setDisplayName("Ann")
  const user = yield* CurrentUser.update({ clientMetadata: { theme: "dark" } })
  yield* Console.log(user.displayName, user.clientMetadata)

  // The same for the parts that change most often:
  yield* CurrentUser.setClientMetadata({ theme: "light" })
  yield* CurrentUser.setSelectedTeam(null)

  yield* CurrentUser.delete
  yield* Console.log("After deletion:", yield* CurrentUser.get)
})

run(import.meta.main, example)
