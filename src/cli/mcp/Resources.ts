/** The documentation as resources of the MCP server, which clients can put before an agent as they are. */
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Docs from "./Docs.ts"

const mimeType = "text/markdown"

/** A page by its path. The pages of errors are many, so they are one template. */
const Pages = Layer.unwrap(
  Effect.sync(() =>
    Layer.mergeAll(
      Layer.empty,
      ...Docs.listTitles()
        .filter(({ path }) => !path.startsWith("errors/"))
        .map(({ path, title }) =>
          McpServer.resource({
            uri: `gatefold://docs/${path}`,
            name: title,
            mimeType,
            content: Effect.sync(() => Docs.read(path) ?? "")
          })
        )
    )
  )
)

const Errors = McpServer.resource`gatefold://errors/${McpSchema.param("name", Schema.String)}`({
  name: "Error reference",
  mimeType,
  completion: {
    name: (input: string) =>
      Effect.sync(() =>
        Docs.listTitles()
          .map(({ path }) => /^errors\/(\w+)\.md$/.exec(path)?.[1] ?? "")
          .filter((name) => name !== "README" && name.toLowerCase().startsWith(input.toLowerCase()) && name !== "")
      )
  },
  content: (_, name) =>
    Effect.suspend(() => {
      const text = Docs.read(`errors/${name}.md`)
      return text === undefined ? Effect.fail(`No error is called ${name}.`) : Effect.succeed(text)
    })
})

export const layer = Layer.merge(Pages, Errors)
