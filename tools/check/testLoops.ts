/** Finds loops that should be cases. A test of `it.each` has its values in its title, and can run by itself. */
import { parseAst } from "rolldown/parseAst"
import { listChildren, type Node } from "../catalog/syntax.ts"

const isFunction = ({ type }: Node): boolean => /Function/.test(type)

/** The lines of the tests and suites that a loop declares. */
export const findTestLoops = (file: string, text: string): ReadonlyArray<number> => {
  const lines: Array<number> = []
  const readCallee = ({ callee, type }: Node): string =>
    type === "CallExpression" ? text.slice((callee as Node).start, (callee as Node).end) : ""
  const visit = (node: Node, isRepeated: boolean): void => {
    if (isRepeated && /^(it|test|describe)\b/.test(readCallee(node)) && (node.arguments as Array<Node>).length > 1) {
      lines.push(text.slice(0, node.start).split("\n").length)
    }
    const repeats = /^(For|While|Do)/.test(node.type) || /\.(forEach|map|flatMap)$/.test(readCallee(node))
    for (const child of listChildren(node)) visit(child, repeats || (isRepeated && !isFunction(child)))
  }
  visit(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node, false)
  return lines
}

const minRows = 3

const checks = /\b(expect|assert)\b/

/** The list of a loop, if its rows are written out and need nothing of the test. */
const listRows = (loop: Node, isLocal: (name: string) => boolean): ReadonlyArray<Node> => {
  const right = loop.right as Node
  const list = right.type === "TSAsExpression" ? (right.expression as Node) : right
  if (list.type !== "ArrayExpression") return []
  const needsTest = (node: Node): boolean =>
    /^(Await|Yield)Expression$/.test(node.type) ||
    (node.type === "Identifier" && isLocal(node.name as string)) ||
    listChildren(node).some(needsTest)
  return needsTest(list) ? [] : (list.elements as ReadonlyArray<Node>)
}

/** The names that a declaration or a function declares. */
const listDeclared = (node: Node, text: string): ReadonlyArray<string> => {
  const patterns =
    node.type === "VariableDeclarator"
      ? [node.id as Node]
      : isFunction(node)
        ? (node.params as ReadonlyArray<Node>)
        : []
  return patterns.flatMap(({ end, start }) => text.slice(start, end).match(/\w+/g) ?? [])
}

/** The lines of loops that are all that a test checks, over at least three rows that are written out. */
export const findTableLoops = (file: string, text: string): ReadonlyArray<number> => {
  const lines: Array<number> = []
  const readText = ({ end, start }: Node) => text.slice(start, end)
  const setLater = new Set<string>()
  const visitTest = (node: Node, locals: Set<string>): void => {
    for (const name of listDeclared(node, text)) locals.add(name)
    if (node.type === "BlockStatement") {
      const statements = node.body as ReadonlyArray<Node>
      for (const name of statements.flatMap(listChildren).flatMap((child) => listDeclared(child, text))) {
        locals.add(name)
      }
      const [only, ...others] = statements.filter((statement) => checks.test(readText(statement)))
      const isLocal = (name: string) => locals.has(name) || setLater.has(name)
      if (only?.type === "ForOfStatement" && others.length === 0 && listRows(only, isLocal).length >= minRows) {
        lines.push(text.slice(0, only.start).split("\n").length)
      }
    }
    // Loops within loops, and helpers, are parts of a scenario.
    if (/^For|^VariableDecl/.test(node.type)) return
    for (const child of listChildren(node)) visitTest(child, locals)
  }
  const visit = (node: Node): void => {
    if (node.type === "VariableDeclaration" && node.kind === "let") {
      for (const name of listChildren(node).flatMap((child) => listDeclared(child, text))) setLater.add(name)
    }
    const callee = node.type === "CallExpression" ? readText(node.callee as Node) : ""
    if (/^(it|test)\b/.test(callee) && !callee.includes(".each")) visitTest(node, new Set())
    else for (const child of listChildren(node)) visit(child)
  }
  visit(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node)
  return lines
}

/**
 * The lines of what a loop over rows expects without its row in sight: neither in the message, nor in what is compared.
 * If such a check fails, nobody knows for which row.
 */
export const namelessChecks = (file: string, text: string): ReadonlyArray<number> => {
  const lines: Array<number> = []
  const shows = (node: Node, names: ReadonlySet<string>): boolean =>
    node.type === "Identifier"
      ? names.has(node.name as string)
      : listChildren(node).some((child) => shows(child, names))
  const visit = (node: Node, names: ReadonlySet<string>): void => {
    if (node.type === "CallExpression" && names.size > 0) {
      const { end, start } = node.callee as Node
      const [value, message] = node.arguments as ReadonlyArray<Node>
      if (text.slice(start, end) === "expect" && value && !message && !shows(value, names)) {
        lines.push(text.slice(0, node.start).split("\n").length)
      }
    }
    if (node.type === "ForOfStatement") {
      const { end, start } = node.left as Node
      const [, ...declared] = text.slice(start, end).match(/\w+/g) ?? []
      visit(node.right as Node, names)
      visit(node.body as Node, new Set([...names, ...declared]))
      return
    }
    for (const child of listChildren(node)) visit(child, isFunction(node) ? new Set() : names)
  }
  visit(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node, new Set())
  return lines
}
