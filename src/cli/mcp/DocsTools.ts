/** Tools about Gatefold's own documentation. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Docs from "./Docs.ts"
import * as Tools from "./Tools.ts"

const page = Schema.Struct({ path: Schema.String, text: Schema.String })

/** Enough to see whether the page is worth reading. */
const maxText = 1500

const readPage = (path: string, otherwise: string) => {
  const text = Docs.read(path)
  return text === undefined
    ? Effect.fail(new Tools.ToolFailure({ message: otherwise }))
    : Effect.succeed({ path, text })
}

/** The page of the error that has a wire code. */
const findPageByCode = (code: string): string | undefined =>
  Docs.listTitles().find(({ path }) => Docs.read(path)?.includes(`\nWire code \`${code}\``))?.path

const searchDocs = Tools.readTool("search_docs", {
  description:
    "Search the documentation of Gatefold: guides, concepts, protocol, errors. Answers the parts that fit best; read_doc has the whole page.",
  parameters: {
    query: Schema.String,
    limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 })))
  },
  success: Schema.Struct({
    parts: Schema.Array(Schema.Struct({ path: Schema.String, heading: Schema.String, text: Schema.String }))
  }),
  run: ({ limit = 5, query }) =>
    Effect.sync(() => ({
      parts: Docs.search(query, limit).map(({ text, ...part }) => ({ ...part, text: text.trim().slice(0, maxText) }))
    }))
})

const readDoc = Tools.readTool("read_doc", {
  description: "A page of the documentation, by its path, such as guides/teams.md or supported.md.",
  parameters: { path: Schema.String },
  success: page,
  run: ({ path }) => readPage(path, `There is no page ${path}. search_docs finds pages and their paths.`)
})

const explainError = Tools.readTool("explain_error", {
  description: "Explains an error, its causes and its fix, by its tag or wire code: UserNotFound or USER_NOT_FOUND.",
  parameters: { error: Schema.String },
  success: page,
  run: ({ error }) =>
    Effect.suspend(() =>
      readPage(
        findPageByCode(error) ?? `errors/${error}.md`,
        `No error is called ${error}. search_docs finds what is written about a message.`
      )
    )
})

export const layer = Layer.mergeAll(searchDocs, readDoc, explainError)
