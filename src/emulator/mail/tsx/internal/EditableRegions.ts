/**
 * The texts of a source that an editor may change, and the marks that show where they are in the mail: comments around
 * each text, and around each value that is shown.
 */
import * as Base64 from "effect/encoding/Base64"
import type { EditableRegion } from "../../../../api/schema/EditableRegion.ts"
import { escapeHtml } from "../../../../domain/text/HtmlEscape.ts"
import { sha256 } from "../../../crypto/Hashing.ts"
import type { Module } from "../Parse.ts"
import type { JsxAttribute, JsxElement, JsxFragment, JsxText, Node } from "./Ast.ts"
import type { EvaluationContext } from "./Evaluate.ts"
import type { Meter } from "./Meter.ts"
import { getChildren, getDeclaredName, getEnd, getJsxName, getStart } from "./Nodes.ts"
import { makeLineIndex } from "./SourceError.ts"
import { Markup, type Value } from "./Values.ts"

/** The number of source lines to include before and after a region. */
const context = 3

const hashLength = 16

const getSourceText = (source: string, node: Node): string => source.slice(getStart(node), getEnd(node))

interface TextPlace {
  readonly text: JsxText
  /** The names of the elements around it, from the component on. */
  readonly path: ReadonlyArray<string>
  /** The element around it, unless that is a fragment. */
  readonly parent: JsxElement | undefined
  /** The number of texts before it in the same element. */
  readonly index: number
}

/** Elements in which a comment would be text. */
const withoutComments: ReadonlySet<string> = new Set(["style", "textarea", "title"])

/** The texts between tags, in the order of the source, and all children of elements that cannot hold marks. */
const findTexts = ({ program, source }: Module) => {
  const texts: Array<TextPlace> = []
  const unmarked = new Set<Node>()
  const visitChildren = (element: JsxElement | JsxFragment, path: ReadonlyArray<string>): void => {
    if (withoutComments.has(path.at(-1) ?? "")) for (const child of element.children) unmarked.add(child)
    const parent = element.type === "JSXElement" ? element : undefined
    let index = 0
    for (const child of element.children) {
      if (child.type !== "JSXText") visit(child, path)
      else if (!unmarked.has(child) && getSourceText(source, child).trim() !== "") {
        texts.push({ text: child, path, parent, index: index++ })
      }
    }
  }
  const visit = (node: Node, path: ReadonlyArray<string>): void => {
    switch (node.type) {
      case "JSXElement":
        visit(node.openingElement, path)
        return visitChildren(node, [...path, getJsxName(node.openingElement.name)])
      case "JSXFragment":
        return visitChildren(node, path)
      default: {
        const name = getDeclaredName(node)
        for (const child of getChildren(node)) visit(child, name === undefined ? path : [name])
      }
    }
  }
  visit(program, [])
  return { texts, unmarked }
}

const readProp = (source: string, attribute: JsxAttribute): ReadonlyArray<readonly [string, string]> => {
  if (attribute.type === "JSXSpreadAttribute") return []
  const name = getJsxName(attribute.name)
  const value = attribute.value?.type === "JSXExpressionContainer" ? attribute.value.expression : attribute.value
  if (value?.type === "StringLiteral") return [[name, value.value]]
  const written = getSourceText(source, attribute)
  return [[name, written.includes("=") ? written.slice(written.indexOf("=") + 1) : "true"]]
}

const describeParent = (source: string, parent: JsxElement | undefined): EditableRegion["parentElement"] => ({
  tagName: parent === undefined ? "" : getJsxName(parent.openingElement.name),
  props: Object.fromEntries(
    (parent?.openingElement.attributes ?? []).flatMap((attribute) => readProp(source, attribute))
  )
})

/** The regions of a source by id, in their order. */
const findRegions = (
  texts: ReadonlyArray<TextPlace>,
  source: string,
  sourceFile: EditableRegion["sourceFile"],
  meter: Meter
): ReadonlyArray<EditableRegion> => {
  const lines = source.split("\n")
  const lineAt = makeLineIndex(source)
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)]
  const counts = new Map<string, number>()
  for (const { text } of texts) {
    const written = getSourceText(source, text)
    counts.set(written, (counts.get(written) ?? 0) + 1)
  }
  const previous = new Map<string, number>()
  // One element may have many attributes, and many texts.
  const parents = new Map<JsxElement | undefined, EditableRegion["parentElement"]>()
  return texts.map((place, index) => {
    const start = getStart(place.text)
    const originalText = getSourceText(source, place.text)
    const occurrenceIndex = (previous.get(originalText) ?? 0) + 1
    previous.set(originalText, occurrenceIndex)
    const line = lineAt(start)
    const parentElement = parents.get(place.parent) ?? describeParent(source, place.parent)
    parents.set(place.parent, parentElement)
    const sourceContext = {
      before: lines.slice(Math.max(0, line - 1 - context), line - 1).join("\n"),
      after: lines.slice(line, line + context).join("\n")
    }
    // Each text has its own copy of the surrounding lines, and one line can contain many texts.
    meter.reserve(JSON.stringify([parentElement, sourceContext, place.path]).length)
    return {
      id: `${sourceFile === "template" ? "t" : "h"}${index}`,
      loc: { start, end: getEnd(place.text), line, column: start - starts[line - 1]! },
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

const makeComment = (text: string): Markup => new Markup(`<!-- ${text} -->`)

/** The regions of a source, and the function that replaces its texts and values with marks. */
export const findEditable = (
  module: Module,
  sourceFile: EditableRegion["sourceFile"],
  meter: Meter
): { readonly regions: ReadonlyArray<EditableRegion>; readonly mark: EvaluationContext["mark"] } => {
  const { texts, unmarked } = findTexts(module)
  const regions = findRegions(texts, module.source, sourceFile, meter)
  const ids = new Map(texts.map(({ text }, index) => [text, regions[index]?.id]))
  // The marks of a place are the same each time that it is rendered.
  const marks = new Map<Parameters<EvaluationContext["mark"]>[0], ReadonlyArray<Value>>()
  const findMarks = (
    child: Parameters<EvaluationContext["mark"]>[0],
    make: () => ReadonlyArray<Markup>
  ): ReadonlyArray<Value> => {
    const existing = marks.get(child) ?? make()
    if (!marks.has(child)) meter.reserve(2 * (getEnd(child) - getStart(child)))
    marks.set(child, existing)
    return existing
  }
  const mark: EvaluationContext["mark"] = (child, value): Value => {
    if (unmarked.has(child)) return value
    if (child.type === "JSXText") {
      const id = ids.get(child)
      if (id === undefined) return value
      return findMarks(child, () => [
        makeComment(`STACK_EDITABLE_START ${id}`),
        new Markup(escapeHtml(child.value)),
        makeComment(`STACK_EDITABLE_END ${id}`)
      ])
    }
    const isElement = child.expression.type === "JSXElement" || child.expression.type === "JSXFragment"
    if (isElement || (typeof value === "object" && value !== null)) return value
    const [start, end] = findMarks(child, () => [
      makeComment(`STACK_EXPR_START ${Base64.encode(getSourceText(module.source, child))}`),
      makeComment("STACK_EXPR_END")
    ])
    return [start, value, end]
  }
  return { regions, mark }
}
