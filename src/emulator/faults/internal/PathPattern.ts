/** Patterns of paths: `*` is any one segment, `**` any number of them. */

/** Whether a path matches a pattern. Compares each pair of segments once. */
const matchSegments = (pattern: ReadonlyArray<string>, path: ReadonlyArray<string>): boolean => {
  // `row[j]` is true if the pattern so far matches the first j segments.
  let row = [true, ...path.map(() => false)]
  for (const part of pattern) {
    const next = [part === "**" && row[0]!]
    for (const [index, segment] of path.entries()) {
      const before = row[index]!
      next.push(part === "**" ? row[index + 1]! || next[index]! : before && (part === "*" || part === segment))
    }
    row = next
  }
  return row.at(-1)!
}

const splitPath = (path: string): ReadonlyArray<string> => path.replace(/^\//, "").split("/")

export const make = (pattern: string): ((path: string) => boolean) => {
  const parts = splitPath(pattern)
  return (path) => matchSegments(parts, splitPath(path))
}
