/**
 * Documents of the vendor's template editor: blocks by id, with the layout under `root` and children named by id
 * (docs/protocol/resources.md#mail-templates).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

const text = optional(Schema.String)
const number = optional(Schema.Finite)
const childrenIds = optional(Schema.Array(Schema.String))

const Padding = Schema.Struct({ top: number, right: number, bottom: number, left: number })

const Style = Schema.Struct({
  color: text,
  backgroundColor: text,
  borderColor: text,
  borderRadius: number,
  fontSize: number,
  fontFamily: text,
  fontWeight: text,
  textAlign: text,
  padding: optional(Padding)
})

const block = <T extends string, F extends Schema.Struct.Fields>(type: T, props: F) =>
  Schema.Struct({
    type: Schema.Literal(type),
    data: Schema.Struct({ style: optional(Style), props: optional(Schema.Struct(props)) })
  })

const Layout = Schema.Struct({
  type: Schema.Literal("EmailLayout"),
  data: Schema.Struct({
    backdropColor: text,
    canvasColor: text,
    borderColor: text,
    borderRadius: number,
    textColor: text,
    fontFamily: text,
    childrenIds
  })
})

const Block = Schema.Union([
  Layout,
  block("Container", { childrenIds }),
  block("ColumnsContainer", { columns: optional(Schema.Array(Schema.Struct({ childrenIds }))) }),
  block("Heading", { text, level: text }),
  block("Text", { text }),
  block("Button", {
    text,
    url: text,
    buttonBackgroundColor: text,
    buttonTextColor: text,
    fullWidth: optional(Schema.Boolean)
  }),
  block("Image", { url: text, alt: text, linkHref: text, width: number, height: number }),
  block("Avatar", { imageUrl: text, alt: text, size: number }),
  block("Divider", { lineColor: text, lineHeight: number }),
  block("Spacer", { height: number }),
  block("Html", { contents: text })
])

const Blocks = Schema.Record(Schema.String, Block)

export type Block = typeof Block.Type

export type Style = typeof Style.Type

export interface Document {
  readonly layout: typeof Layout.Type
  readonly blocks: Readonly<Record<string, Block>>
}

/** The ids of the blocks inside a block, in order. */
export const getChildren = (parent: Block): ReadonlyArray<string> => {
  if (parent.type === "EmailLayout") return parent.data.childrenIds ?? []
  if (parent.type === "Container") return parent.data.props?.childrenIds ?? []
  if (parent.type !== "ColumnsContainer") return []
  return (parent.data.props?.columns ?? []).flatMap((column) => column.childrenIds ?? [])
}

/** The largest depth, which recursion can render. */
const maxDepth = 50

/** Each block has one place, so that rendering ends, and its size is linear in that of the document. */
const findPlacementProblem = ({ blocks, layout }: Document): string | undefined => {
  const visited = new Set(["root"])
  let level: ReadonlyArray<Block> = [layout]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return `its blocks are nested deeper than ${maxDepth} levels`
    const next: Array<Block> = []
    for (const id of level.flatMap(getChildren)) {
      const child = Object.hasOwn(blocks, id) ? blocks[id] : undefined
      if (child === undefined) return `there is no block ${JSON.stringify(id)}`
      if (child.type === "EmailLayout") return `the block ${JSON.stringify(id)} is a second layout`
      if (visited.has(id)) return `the block ${JSON.stringify(id)} is in two places`
      visited.add(id)
      next.push(child)
    }
    level = next
  }
  return undefined
}

const decode = Schema.decodeUnknownResult(Blocks)

/** Reads a document; a text is an error. */
export const parse = (content: unknown): Result.Result<Document, string> => {
  const decoded = decode(content)
  if (Result.isFailure(decoded)) return Result.fail("it is not a document of the template editor")
  const layout = decoded.success["root"]
  if (layout?.type !== "EmailLayout") return Result.fail("its root is not a layout")
  const document = { layout, blocks: decoded.success }
  const problem = findPlacementProblem(document)
  return problem === undefined ? Result.succeed(document) : Result.fail(problem)
}
