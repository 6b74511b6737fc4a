/**
 * What makes pages of the site out of Markdown as it is read elsewhere too: in the repository, in the package, by agents.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import type { MarkdownRenderer } from "vitepress"
import { addressOf, pageFiles, root } from "./pages.ts"

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
const target = (href: string, from: string, repository: string | undefined): string | undefined => {
  const [link = "", anchor] = href.split("#")
  const file = path.posix.join(path.posix.dirname(from), decodeURIComponent(link)).replace(/\/$/, "")
  const page = [file, `${file}/README.md`].find((name) => pageFiles().includes(name))
  if (page !== undefined) return `/${addressOf(page)}${anchor === undefined ? "" : `#${anchor}`}`
  const kind = fs.statSync(path.join(root, file), { throwIfNoEntry: false })?.isDirectory() === true ? "tree" : "blob"
  return repository === undefined ? undefined : `${repository}/${kind}/HEAD/${file}`
}

/** Lets relative links lead to pages of the site. A link to nothing on the site or beyond it is its text alone. */
export const relativeLinks = (markdown: MarkdownRenderer, repository: string | undefined): void => {
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
        const found = target(href, from, repository)
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
export const literalBraces = (markdown: MarkdownRenderer): void => {
  for (const name of ["text", "code_inline"] as const) {
    const rule = markdown.renderer.rules[name]
    markdown.renderer.rules[name] = (...args) => (rule?.(...args) ?? "").replaceAll("{{", "&#123;&#123;")
  }
}
