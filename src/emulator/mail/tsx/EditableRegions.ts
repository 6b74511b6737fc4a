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
import type { Meter } from "./Meter.ts"
import { linesOf } from "./SourceError.ts"
import type { Attribute, JsxElement, Module } from "./Syntax.ts"
import { Markup, type Value } from "./Values.ts"

/** The number of source lines to include before and after a region. */
const context = 3

const hashLength = 16

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
  sourceFile: EditableRegion["sourceFile"],
  meter: Meter
): ReadonlyArray<EditableRegion> => {
  const lines = source.split("\n")
  const lineAt = linesOf(source)
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)]
  const counts = new Map<string, number>()
  const rawOf = ({ text: { at, end } }: Module["texts"][number]) => source.slice(at, end)
  for (const place of texts) counts.set(rawOf(place), (counts.get(rawOf(place)) ?? 0) + 1)
  const seen = new Map<string, number>()
  // One element may have many attributes, and many texts.
  const parents = new Map<JsxElement | undefined, EditableRegion["parentElement"]>()
  return texts.map((place, index) => {
    const { at, end } = place.text
    const originalText = rawOf(place)
    const occurrenceIndex = (seen.get(originalText) ?? 0) + 1
    seen.set(originalText, occurrenceIndex)
    const line = lineAt(at)
    const parentElement = parents.get(place.parent) ?? parentOf(source, place.parent)
    parents.set(place.parent, parentElement)
    const sourceContext = {
      before: lines.slice(Math.max(0, line - 1 - context), line - 1).join("\n"),
      after: lines.slice(line, line + context).join("\n")
    }
    // Each text has its own copy of the surrounding lines, and one line can contain many texts.
    meter.reserve(JSON.stringify([parentElement, sourceContext, place.path]).length)
    return {
      id: `${sourceFile === "template" ? "t" : "h"}${index}`,
      loc: { start: at, end, line, column: at - starts[line - 1]! },
      originalText,
      textHash: sha256(originalText).slice(0, hashLength),
      jsxPath: place.path,
      parentElement,
      sourceContext,
      siblingIndex: place.index,
      occurrenceCount: counts.get(originalText) ?? 1,
      occurrenceIndex,
      sourceFile
    }
  })
}

const comment = (text: string): Markup => new Markup(`<!-- ${text} -->`)

/** The regions of a source, and the function that replaces its texts and values with marks. */
export const editable = (
  module: Module,
  sourceFile: EditableRegion["sourceFile"],
  meter: Meter
): { readonly regions: ReadonlyArray<EditableRegion>; readonly mark: Surroundings["mark"] } => {
  const regions = regionsOf(module, sourceFile, meter)
  const ids = new Map(module.texts.map(({ text }, index) => [text, regions[index]?.id]))
  // The marks of a place are the same each time that it is rendered.
  const marks = new Map<Parameters<Surroundings["mark"]>[0], ReadonlyArray<Value>>()
  const marksOf = (
    child: Parameters<Surroundings["mark"]>[0],
    make: () => ReadonlyArray<Markup>
  ): ReadonlyArray<Value> => {
    const made = marks.get(child) ?? make()
    if (!marks.has(child)) meter.reserve(2 * (child.end - child.at))
    marks.set(child, made)
    return made
  }
  const mark: Surroundings["mark"] = (child, value): Value => {
    if (child.type === "text") {
      const id = ids.get(child)
      if (id === undefined) return value
      return marksOf(child, () => [
        comment(`STACK_EDITABLE_START ${id}`),
        new Markup(escapeHtml(child.value)),
        comment(`STACK_EDITABLE_END ${id}`)
      ])
    }
    if (child.value.type === "element" || (typeof value === "object" && value !== null)) return value
    const [start, end] = marksOf(child, () => [
      comment(`STACK_EXPR_START ${Base64.encode(module.source.slice(child.at, child.end))}`),
      comment("STACK_EXPR_END")
    ])
    return [start, value, end]
  }
  return { regions, mark }
}
