/**
 * What makes pages of the site out of Markdown as it is read elsewhere too: in the repository, in the package, by
 * agents.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import type { MarkdownRenderer } from "vitepress"
import { formatAddress, made, listPageFiles, root } from "./pages.ts"

/** Where the sources are, as `package.json` says. */
export const repositoryUrl = (packageJson: {
  readonly name: string
  readonly repository?: string | { readonly url: string }
}) => {
  const { repository } = packageJson
  const url = typeof repository === "string" ? repository : repository?.url
  return url?.replace(/^git\+/, "").replace(/\.git$/, "")
}

/** What a link of a page leads to on the site: another page, a file of the repository, or nothing. */
const findTarget = (href: string, from: string, repository: string | undefined): string | undefined => {
  const [link = "", anchor] = href.split("#")
  const file = path.posix.join(path.posix.dirname(from), decodeURIComponent(link)).replace(/\/$/, "")
  const program = file.replace(/^docs\/(examples\/.+)\.tsx?$/, `${made}/pages/$1.md`)
  const page = [file, `${file}/README.md`, program].find((name) => listPageFiles().includes(name))
  if (page !== undefined) return `/${formatAddress(page)}${anchor === undefined ? "" : `#${anchor}`}`
  const kind = fs.statSync(path.join(root, file), { throwIfNoEntry: false })?.isDirectory() === true ? "tree" : "blob"
  return repository === undefined ? undefined : `${repository}/${kind}/HEAD/${file}`
}

/** Lets relative links lead to pages of the site. A link to nothing on the site or beyond it is its text alone. */
export const addRelativeLinks = (markdown: MarkdownRenderer, repository: string | undefined): void => {
  markdown.core.ruler.push("relative-links", ({ env, tokens }) => {
    // VitePress also parses titles by themselves, without the file they are from.
    const file = env.realPath ?? env.path
    if (file === undefined) return
    const from = path.relative(root, file).replaceAll(path.sep, "/")
    for (const { children } of tokens) {
      let isPlain = false
      for (const token of children ?? []) {
        if (token.type === "link_close" && isPlain) {
          token.tag = "span"
          isPlain = false
        }
        const href = token.type === "link_open" ? token.attrGet("href") : null
        if (href === null || /^([a-z]+:|#|\/)/.test(href)) continue
        const found = findTarget(href, from, repository)
        if (found === undefined) {
          isPlain = true
          token.type = "span_open"
          token.tag = "span"
          token.attrs = null
        } else token.attrSet("href", found)
      }
    }
  })
}

/** Two braces in a text are no expression of Vue. */
export const keepBraces = (markdown: MarkdownRenderer): void => {
  for (const name of ["text", "code_inline"] as const) {
    const rule = markdown.renderer.rules[name]
    markdown.renderer.rules[name] = (...args) => (rule?.(...args) ?? "").replaceAll("{{", "&#123;&#123;")
  }
}

/** The forms of code that guides show, by their headings. */
const forms: ReadonlyMap<string, string> = new Map([
  ["React", "react"],
  ["Promises", "promise"],
  ["Any server", "promise"],
  ["Effect", "effect"]
])

type Token = Parameters<MarkdownRenderer["renderer"]["render"]>[0][number]

const readHeadingDepth = ({ tag, type }: Token): number => (type === "heading_open" ? Number(tag.slice(1)) : 7)

/** The form whose heading begins here. */
const readForm = (tokens: ReadonlyArray<Token>, index: number) => {
  const token = tokens[index]
  const label = token?.tag === "h3" && token.type === "heading_open" ? (tokens[index + 1]?.content ?? "") : ""
  const value = forms.get(label)
  return value === undefined ? undefined : { anchor: String(token?.attrGet("id") ?? value), label, value }
}

/** The sections of forms that follow each other from here: where each begins, and where the last one ends. */
const readGroup = (tokens: ReadonlyArray<Token>, start: number) => {
  const sections: Array<{ readonly form: NonNullable<ReturnType<typeof readForm>>; readonly from: number }> = []
  let end = start
  for (let form = readForm(tokens, end); form !== undefined; form = readForm(tokens, end)) {
    sections.push({ form, from: end + 3 })
    const next = tokens.findIndex((token, index) => index > end && readHeadingDepth(token) <= 3)
    end = next < 0 ? tokens.length : next
  }
  return { end, sections }
}

/**
 * Makes tabs of neighboring sections of forms, such as React, Promises and Effect. Elsewhere, without scripts and on
 * paper they stay sections with names, which read well in order. `theme/forms.ts` keeps the reader's choice.
 */
export const addFormTabs = (markdown: MarkdownRenderer): void => {
  markdown.core.ruler.push("form-tabs", (state) => {
    const makeHtml = (content: string) => Object.assign(new state.Token("html_block", "", 0), { content })
    const { tokens } = state
    const made: Array<Token> = []
    let groups = 0
    for (let index = 0; index < tokens.length;) {
      const { end, sections } = readGroup(tokens, index)
      if (sections.length < 2) {
        made.push(tokens[index]!)
        index += 1
        continue
      }
      const name = `form-${(groups += 1)}`
      const tabs = sections.map(
        ({ form: { anchor, label, value } }, place) =>
          `<label id="${anchor}" data-form="${value}"><input type="radio" name="${name}" value="${value}" autocomplete="off"${place === 0 ? " checked" : ""}>${label}</label>`
      )
      made.push(
        makeHtml(`<div class="forms"><div class="form-tabs" role="radiogroup" aria-label="Code">${tabs.join("")}</div>`)
      )
      for (const [place, { form, from }] of sections.entries()) {
        const to = sections[place + 1] === undefined ? end : sections[place + 1]!.from - 3
        made.push(
          makeHtml(`<div class="form" data-form="${form.value}"><p class="form-name">${form.label}</p>`),
          ...tokens.slice(from, to),
          makeHtml("</div>")
        )
      }
      made.push(makeHtml("</div>"))
      index = end
    }
    state.tokens = made
  })
}
