/** Writes values as HTML. Texts and attributes are escaped, and links only have targets that mails may link to. */
import { escapeHtml } from "../../../../domain/text/HtmlEscape.ts"
import { Exhausted, type Meter } from "./Meter.ts"
import { SourceError } from "./SourceError.ts"
import {
  Callable,
  Element,
  Fields,
  Instant,
  isList,
  joinTexts,
  describeKind,
  Markup,
  measureSize,
  toText,
  ValueError,
  type Value
} from "./Values.ts"

const voidElements = new Set(["area", "br", "col", "hr", "img", "link", "meta", "wbr"])

/** The elements that mails may contain. None of them runs code or takes input. */
const elements = new Set([
  ...voidElements,
  ..."a abbr acronym address article aside b bdi bdo big blockquote body caption center cite code colgroup".split(" "),
  ..."dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head header html i ins".split(
    " "
  ),
  ..."kbd li main mark nav ol p pre q s samp section small span strike strong style sub summary sup table".split(" "),
  ..."tbody td tfoot th thead time title tr tt u ul var".split(" ")
])

/** Attributes whose HTML name is not the React name in lower case. */
const renamed: ReadonlyMap<string, string> = new Map([
  ["className", "class"],
  ["htmlFor", "for"],
  ["httpEquiv", "http-equiv"],
  ["acceptCharset", "accept-charset"]
])

/** The props that React reserves. */
const noAttributes = new Set(["children", "key", "ref", "style", "dangerouslySetInnerHTML", "suppressHydrationWarning"])

const links = new Set(["action", "background", "cite", "href", "longdesc", "src"])

const schemes = new Set(["http", "https", "mailto", "tel", "sms", "cid"])

/** A link with one of the schemes that mails use, or without one; any other loses its target. */
const toSafeLink = (link: string): string => {
  // Browsers ignore these characters.
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(link.replace(/[\u0000-\u0020]+/g, "")) ?? []
  if (scheme === undefined || schemes.has(scheme.toLowerCase())) return link
  return /^data:image\/(?:gif|jpeg|png|webp);base64,[a-z\d+/=]*$/i.test(link) ? link : "#"
}

/** CSS properties whose numbers are not lengths. */
const withoutUnit = /^(?:fontWeight|lineHeight|opacity|order|orphans|widows|zIndex|zoom|flex|flexGrow|flexShrink)$/

/** The text of a style, without what would begin another declaration or run something. */
const formatStyle = (style: Value, meter: Meter): string => {
  if (!(style instanceof Fields)) throw new ValueError(`a style is an object, not ${describeKind(style)}`)
  const declarations: Array<string> = []
  for (const [name, value] of style.entries) {
    if (value === undefined || value === null || typeof value === "boolean" || value === "") continue
    const unit = typeof value === "number" && value !== 0 && !withoutUnit.test(name) ? "px" : ""
    const text = toText(value, meter) + unit
    meter.reserve(text.length)
    if (!/^[a-zA-Z-]{1,50}$/.test(name) || /[;{}<>\\]|(?:url|expression|image-set)\s*\(/i.test(text)) continue
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^ms-/, "-ms-")
    declarations.push(`${property}:${text}`)
  }
  return declarations.join(";")
}

const renderAttribute = (name: string, text: string): string => ` ${name}="${escapeHtml(text)}"`

/** One attribute; functions, which are handlers of events, have no place in a mail. */
const formatAttribute = (name: string, value: Value, meter: Meter): string => {
  const isData = /^(?:data|aria)-/.test(name)
  if (value === undefined || value === null || value instanceof Callable) return ""
  if (noAttributes.has(name) || /^on/i.test(name) || !/^[a-zA-Z][\w:-]{0,50}$/.test(name)) return ""
  if (typeof value === "boolean" && !isData) return value ? renderAttribute(name.toLowerCase(), "") : ""
  const html = renamed.get(name) ?? (isData ? name : name.toLowerCase())
  const text = toText(value, meter)
  // An element may have thousands of attributes, which are put together before they are written.
  meter.reserve(text.length)
  if (html === "srcset" || html === "srcdoc" || (html === "http-equiv" && !/^content-type$/i.test(text))) return ""
  // Escapes make a text up to six times as long.
  return meter.text(renderAttribute(html, links.has(html) ? toSafeLink(text) : text))
}

const formatAttributes = ({ entries }: Fields, meter: Meter): string => {
  const style = entries.get("style")
  const css = style === undefined || style === null ? "" : formatStyle(style, meter)
  const others = [...entries].map(([name, value]) => formatAttribute(name, value, meter))
  return others.join("") + (css === "" ? "" : renderAttribute("style", css))
}

class Writer {
  readonly #source: string
  readonly #meter: Meter
  readonly #parts: Array<string> = []

  constructor(source: string, meter: Meter) {
    this.#source = source
    this.#meter = meter
  }

  get html(): string {
    return this.#parts.join("")
  }

  #write(part: string): void {
    this.#parts.push(this.#meter.text(part))
  }

  value(value: Value): void {
    if (value === undefined || value === null || typeof value === "boolean") return
    if (isList(value)) {
      this.#meter.nest(() => value.forEach((item) => this.value(item)))
    } else if (value instanceof Markup) {
      this.#write(value.html)
    } else if (value instanceof Element) {
      this.#element(value)
    } else if (typeof value === "string" || typeof value === "number") {
      this.#write(escapeHtml(String(value)))
    } else {
      throw new ValueError(
        `${describeKind(value)} cannot be shown${value instanceof Instant ? " (use toLocaleDateString)" : ""}`
      )
    }
  }

  #element({ at, attributes, tag }: Element): void {
    try {
      this.#meter.nest(() => {
        // The same element may be rendered again and again.
        this.#meter.step(measureSize(attributes.entries))
        if (tag === "") this.value(attributes.entries.get("children"))
        else if (typeof tag === "string") this.#tag(tag, attributes)
        else this.value(tag.call([attributes]))
      })
    } catch (error) {
      const isKnown = error instanceof ValueError || error instanceof Exhausted
      throw isKnown && at !== undefined ? new SourceError(error.message, this.#source, at) : error
    }
  }

  /** The texts between the tags of a style, one after the other. */
  #css(children: Value): string {
    if (children === undefined || children === null || typeof children === "boolean") return ""
    if (!isList(children)) return toText(children, this.#meter)
    const texts = this.#meter.nest(() => children.map((child) => this.#css(child)))
    return joinTexts(texts, "", this.#meter)
  }

  #tag(tag: string, attributes: Fields): void {
    if (!elements.has(tag)) throw new ValueError(`<${tag}> cannot be rendered`)
    this.#write(`<${tag}${formatAttributes(attributes, this.#meter)}>`)
    if (voidElements.has(tag)) return
    const html = attributes.entries.get("dangerouslySetInnerHTML")
    const children = attributes.entries.get("children")
    if (html instanceof Fields) this.#write(toText(html.entries.get("__html") ?? "", this.#meter))
    else if (tag === "style") this.#write(this.#css(children).replaceAll("</", "<\\/"))
    else this.value(children)
    this.#write(`</${tag}>`)
  }
}

/** The HTML of a value. `source` is where its elements are written, for failures. */
export const write = (value: Value, source: string, meter: Meter): string => {
  const writer = new Writer(source, meter)
  writer.value(value)
  return writer.html
}
