/**
 * Counts the steps that a backtracking matcher takes for a pattern, as the engine of JavaScript has one. Unlike a clock
 * it counts the same on every machine, so short texts are enough to see how work grows.
 */

type Node =
  | { readonly type: "one"; readonly test: (character: string) => boolean; readonly samples: ReadonlyArray<string> }
  | { readonly type: "all"; readonly nodes: ReadonlyArray<Node> }
  | { readonly type: "any"; readonly nodes: ReadonlyArray<Node> }
  | { readonly type: "group"; readonly index: number; readonly node: Node }
  | { readonly type: "again"; readonly index: number }
  | { readonly type: "at"; readonly holds: (text: string, at: number) => boolean }
  | { readonly type: "look"; readonly node: Node; readonly isBehind: boolean; readonly isWanted: boolean }
  | {
      readonly type: "repeat"
      readonly node: Node
      readonly least: number
      readonly most: number
      readonly isLazy: boolean
    }

/** Characters that stand for those of a class, none of which is expected to be special in a text. */
const candidates = [..."aA1 \t\n-_.,:;/\\\"'<>=%&@#(){}[]*+?!|^$~`éß\u0001\u200b\u202e\u2028"]

const isWord = (character: string | undefined): boolean => character !== undefined && /\w/.test(character)

class Reader {
  readonly #pattern: string
  readonly #flags: string
  readonly #names: ReadonlyArray<string>
  /** Characters that the pattern itself has. */
  readonly #literals: ReadonlyArray<string>
  #at = 0
  #groups = 0

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern
    this.#flags = flags
    this.#literals = [...pattern.replace(/\\[a-zA-Z]/g, "")].filter((sign) => !/[\\()[\]^$.*+?{}|-]/.test(sign))
    this.#names = Array.from(pattern.matchAll(/\(\?<([a-zA-Z]\w*)>/g), ([, name = ""]) => name)
  }

  read(): Node {
    const node = this.#alternatives()
    if (this.#at !== this.#pattern.length) throw new Error(`cannot read ${this.#pattern} at ${this.#at}`)
    return node
  }

  #takes(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #found(expression: RegExp): string | undefined {
    const sticky = new RegExp(expression.source, "y")
    sticky.lastIndex = this.#at
    const [text] = sticky.exec(this.#pattern) ?? []
    this.#at += text?.length ?? 0
    return text
  }

  #alternatives(): Node {
    const nodes = [this.#sequence()]
    while (this.#takes("|")) nodes.push(this.#sequence())
    return nodes.length === 1 ? nodes[0]! : { type: "any", nodes }
  }

  #sequence(): Node {
    const nodes: Array<Node> = []
    while (this.#at < this.#pattern.length && !"|)".includes(this.#pattern[this.#at]!)) nodes.push(this.#term())
    return { type: "all", nodes }
  }

  #term(): Node {
    const node = this.#atom()
    const quantifier = this.#found(/[*+?]|\{\d+(?:,\d*)?\}/)
    if (quantifier === undefined) return node
    const isLazy = this.#takes("?")
    const [least = 0, most = least] =
      quantifier === "*"
        ? [0, Infinity]
        : quantifier === "+"
          ? [1, Infinity]
          : quantifier === "?"
            ? [0, 1]
            : quantifier
                .slice(1, -1)
                .split(",")
                .map((text) => (text === "" ? Infinity : Number(text)))
    return { type: "repeat", node, least, most, isLazy }
  }

  #atom(): Node {
    if (this.#takes("^")) return this.#place((text, at) => at === 0 || (this.#isMany() && text[at - 1] === "\n"))
    if (this.#takes("$")) {
      return this.#place((text, at) => at === text.length || (this.#isMany() && text[at] === "\n"))
    }
    if (this.#takes("\\b")) return this.#place((text, at) => isWord(text[at - 1]) !== isWord(text[at]))
    if (this.#takes("\\B")) return this.#place((text, at) => isWord(text[at - 1]) === isWord(text[at]))
    const looks = this.#found(/\(\?<?[=!]/)
    if (looks !== undefined) {
      const node = this.#closed()
      return { type: "look", node, isBehind: looks.includes("<"), isWanted: looks.endsWith("=") }
    }
    if (this.#takes("(?:")) return this.#closed()
    if (this.#found(/\((?:\?<[a-zA-Z]\w*>)?(?!\?)/) !== undefined) {
      const index = ++this.#groups
      return { type: "group", index, node: this.#closed() }
    }
    const again = this.#found(/\\[1-9]|\\k<\w+>/)
    if (again !== undefined) {
      return { type: "again", index: again[1] === "k" ? this.#names.indexOf(again.slice(3, -1)) + 1 : Number(again[1]) }
    }
    const one = this.#found(
      /\[(?:[^\]\\]|\\[^])*\]|\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[pP]\{[^}]*\}|\\c[a-zA-Z]|\\[^]|[^]/
    )
    if (one === undefined || one === "(") throw new Error(`cannot read ${this.#pattern} at ${this.#at}`)
    return this.#one(one)
  }

  #isMany(): boolean {
    return this.#flags.includes("m")
  }

  #place(holds: (text: string, at: number) => boolean): Node {
    return { type: "at", holds }
  }

  #closed(): Node {
    const node = this.#alternatives()
    if (!this.#takes(")")) throw new Error(`cannot read ${this.#pattern} at ${this.#at}`)
    return node
  }

  #one(source: string): Node {
    const expression = new RegExp(`^${source}$`, this.#flags.replaceAll(/[gymd]/g, ""))
    const known = new Map<string, boolean>()
    const test = (character: string) => {
      const is = known.get(character) ?? expression.test(character)
      known.set(character, is)
      return is
    }
    const literal = source.length === 1 && source !== "." ? source : /^\\\W$/.test(source) ? source[1]! : undefined
    const samples =
      literal === undefined
        ? [
            ...candidates.filter(test).slice(0, 1),
            ...[...this.#literals, ...candidates.slice(1)].filter(test).slice(0, 1)
          ]
        : [literal]
    return { type: "one", test, samples }
  }
}

/** A pattern that is counted. */
export interface Counted {
  readonly node: Node
  readonly flags: string
}

/** Reads a pattern. */
export const read = (pattern: string, flags: string): Counted => ({ node: new Reader(pattern, flags).read(), flags })

/** More are not counted: the pattern has been found by then. */
const most = 3_000_000

class TooMany extends Error {}

/** The steps of looking for a pattern in a text, or with the flag `g` for all its places. */
export const countSteps = ({ flags, node }: Counted, text: string): number => {
  let steps = 0
  const groups: Array<string | undefined> = []
  const match = (node: Node, at: number, next: (at: number) => boolean): boolean => {
    if (++steps > most) throw new TooMany()
    switch (node.type) {
      case "one":
        return at < text.length && node.test(text[at]!) && next(at + 1)
      case "all": {
        const from = (index: number, at: number): boolean =>
          index === node.nodes.length ? next(at) : match(node.nodes[index]!, at, (end) => from(index + 1, end))
        return from(0, at)
      }
      case "any":
        return node.nodes.some((one) => match(one, at, next))
      case "group":
        return match(node.node, at, (end) => {
          const before = groups[node.index]
          groups[node.index] = text.slice(at, end)
          if (next(end)) return true
          groups[node.index] = before
          return false
        })
      case "again": {
        const wanted = groups[node.index] ?? ""
        steps += wanted.length
        return text.startsWith(wanted, at) && next(at + wanted.length)
      }
      case "at":
        return node.holds(text, at) && next(at)
      case "look": {
        const begins = node.isBehind ? Array.from({ length: Math.min(at, 20) + 1 }, (_, back) => at - back) : [at]
        const isThere = begins.some((begin) => match(node.node, begin, (end) => !node.isBehind || end === at))
        return isThere === node.isWanted && next(at)
      }
      case "repeat": {
        const again = (count: number, at: number): boolean => {
          const further = () =>
            count < node.most &&
            match(node.node, at, (end) => (end > at || count < node.least) && again(count + 1, end))
          if (count < node.least) return further()
          return node.isLazy ? next(at) || further() : further() || next(at)
        }
        return again(0, at)
      }
    }
  }
  try {
    for (let at = 0; at <= text.length;) {
      let end = -1
      const isThere = match(node, at, (found) => {
        end = found
        return true
      })
      if ((isThere && !flags.includes("g")) || (!isThere && flags.includes("y"))) break
      at = isThere && end > at ? end : at + 1
    }
  } catch (error) {
    if (!(error instanceof TooMany)) throw error
  }
  return steps
}

/** Texts that a part of a pattern matches, short ones. */
const listSamples = (node: Node): ReadonlyArray<string> => {
  switch (node.type) {
    case "one":
      return node.samples
    case "all":
      return node.nodes.reduce<ReadonlyArray<string>>(
        (before, one) => {
          const samples = listSamples(one)
          const [first = "", last = ""] = [samples[0], samples.at(-1)]
          return before.length + samples.length > 2 ? [before[0]! + first, before.at(-1)! + last] : [before[0]! + first]
        },
        [""]
      )
    case "any":
      return node.nodes.flatMap(listSamples)
    case "group":
      return listSamples(node.node)
    case "repeat":
      return listSamples(node.node).map((sample) => sample.repeat(Math.max(1, Math.min(node.least, 10))))
    default:
      return [""]
  }
}

const listParts = (node: Node): ReadonlyArray<string> => {
  switch (node.type) {
    case "all": {
      const { nodes } = node
      const runs = nodes.flatMap((_, from) =>
        [1, 2, 3, 4, 5, 6, 7, 8].flatMap((length) =>
          from + length <= nodes.length ? listSamples({ type: "all", nodes: nodes.slice(from, from + length) }) : []
        )
      )
      return [...runs, ...nodes.flatMap(listParts)]
    }
    case "any":
      return node.nodes.flatMap(listParts)
    case "group":
    case "look":
    case "repeat":
      return [...listSamples(node.node), ...listParts(node.node)]
    default:
      return []
  }
}

/** What a pattern could be made to look for again and again: texts that its parts match, alone and side by side. */
export const listPieces = ({ node }: Counted): ReadonlyArray<string> => [
  ...new Set([...listParts(node), "a", "1", " ", "\n", "\u0001"].filter((piece) => piece !== ""))
]

/** What may stand before that: the beginnings of the pattern. */
export const listBeginnings = ({ node }: Counted): ReadonlyArray<string> => {
  const sequences = node.type === "any" ? node.nodes : [node]
  const begun = sequences.flatMap((sequence) =>
    sequence.type === "all"
      ? sequence.nodes.map((_, end) => listSamples({ type: "all", nodes: sequence.nodes.slice(0, end) })[0] ?? "")
      : []
  )
  return [...new Set(["", "a", ...begun])]
}

const size = 400

/** On what a pattern takes steps that grow faster than the text: four times the text, four times the steps. */
export const findWorst = (counted: Counted): string | undefined => {
  for (const piece of listPieces(counted)) {
    for (const before of listBeginnings(counted)) {
      const text = (length: number) => `${before}${piece.repeat(Math.ceil(length / piece.length))}\u0002`
      const long = countSteps(counted, text(size))
      if (long > most) return before + piece
      if (long > size * 20 && long > 8 * countSteps(counted, text(size / 4))) return before + piece
    }
  }
  return undefined
}
