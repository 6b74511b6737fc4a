/** `gatefold docs`: the documentation of this version. */
import * as Argument from "effect/cli/Argument"
import { json, switchFlag } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"

export const docsFlags = {
  topic: Argument.String("topic").pipe(
    Argument.withDescription("Page such as teams, error tag, or words to search for (default: a list)"),
    Argument.variadic()
  ),
  open: switchFlag("open", "Open the page in a browser instead of printing it"),
  json
}

export const docs = makeLazyCommand(() => import("./Docs.ts"))("docs", {
  description: "Read the documentation of this version",
  examples: {
    "gatefold docs teams | less": "Read a page",
    "gatefold docs EmailPasswordMismatch": "Explain an error and its fix",
    "gatefold docs refresh token": "Search the pages"
  },
  flags: docsFlags,
  run: (module) => module.docs
})
