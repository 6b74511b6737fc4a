import * as path from "node:path"
import { type DefaultTheme, defineConfig } from "vitepress"
import packageJson from "../../package.json" with { type: "json" }
import { formTabs, literalBraces, relativeLinks, repositoryUrl } from "./markdown.ts"
import { pageAddress, makeAnchor, largeParts, made, pageFiles, root, type Section, sections } from "./pages.ts"
import { search } from "./search.ts"
import { restoreForm } from "./theme/restoreForm.ts"

const link = (file: string) =>
  `/${pageAddress(file)
    .replace(/(^|\/)index\.md$/, "$1")
    .replace(/\.md$/, "")}`

const item = ({ pages, title }: Section): DefaultTheme.SidebarItem => ({
  text: title,
  items: pages.map(({ file, title }) => ({ text: title, link: link(file) }))
})

/** The sidebar of most pages leads to the first page of a large part, which has a sidebar of its own. */
const sidebar = (): DefaultTheme.SidebarMulti => {
  const parts = [...largeParts()]
  const entrances = { text: "Look up", items: parts.map(([base, { title }]) => ({ text: title, link: base })) }
  return {
    "/": [...sections().map((section) => item(section)), entrances],
    ...Object.fromEntries(
      parts.map(([base, { sections = [], ...part }]) => [
        base,
        [
          item(part),
          ...sections.map((section) => item(section)),
          { text: "Back", items: [{ text: "Start", link: "/" }] }
        ]
      ])
    )
  }
}

const repository = repositoryUrl(packageJson)

export default defineConfig({
  title: "Gatefold",
  description: packageJson.description,
  lang: "en",
  srcDir: root,
  outDir: path.join(root, made, "html"),
  cacheDir: path.join(root, ".cache/vitepress"),
  srcExclude: ["{src,test}/**", `${made}/html/**`],
  rewrites: Object.fromEntries(pageFiles().map((file) => [file, pageAddress(file)])),
  cleanUrls: true,
  ignoreDeadLinks: "localhostLinks",
  metaChunk: true,
  // Before the first paint, so that a page never shows one tab and then another.
  head: [["script", {}, restoreForm]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    html: false,
    anchor: { slugify: makeAnchor },
    config: (markdown) => {
      relativeLinks(markdown, repository)
      literalBraces(markdown)
      formTabs(markdown)
    }
  },
  themeConfig: {
    nav: [
      { text: "Docs", link: "/start/", activeMatch: "^/(start|guides|concepts|reference)/" },
      { text: "Recipes", link: "/recipes/" },
      { text: "Playground", link: "/playground/", target: "_self" },
      { text: "Errors", link: "/errors/" },
      { text: "API", link: "/api/" },
      { text: packageJson.version, link: "/changelog" }
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search,
    // says what is seen
    notFound: { linkLabel: "Take me home" },
    externalLinkIcon: true,
    ...(repository === undefined ? {} : { socialLinks: [{ icon: "github", link: repository }] })
  },
  vite: {
    server: { host: "127.0.0.1" },
    preview: { host: "127.0.0.1" },
    publicDir: false,
    plugins: [
      {
        name: "packages-of-vitepress",
        enforce: "post",
        // Vite looks for them in the root, where VitePress is not, and finds them when a page first imports them
        config: ({ optimizeDeps = {} }) => {
          optimizeDeps.include = (optimizeDeps.include ?? []).filter((name) => !name.startsWith("vitepress >"))
        }
      }
    ]
  }
})
