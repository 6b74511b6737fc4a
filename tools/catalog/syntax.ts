/** Syntax trees of JavaScript and TypeScript, as parsers of ESTree give them. */

/** A node of a tree. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value

/** The nodes directly below a node, in the order of its fields. */
export const listChildren = (node: Node): ReadonlyArray<Node> => Object.values(node).flat().filter(isNode)
