import * as path from "node:path"
import { type DefaultTheme, defineConfig } from "vitepress"
import packageJson from "../../package.json" with { type: "json" }
import { addFormTabs, keepBraces, addRelativeLinks, repositoryUrl } from "./markdown.ts"
import {
  formatAddress,
  makeAnchor,
  listLargeParts,
  made,
  listPageFiles,
  root,
  type Section,
  listSections
} from "./pages.ts"
import { search } from "./search.ts"
import { restoreForm } from "./theme/restoreForm.ts"

const formatLink = (file: string) =>
  `/${formatAddress(file)
    .replace(/(^|\/)index\.md$/, "$1")
    .replace(/\.md$/, "")}`

const makeItem = ({ pages, title }: Section): DefaultTheme.SidebarItem => ({
  text: title,
  items: pages.map(({ file, title }) => ({ text: title, link: formatLink(file) }))
})

/** The sidebar of most pages leads to the first page of a large part, which has a sidebar of its own. */
const makeSidebar = (): DefaultTheme.SidebarMulti => {
  const parts = [...listLargeParts()]
  const entrances = { text: "Look up", items: parts.map(([base, { title }]) => ({ text: title, link: base })) }
  return {
    "/": [...listSections().map((section) => makeItem(section)), entrances],
    ...Object.fromEntries(
      parts.map(([base, { sections = [], ...part }]) => [
        base,
        [
          makeItem(part),
          ...sections.map((section) => makeItem(section)),
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
  rewrites: Object.fromEntries(listPageFiles().map((file) => [file, formatAddress(file)])),
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
      addRelativeLinks(markdown, repository)
      keepBraces(markdown)
      addFormTabs(markdown)
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
    sidebar: makeSidebar(),
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
