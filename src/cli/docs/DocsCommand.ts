/** `gatefold docs`: the documentation of this version. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { json, on } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"

/** `gatefold docs`. */
export const docs = Command.make(
  "docs",
  {
    topic: Argument.String("topic").pipe(
      Argument.withDescription("Page such as teams, error tag, or words to search for (default: a list)"),
      Argument.variadic()
    ),
    open: on("open", "Open the page in a browser instead of printing it"),
    json
  },
  lazyHandler(
    () => import("./Docs.ts"),
    ({ docs }) => docs
  )
).pipe(
  Command.withDescription("Read the documentation of this version"),
  Command.withExamples([
    { command: "gatefold docs teams | less", description: "Read a page" },
    { command: "gatefold docs EmailPasswordMismatch", description: "Explain an error and its fix" },
    { command: "gatefold docs refresh token", description: "Search the pages" }
  ])
)
