/** The text of declarations: blocks, docblocks and names. */

/** Members between braces. */
export const printBlock = (members: ReadonlyArray<string>): string =>
  members.length === 0 ? "{}" : `{\n  ${members.map((member) => member.replaceAll("\n", "\n  ")).join("\n  ")}\n}`

/** A comment above a declaration, or nothing. */
export const printDocblock = (text: string): string => {
  if (text === "") return ""
  const lines = text.split("\n")
  return lines.length === 1
    ? `/** ${text} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`
}

/** A name as the key of a member. */
export const printKey = (name: string): string => {
  if (name.startsWith("__@asyncDispose")) return "[Symbol.asyncDispose]"
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name)
}

/** A name with a capital letter. */
export const capitalize = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
