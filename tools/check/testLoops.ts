/** Finds loops that declare tests. A test of `it.each` has its values in its title, and can run by itself. */
import { parseAst } from "rolldown/parseAst"
import { listChildren, type Node } from "../catalog/syntax.ts"

const isFunction = ({ type }: Node): boolean => /Function/.test(type)

/** The lines of the tests and suites that a loop declares. */
export const testLoops = (file: string, text: string): ReadonlyArray<number> => {
  const lines: Array<number> = []
  const callee = ({ callee, type }: Node): string =>
    type === "CallExpression" ? text.slice((callee as Node).start, (callee as Node).end) : ""
  const visit = (node: Node, isRepeated: boolean): void => {
    if (isRepeated && /^(it|test|describe)\b/.test(callee(node)) && (node.arguments as Array<Node>).length > 1) {
      lines.push(text.slice(0, node.start).split("\n").length)
    }
    const repeats = /^(For|While|Do)/.test(node.type) || /\.(forEach|map|flatMap)$/.test(callee(node))
    for (const child of listChildren(node)) visit(child, repeats || (isRepeated && !isFunction(child)))
  }
  visit(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node, false)
  return lines
}
