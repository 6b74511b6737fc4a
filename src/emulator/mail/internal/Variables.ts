/** Placeholders that the vendor's templates use: `{{ name }}`, and `{{#if name}}…{{else}}…{{/if}}`. */

export type Variables = Readonly<Record<string, string | undefined>>

interface Piece {
  readonly literal: string
  /** The tag after the literal, if any. */
  readonly tag: string | undefined
}

/** Splits a template at its tags, in linear time. */
const parsePieces = (template: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let at = 0
  for (;;) {
    const open = template.indexOf("{{", at)
    const close = open === -1 ? -1 : template.indexOf("}}", open)
    if (close === -1) {
      pieces.push({ literal: template.slice(at), tag: undefined })
      return pieces
    }
    pieces.push({ literal: template.slice(at, open), tag: template.slice(open + 2, close).trim() })
    at = close + 2
  }
}

/** Fills in a template; `escape` is applied to values, not to the template. Unknown variables are empty. */
export const fill = (
  template: string,
  variables: Variables,
  escape: (value: string) => string = (value) => value
): string => {
  const getValue = (name: string) => (Object.hasOwn(variables, name) ? (variables[name] ?? "") : "")
  // For each open condition whether its text is shown, and how many hide it.
  const conditions: Array<boolean> = []
  let hiding = 0
  const open = (isTrue: boolean) => {
    conditions.push(isTrue)
    if (!isTrue) hiding++
  }
  const close = (): boolean | undefined => {
    const isTrue = conditions.pop()
    if (isTrue === false) hiding--
    return isTrue
  }
  let text = ""
  for (const { literal, tag } of parsePieces(template)) {
    if (hiding === 0) text += literal
    if (tag === undefined) continue
    if (tag.startsWith("#if ")) open(getValue(tag.slice(4).trim()) !== "")
    else if (tag === "/if") close()
    else if (tag === "else") {
      const isTrue = close()
      if (isTrue !== undefined) open(!isTrue)
    } else if (hiding === 0) text += escape(getValue(tag))
  }
  return text
}
