/**
 * The texts of a source that an editor may change, and the marks that show where they are in the mail: comments around
 * each text, and around each value that is shown.
 */
import * as Base64 from "effect/encoding/Base64"
import type { EditableRegion } from "../../../api/schema/EditableRegion.ts"
import { escapeHtml } from "../../HtmlEscape.ts"
import { sha256 } from "../../storage/Hashing.ts"
import type { Surroundings } from "./Evaluate.ts"
import { tagNameOf } from "./Parser.ts"
import { lineOf } from "./SourceError.ts"
import type { Attribute, JsxElement, Module } from "./Syntax.ts"
import { Markup, type Value } from "./Values.ts"

/** The lines of the source that are told before a region, and after it. */
const CONTEXT = 3

const HASH_LENGTH = 16

const propOf = (source: string, { at, end, name, value }: Attribute): readonly [string, string] => {
  if (value.type === "literal" && typeof value.value === "string") return [name, value.value]
  const written = source.slice(at, end)
  return [name, written.includes("=") ? written.slice(written.indexOf("=") + 1) : "true"]
}

const parentOf = (source: string, parent: JsxElement | undefined): EditableRegion["parentElement"] => ({
  tagName: parent === undefined ? "" : tagNameOf(parent),
  props: Object.fromEntries(
    (parent?.attributes ?? []).flatMap((attribute) =>
      attribute.type === "attribute" ? [propOf(source, attribute)] : []
    )
  )
})

/** The regions of a source by id, in their order. */
const regionsOf = (
  { source, texts }: Module,
  sourceFile: EditableRegion["sourceFile"]
): ReadonlyArray<EditableRegion> => {
  const lines = source.split("\n")
  const counts = new Map<string, number>()
  const rawOf = ({ text: { at, end } }: Module["texts"][number]) => source.slice(at, end)
  for (const place of texts) counts.set(rawOf(place), (counts.get(rawOf(place)) ?? 0) + 1)
  const seen = new Map<string, number>()
  return texts.map((place, index) => {
    const { at, end } = place.text
    const originalText = rawOf(place)
    const occurrenceIndex = (seen.get(originalText) ?? 0) + 1
    seen.set(originalText, occurrenceIndex)
    const line = lineOf(source, at)
    return {
      id: `${sourceFile === "template" ? "t" : "h"}${index}`,
      loc: { start: at, end, line, column: at - (source.lastIndexOf("\n", at - 1) + 1) },
      originalText,
      textHash: sha256(originalText).slice(0, HASH_LENGTH),
      jsxPath: place.path,
      parentElement: parentOf(source, place.parent),
      sourceContext: {
        before: lines.slice(Math.max(0, line - 1 - CONTEXT), line - 1).join("\n"),
        after: lines.slice(line, line + CONTEXT).join("\n")
      },
      siblingIndex: place.index,
      occurrenceCount: counts.get(originalText) ?? 1,
      occurrenceIndex,
      sourceFile
    }
  })
}

const comment = (text: string): Markup => new Markup(`<!-- ${text} -->`)

/** The regions of a source, and what puts marks in the place of its texts and values. */
export const editable = (
  module: Module,
  sourceFile: EditableRegion["sourceFile"]
): { readonly regions: ReadonlyArray<EditableRegion>; readonly mark: Surroundings["mark"] } => {
  const regions = regionsOf(module, sourceFile)
  const ids = new Map(module.texts.map(({ text }, index) => [text, regions[index]?.id]))
  const mark: Surroundings["mark"] = (child, value): Value => {
    if (child.type === "text") {
      const id = ids.get(child)
      if (id === undefined) return value
      return [
        comment(`STACK_EDITABLE_START ${id}`),
        new Markup(escapeHtml(child.value)),
        comment(`STACK_EDITABLE_END ${id}`)
      ]
    }
    if (child.value.type === "element" || (typeof value === "object" && value !== null)) return value
    const written = Base64.encode(module.source.slice(child.at, child.end))
    return [comment(`STACK_EXPR_START ${written}`), value, comment("STACK_EXPR_END")]
  }
  return { regions, mark }
}
