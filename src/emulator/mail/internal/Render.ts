/** Turns a document of the template editor and variables into a mail. */
import { escapeHtml } from "../../../domain/text/HtmlEscape.ts"
import { type Block, getChildren, type Document, type Style } from "../Document.ts"
import * as Html from "./Html.ts"
import * as Variables from "./Variables.ts"

export interface Bodies {
  readonly html: string
  readonly text: string
}

const makeStyle = (style: Style | null | undefined, more: Parameters<typeof Html.style>[0] = {}): string =>
  Html.style({
    ...more,
    color: style?.color,
    "background-color": style?.backgroundColor,
    "border-radius": style?.borderRadius,
    "font-size": style?.fontSize,
    "font-family": style?.fontFamily,
    "font-weight": style?.fontWeight,
    "text-align": style?.textAlign,
    "padding-top": style?.padding?.top,
    "padding-right": style?.padding?.right,
    "padding-bottom": style?.padding?.bottom,
    "padding-left": style?.padding?.left
  })

const breakLines = (html: string): string => html.replace(/\r?\n/g, "<br>")

const stripTags = (html: string): string => html.replace(/<[^<>]*>/g, "").trim()

const makeRenderer = ({ blocks }: Document, variables: Variables.Variables) => {
  const fillPlain = (template: string | null | undefined) => Variables.fill(template ?? "", variables)
  const renderText = (template: string | null | undefined) => breakLines(escapeHtml(fillPlain(template)))
  const fillLink = (template: string | null | undefined) => Html.toSafeUrl(fillPlain(template))
  const formatAttribute = (name: string, value: string) => ` ${name}="${escapeHtml(value)}"`
  const renderChildren = (ids: ReadonlyArray<string> | null | undefined, renderOne: (block: Block) => string) =>
    (ids ?? []).map((id) => renderOne(blocks[id]!))

  const renderHtml = (block: Block): string => {
    if (block.type === "EmailLayout") return ""
    const style = block.data.style
    const wrapInDiv = (content: string) => `<div${makeStyle(style)}>${content}</div>`
    switch (block.type) {
      case "Container":
        return wrapInDiv(renderChildren(getChildren(block), renderHtml).join(""))
      case "ColumnsContainer": {
        const cells = (block.data.props?.columns ?? []).map(
          ({ childrenIds }) => `<td valign="top">${renderChildren(childrenIds, renderHtml).join("")}</td>`
        )
        return wrapInDiv(`<table role="presentation" width="100%"><tr>${cells.join("")}</tr></table>`)
      }
      case "Heading": {
        const level = block.data.props?.level
        const tag = level === "h1" || level === "h3" ? level : "h2"
        return `<${tag}${makeStyle(style)}>${renderText(block.data.props?.text)}</${tag}>`
      }
      case "Text":
        return wrapInDiv(renderText(block.data.props?.text))
      case "Button": {
        const { buttonBackgroundColor, buttonTextColor, fullWidth, text, url } = block.data.props ?? {}
        const css = Html.style({
          display: fullWidth === true ? "block" : "inline-block",
          padding: 12,
          color: buttonTextColor ?? "#ffffff",
          "background-color": buttonBackgroundColor ?? "#262626",
          "border-radius": 4,
          "text-decoration": "none"
        })
        return wrapInDiv(`<a${formatAttribute("href", fillLink(url))} target="_blank"${css}>${renderText(text)}</a>`)
      }
      case "Image": {
        const { alt, height, linkHref, url, width } = block.data.props ?? {}
        const image = `<img${formatAttribute("src", fillLink(url))}${formatAttribute("alt", fillPlain(alt))}${Html.style({ width, height })}>`
        return wrapInDiv(linkHref ? `<a${formatAttribute("href", fillLink(linkHref))}>${image}</a>` : image)
      }
      case "Avatar": {
        const { alt, imageUrl, size } = block.data.props ?? {}
        const css = Html.style({ width: size ?? 64, height: size ?? 64 })
        return wrapInDiv(
          `<img${formatAttribute("src", fillLink(imageUrl))}${formatAttribute("alt", fillPlain(alt))}${css}>`
        )
      }
      case "Divider": {
        const { lineColor, lineHeight } = block.data.props ?? {}
        return wrapInDiv(
          `<hr${Html.style({ height: lineHeight ?? 1, border: "none", "background-color": lineColor ?? "#333333" })}>`
        )
      }
      case "Spacer":
        return `<div${Html.style({ height: block.data.props?.height ?? 16 })}></div>`
      case "Html":
        // Markup is written by the project's admins; its values come from users.
        return wrapInDiv(Variables.fill(block.data.props?.contents ?? "", variables, escapeHtml))
    }
  }

  const renderPlain = (block: Block): string => {
    switch (block.type) {
      case "EmailLayout":
      case "Container":
      case "ColumnsContainer":
        return renderChildren(getChildren(block), renderPlain)
          .filter((part) => part !== "")
          .join("\n\n")
      case "Heading":
      case "Text":
        return fillPlain(block.data.props?.text).trim()
      case "Button":
        return `${fillPlain(block.data.props?.text)}\n${fillLink(block.data.props?.url)}`.trim()
      case "Image":
      case "Avatar":
        return fillPlain(block.data.props?.alt)
      case "Html":
        return stripTags(Variables.fill(block.data.props?.contents ?? "", variables))
      case "Divider":
      case "Spacer":
        return ""
    }
  }

  return { html: renderHtml, text: renderPlain, children: renderChildren }
}

/** Renders a document as HTML and as text. */
export const render = (document: Document, variables: Variables.Variables): Bodies => {
  const { backdropColor, borderColor, borderRadius, canvasColor, childrenIds, fontFamily, textColor } =
    document.layout.data
  const { children, html, text } = makeRenderer(document, variables)
  const body = Html.style({ margin: 0, "background-color": backdropColor ?? "#f5f5f5" })
  const canvas = Html.style({
    "max-width": 600,
    margin: "auto",
    padding: 24,
    color: textColor ?? "#262626",
    "background-color": canvasColor ?? "#ffffff",
    "border-color": borderColor,
    "border-radius": borderRadius,
    "font-family": fontFamily ?? "MODERN_SANS"
  })
  return {
    html: `<!doctype html><html><head><meta charset="utf-8"></head><body${body}><div${canvas}>${children(childrenIds, html).join("")}</div></body></html>`,
    text: `${text(document.layout)}\n`
  }
}
