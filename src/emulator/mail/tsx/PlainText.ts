/**
 * The plain text of a mail, for readers without HTML. `html-to-text` would do the same, but add eleven packages to
 * every installation of the emulator. This input is simpler: the HTML of Gatefold's own renderer and of test mails.
 */
import { trimEnd } from "../../../domain/text/TrimEnd.ts"
import * as Entities from "../internal/Entities.ts"

/** Elements on a separate line, and elements with an empty line around them. */
const lines = new Set("address article aside dd div dt footer header li main nav section table tr".split(" "))
const paragraphs = new Set("blockquote dl figure h1 h2 h3 h4 h5 h6 hr ol p pre ul".split(" "))

/** Elements whose content is not shown. */
const hidden = new Set(["head", "script", "style", "title"])

const blanks = " \t\r\n"

interface Tag {
  readonly name: string
  readonly isClosing: boolean
  readonly text: string
  readonly end: number
}

const namePattern = /<(\/?)([a-zA-Z][\w-]*)/y

/** The tag at `<`, up to the next `>` outside quotes; `undefined` if no tag starts here. */
const parseTag = (html: string, at: number): Tag | undefined => {
  namePattern.lastIndex = at
  const [, slash, name] = namePattern.exec(html) ?? []
  if (name === undefined) return undefined
  let quote = ""
  for (let end = at; end < html.length; end++) {
    const character = html[end]!
    if (quote !== "") quote = character === quote ? "" : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === ">") {
      return { name: name.toLowerCase(), isClosing: slash === "/", text: html.slice(at, end), end: end + 1 }
    }
  }
  return { name: "", isClosing: false, text: "", end: html.length }
}

const findHref = ({ text }: Tag): string => {
  const [, doubled, single] = /\shref=(?:"([^"]*)"|'([^']*)')/.exec(text) ?? []
  return Entities.decode(doubled ?? single ?? "")
}

/** Joins texts. Collapses blanks, and adds the requested line breaks. */
class Lines {
  readonly parts: Array<string> = []
  /** The line breaks that are due before the next text. */
  #breaks = 0
  #isBlankDue = false
  #isLineEmpty = true

  separate(breaks: number): void {
    if (this.parts.length > 0) this.#breaks = Math.max(this.#breaks, breaks)
  }

  endLine(): void {
    this.parts.push("\n".repeat(this.#breaks + 1))
    this.#breaks = 0
    this.#isLineEmpty = true
  }

  show(text: string): void {
    const visible = trimEnd(text, blanks).replace(/^[ \t\r\n]+/, "")
    this.#isBlankDue ||= blanks.includes(text[0] ?? "x")
    if (visible === "") return
    if (this.#breaks > 0) this.parts.push("\n".repeat(this.#breaks))
    else if (this.#isBlankDue && !this.#isLineEmpty) this.parts.push(" ")
    this.parts.push(visible.replace(/[ \t\r\n]+/g, " "))
    this.#breaks = 0
    this.#isLineEmpty = false
    this.#isBlankDue = blanks.includes(text.at(-1)!)
  }
}

class Reader {
  readonly #lines = new Lines()
  /** The element that hides what is in it, and how many of its name are open. */
  #hidden: { readonly name: string; readonly open: number } | undefined
  #link: { readonly href: string; readonly start: number } | undefined

  get text(): string {
    return this.#lines.parts.join("").trim()
  }

  show(html: string): void {
    if (this.#hidden === undefined) this.#lines.show(Entities.decode(html))
  }

  follow(tag: Tag): void {
    const { isClosing, name } = tag
    if (this.#hidden !== undefined) {
      if (name !== this.#hidden.name) return
      const open = this.#hidden.open + (isClosing ? -1 : 1)
      this.#hidden = open === 0 ? undefined : { name, open }
    } else if (!isClosing && (hidden.has(name) || /\sdata-skip-in-text="true"/.test(tag.text))) {
      this.#hidden = { name, open: 1 }
    } else if (name === "br") {
      this.#lines.endLine()
    } else if (paragraphs.has(name)) {
      this.#lines.separate(2)
    } else if (lines.has(name)) {
      this.#lines.separate(1)
      if (name === "li" && !isClosing) this.#lines.show("* ")
    } else if (name === "td" || name === "th") {
      this.#lines.show(" ")
    } else if (name === "a") {
      this.#follow(isClosing ? undefined : findHref(tag))
    }
  }

  /** A link begins, or ends. */
  #follow(href: string | undefined): void {
    const { parts } = this.#lines
    if (href === undefined && this.#link !== undefined) {
      const visible = parts.slice(this.#link.start).join("").trim()
      if (this.#link.href !== "" && visible !== this.#link.href) this.#lines.show(` ${this.#link.href}`)
    }
    this.#link = href === undefined ? undefined : { href, start: parts.length }
  }
}

/** Renders the text of HTML, and writes each link after its text. */
export const renderPlainText = (html: string): string => {
  const reader = new Reader()
  let at = 0
  while (at < html.length) {
    const next = html.indexOf("<", at)
    if (next === -1) {
      reader.show(html.slice(at))
      break
    }
    reader.show(html.slice(at, next))
    if (html.startsWith("<!", next)) {
      const closing = html.startsWith("<!--", next) ? "-->" : ">"
      const close = html.indexOf(closing, next)
      at = close === -1 ? html.length : close + closing.length
      continue
    }
    const tag = parseTag(html, next)
    if (tag === undefined) reader.show("<")
    else reader.follow(tag)
    at = tag?.end ?? next + 1
  }
  return reader.text
}
