/** The problem with invalid JSON. Browsers word it differently, and not all of them say where it is. */

/** Where the first mistake is, counted from 1, and what should be there instead. */
export interface JsonProblem {
  readonly line: number
  readonly column: number
  readonly expected: string
}

const text = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y
const space = /[ \t\n\r]*/y

class Mistake {
  readonly at: number
  readonly expected: string
  constructor(at: number, expected: string) {
    this.at = at
    this.expected = expected
  }
}

const check = (source: string): void => {
  let at = 0
  /** Goes behind what the pattern finds here, if it finds something. */
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found !== null) at = pattern.lastIndex
    return found !== null
  }
  /** Goes behind a mark and the space around it, if it is here. */
  const take = (mark: string): boolean => {
    skip(space)
    if (source[at] !== mark) return false
    at++
    skip(space)
    return true
  }
  const fail = (expected: string): never => {
    throw new Mistake(at, expected)
  }
  const members = (end: string, expected: string, member: () => void): void => {
    if (take(end)) return
    do member()
    while (take(","))
    if (!take(end)) fail(expected)
  }
  const value = (): void => {
    if (take("{")) {
      members("}", "a comma or }", () => {
        if (!skip(text)) fail("a name in double quotes")
        if (!take(":")) fail("a colon")
        value()
      })
    } else if (take("[")) members("]", "a comma or ]", value)
    else if (!skip(text) && !skip(scalar)) fail("a value: text in double quotes, a number, true, false, null, { or [")
    skip(space)
  }
  skip(space)
  value()
  if (at < source.length) fail("nothing more")
}

/** The first mistake in a text; undefined when it is JSON. */
export const jsonProblem = (source: string): JsonProblem | undefined => {
  try {
    check(source)
    return undefined
  } catch (mistake) {
    if (!(mistake instanceof Mistake)) throw mistake
    const lines = source.slice(0, mistake.at).split("\n")
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, expected: mistake.expected }
  }
}
