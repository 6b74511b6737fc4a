/** The pages of the site: which files they are written in, at which addresses they stand, and in which order. */
import * as fs from "node:fs"
import * as path from "node:path"

export const root = path.resolve(import.meta.dirname, "../..")

/** The folder of what is made when the site is built: pages, and the site itself. */
export const made = "site"

/** The address of a page by its file: `guides/teams.md` of `docs/guides/teams.md`. */
export const formatAddress = (file: string): string => {
  if (/^[A-Z]+\.md$/.test(file)) return file.toLowerCase()
  if (file === "docs/README.md") return "contents.md"
  return file.replace(/^(docs|site\/pages)\//, "").replace(/(^|\/)README\.md$/, "$1index.md")
}

/** The anchor of a heading, as GitHub makes it. */
export const makeAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")

/** The files of all pages, from the root of the repository. */
export const listPageFiles = (): ReadonlyArray<string> =>
  [...fs.globSync(["*.md", "docs/**/*.md", `${made}/pages/**/*.md`], { cwd: root })]
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => !file.includes("node_modules/"))
    .toSorted()

/** The first heading of a page. */
const readTitle = (file: string): string => {
  const text = fs.readFileSync(path.join(root, file), "utf8")
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll(/[`*\\]|\]\(.*?\)|\[/g, "") ?? path.basename(file, ".md")
}

/** A page of the sidebar. */
export interface Page {
  readonly file: string
  readonly title: string
}

/** A part of a sidebar. */
export interface Section {
  readonly title: string
  readonly pages: ReadonlyArray<Page>
  readonly sections?: ReadonlyArray<Section>
}

const listPages = (...files: ReadonlyArray<string>): ReadonlyArray<Page> =>
  files.filter((file) => fs.existsSync(path.join(root, file))).map((file) => ({ file, title: readTitle(file) }))

/** The pages of a folder: its index, then the named ones, then the others by their titles. */
const folder = (
  name: string,
  {
    first = [],
    without = []
  }: { readonly first?: ReadonlyArray<string>; readonly without?: ReadonlyArray<string> } = {}
): ReadonlyArray<Page> => {
  const rank = ({ file }: Page) => {
    const index = ["README", ...first].indexOf(path.basename(file, ".md"))
    return index < 0 ? first.length + 1 : index
  }
  const files = listPageFiles().filter(
    (file) => path.posix.dirname(file) === name && !without.includes(path.basename(file, ".md"))
  )
  return listPages(...files).toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, "en"))
}

/** The decisions, whose files begin with their numbers. */
const listDecisions = (): ReadonlyArray<Page> =>
  folder("docs/decisions")
    .map(({ file, title }) => {
      const number = /^\d+/.exec(path.basename(file))?.[0]
      return { file, title: number === undefined ? title : `${number} ${title.replace(/^\d+\W+/, "")}` }
    })
    .toSorted((a, b) => a.file.replace("README", "").localeCompare(b.file.replace("README", "")))

/** The API reference: a part for each folder of subpaths, with a page for each module. */
const listReference = (): ReadonlyArray<Section> => {
  const base = `${made}/pages/api/`
  const folders = new Set(
    listPageFiles()
      .filter((file) => file.startsWith(base))
      .map((file) => path.posix.dirname(file))
  )
  return [...folders].toSorted().flatMap((name) =>
    `${name}/` === base
      ? []
      : {
          title: name.slice(base.length).replace("/namespaces", ", by module"),
          pages: folder(name).map((page) => ({ ...page, title: formatModuleName(page) }))
        }
  )
}

/** The last part of a module's name, or the whole where there is one part. */
const formatModuleName = ({ file, title }: Page) => (file.endsWith("README.md") ? title : path.basename(file, ".md"))

/** The guides of a task, in the order in which people need them. */
const listGuides = (...names: ReadonlyArray<string>): ReadonlyArray<Page> =>
  listPages(...names.map((name) => `docs/guides/${name}.md`))

/** Guides that no section names. */
const listOtherGuides = (sections: ReadonlyArray<Section>): ReadonlyArray<Page> => {
  const named = new Set(sections.flatMap(({ pages }) => pages.map(({ file }) => file)))
  return folder("docs/guides").filter(({ file }) => !named.has(file))
}

const guideSections: ReadonlyArray<Section> = [
  {
    title: "Guides: sign-in",
    pages: listGuides(
      "password",
      "magic-link",
      "oauth",
      "passkeys",
      "mfa",
      "guests",
      "terminal-login",
      "sessions",
      "several-domains",
      "hosted-pages",
      "bot-challenges"
    )
  },
  {
    title: "Guides: users and teams",
    pages: listGuides(
      "users",
      "restricted-users",
      "email-addresses",
      "teams",
      "permissions",
      "api-keys",
      "connected-accounts",
      "impersonation",
      "emails",
      "mail-templates",
      "mail-templates-emulator",
      "webhooks",
      "data-vault",
      "payments",
      "configuration"
    )
  },
  {
    title: "Guides: your app",
    pages: [
      ...listGuides(
        "react",
        "react-server",
        "atoms",
        "auth-pages",
        "screens",
        "screens-theme",
        "screens-languages",
        "screens-customize",
        "nextjs",
        "nextjs-advanced",
        "react-router",
        "tanstack-start",
        "vue",
        "nuxt",
        "sveltekit",
        "astro",
        "plain-html",
        "expo",
        "protect-a-backend",
        "backend-guests",
        "backend-requests",
        "backend-clients",
        "rate-limits",
        "other-servers",
        "mcp",
        "mcp-agents",
        "errors",
        "errors-by-generation",
        "errors-in-your-api"
      ),
      ...folder("docs/screens")
    ]
  },
  {
    title: "Guides: develop and test",
    pages: listGuides(
      "emulator",
      "emulator-console",
      "emulator-inspection",
      "emulator-control",
      "emulator-access",
      "emulator-faults",
      "emulator-state",
      "emulator-seeds",
      "emulator-browser",
      "emulator-fidelity",
      "testing",
      "testing-pages",
      "test-runners",
      "ci",
      "command-line",
      "command-line-users",
      "command-line-projects",
      "diagnosis"
    )
  },
  {
    title: "Guides: production",
    pages: listGuides(
      "production",
      "deploy",
      "which-service",
      "many-processes",
      "observability",
      "monitoring",
      "incidents"
    )
  }
]

/** The recipes, in the order of their list. */
const recipes: ReadonlyArray<string> = [
  "protect-a-page",
  "require-a-verified-email",
  "invite-a-team-with-roles",
  "roles-in-an-effect-api",
  "delete-an-account",
  "support-by-impersonation",
  "api-keys-for-your-customers",
  "webhooks-into-your-database",
  "terminal-program",
  "custom-theme-and-language",
  "users-for-each-test",
  "deploy",
  "self-host-the-service"
]

/** The parts that most pages belong to, by task and in the order in which people come to them. */
export const listSections = (): ReadonlyArray<Section> =>
  [
    {
      title: "Get started",
      pages: [
        { file: "README.md", title: "Gatefold" },
        ...listPages("docs/README.md"),
        ...folder("docs/start", {
          first: ["vite", "nextjs", "node", "effect", "hono", "express", "terminal", "tests"]
        }),
        ...listPages("docs/faq.md")
      ]
    },
    ...guideSections,
    { title: "Guides: more", pages: listOtherGuides(guideSections) },
    { title: "Recipes", pages: folder("docs/recipes", { first: recipes }) },
    { title: "Concepts", pages: folder("docs/concepts", { first: ["apps", "session", "tokens"] }) },
    {
      title: "Reference",
      pages: [
        ...folder("docs/reference"),
        ...listPages("docs/supported.md", "docs/versions.md", "docs/troubleshooting.md", "CHANGELOG.md"),
        ...folder("docs/skill")
      ]
    },
    { title: "Migrate", pages: [...folder("docs/moving"), ...listPages("docs/comparison.md")] },
    {
      title: "Quality",
      pages: [
        ...folder("docs", {
          first: ["reliability", "benchmarks", "growth", "first-hour", "faults", "interop", "mutation", "architecture"],
          without: ["README", "faq", "comparison", "supported", "versions", "troubleshooting"]
        }),
        ...listPages("SECURITY.md", "CONTRIBUTING.md")
      ]
    }
  ].filter((section) => section.pages.length > 0)

/** The parts with sidebars of their own, by where they begin. */
export const listLargeParts = (): ReadonlyMap<string, Section> =>
  new Map([
    ["/api/", { title: "API", pages: listPages(`${made}/pages/api/README.md`), sections: listReference() }],
    ["/errors/", { title: "Errors", pages: folder("docs/errors") }],
    ["/protocol/", { title: "Protocol", pages: folder("docs/protocol") }],
    ["/decisions/", { title: "Decisions", pages: listDecisions() }],
    [
      "/examples/",
      {
        title: "Examples",
        pages: listPages(...listPageFiles().filter((file) => /^(docs|site\/pages)\/examples\//.test(file)))
      }
    ]
  ])

/** Every page that a sidebar leads to, in their order. */
export const listAllPages = (): ReadonlyArray<Page> => {
  const of = ({ pages, sections = [] }: Section): ReadonlyArray<Page> => [...pages, ...sections.flatMap(of)]
  return [...listSections(), ...listLargeParts().values()].flatMap(of)
}
