/**
 * The search of the site. Pages that say how to do something come before pages to look something up in, a word finds
 * its plural, and a few words find what they are called here. VitePress sends these functions to the reader's browser
 * as text, so each of them stands by itself.
 */
import type { MarkdownEnv } from "vitepress"

/** The part of the renderer that this module uses. VitePress declares the renderer with two versions of its types. */
interface Renderer {
  readonly render: (source: string, env: MarkdownEnv) => string
}

/** The API reference and programs are found by their names; their text would be most of the index. */
const render = (source: string, env: MarkdownEnv, markdown: Renderer): string => {
  const html = markdown.render(source, env)
  if (!/\/pages\/(api|examples)\//.test(env.relativePath)) return html
  const headings = html.match(/<h([123])\b.*?<\/h\1>/gs) ?? []
  return headings
    .filter(
      (heading) => !/id="(?:call-signature|example|parameters|returns|throws|type-parameters)(?:-\d+)?"/.test(heading)
    )
    .join("\n")
}

/** A word as the index has it: in small letters, and singular. */
const processTerm = (term: string): string => term.toLowerCase().replace(/(?<=..[^s])s$/, "")

/** What a word of a query stands for, as the index has it. */
const processQueryTerm = (term: string): Array<string> => {
  const word = term.toLowerCase().replace(/(?<=..[^s])s$/, "")
  const others: Readonly<Record<string, ReadonlyArray<string>>> = {
    "2fa": ["mfa", "factor"],
    i18n: ["language"],
    login: ["sign", "in"],
    logout: ["sign", "out"],
    price: ["cost"],
    pricing: ["cost"],
    social: ["provider"],
    translate: ["language"],
    translation: ["language"],
    two: ["second"]
  }
  return [word, ...(others[word] ?? [])]
}

/** How much a section counts, by its address and by the headings above it. */
const boostDocument = (id: string, _term: string, fields?: Readonly<Record<string, unknown>>): number => {
  const weights: ReadonlyArray<readonly [start: string, weight: number]> = [
    ["/guides/", 4],
    ["/recipes/", 4],
    ["/start/", 5],
    ["/faq", 4],
    ["/concepts/", 2],
    ["/moving/", 4],
    ["/screens/", 2],
    ["/troubleshooting", 2],
    ["/errors/", 0.5],
    ["/api/", 0.1],
    ["/decisions/", 0.1],
    ["/examples/", 0.1],
    ["/changelog", 0.05]
  ]
  const weight = weights.find(([start]) => id.startsWith(start))?.[1] ?? 1
  // The top of a page stands for the whole page; sections that many guides have stand for little.
  const titles = fields?.["titles"]
  if (Array.isArray(titles) && titles.length === 0) return weight * 2
  return /#(next|next-steps|test-it|errors)$/.test(id) ? weight / 2 : weight
}

/** Short words have too many neighbors: "mode" is not "node". */
const fuzzy = (term: string): number | false => (term.length > 5 ? 0.2 : false)

export const search = {
  provider: "local" as const,
  options: {
    _render: render,
    miniSearch: {
      options: { processTerm },
      searchOptions: { boost: { title: 6, text: 1, titles: 2 }, boostDocument, fuzzy, processTerm: processQueryTerm }
    }
  }
}
