/** docs/first-hour.md: what it takes to begin, here and elsewhere. */
import * as os from "node:os"
import type { Outcome } from "./follow.ts"

/** A line for each project. */
export const printTable = (outcomes: ReadonlyArray<Outcome>): string =>
  [
    "| project | commands typed | files written | own lines | seconds |",
    "|---|---|---|---|---|",
    ...outcomes.map(
      ({ commands, files, lines, project: { name, page }, seconds }) =>
        `| [${name}](${page.replace("docs/", "")}) | ${commands} | ${files} | ${lines} | ${seconds} |`
    )
  ].join("\n")

/** What the quickstart of somebody else takes, counted by hand as ours is counted by the program. */
interface Quickstart {
  readonly product: string
  readonly app: string
  readonly page: string
  /** The version of the page, as a commit of the repository that has it. */
  readonly version: string
  readonly commands: number
  readonly lines: string
  readonly before: string
  readonly comesTo: string
}

const quickstarts: ReadonlyArray<Quickstart> = [
  {
    product: "Clerk",
    app: "Vite",
    page: "https://clerk.com/docs/react/getting-started/quickstart",
    version: "clerk/clerk-docs 00666d1",
    commands: 5,
    lines: "17",
    before: "an account, and a key from its dashboard",
    comesTo: "every sign-in method, on a Clerk page"
  },
  {
    product: "Clerk",
    app: "Next.js",
    page: "https://clerk.com/docs/nextjs/getting-started/quickstart",
    version: "clerk/clerk-docs 5908836",
    commands: 3,
    lines: "31",
    before: "nothing: it creates temporary keys",
    comesTo: "every sign-in method, on a Clerk page"
  },
  {
    product: "Supabase",
    app: "Vite",
    page: "https://supabase.com/docs/guides/auth/quickstarts/react",
    version: "supabase/supabase 213bd15, code 5e42572",
    commands: 3,
    lines: "about 130",
    before: "an account, a project, two keys, a changed email template and site URL",
    comesTo: "magic links, with your own form"
  },
  {
    product: "Supabase",
    app: "Next.js",
    page: "https://supabase.com/docs/guides/auth/quickstarts/nextjs",
    version: "supabase/supabase 3d8dc87",
    commands: 2,
    lines: "2, and a template",
    before: "an account, a project, two keys; for a new app only",
    comesTo: "password, with the template's forms"
  },
  {
    product: "Better Auth",
    app: "Next.js",
    page: "https://www.better-auth.com/docs/installation",
    version: "better-auth/better-auth 0037636, basic usage 0d4b60d",
    commands: 5,
    lines: "61, and a form to sign in",
    before: "a database, and a secret",
    comesTo: "password, with your own forms and database"
  }
]

const printLine = ({ app, before, comesTo, commands, lines, page, product, version }: Quickstart): string =>
  `| [${product}](${page}), ${app} | ${version} | ${before} | ${commands} | ${lines} | ${comesTo} |`

const sinceInit = (outcomes: ReadonlyArray<Outcome>): string =>
  outcomes
    .flatMap(({ project: { name }, secondsSinceInit }) =>
      secondsSinceInit === undefined ? [] : [`${name} ${secondsSinceInit} s`]
    )
    .join(", ")

/** The page. */
export const printPage = (outcomes: ReadonlyArray<Outcome>): string => `# The first hour

This page shows how much work each tutorial takes. \`npm run prove -- first-hour --save\` generates it: it creates each project in an empty folder, types the tutorial's commands, writes its files, and compares the output with the page. In a browser, it follows the page's instructions. The package comes from its tarball, and other packages come from npm.

${printTable(outcomes)}

*Own lines* are lines of code that a person writes or changes in an existing file, without empty lines and comments. Lines that \`gatefold init\` or a generator writes don't count. *Seconds* are from the first command to the last result, with all installs, on ${os.availableParallelism()} cores with a load of ${os.loadavg()[1]!.toFixed(0)}, with Node ${process.versions.node}. The terminal row counts the work in addition to the Vite app.

From \`npx gatefold init\` in an existing app to a signed-in user in Chromium: ${sinceInit(outcomes)}. That takes two Gatefold commands, \`init\` and \`start\`, and the app's \`npm run dev\`.

None of them needs an account, a key or any network except npm's, because the service runs on your machine.

## Other products

This table shows the same app, a page for signed-in users only, with the quickstarts of other products. **We counted these by hand, with the same rules, and didn't run them.** They end at different points, so compare the last column as well.

| quickstart | page version | prerequisites | commands | own lines | result |
|---|---|---|---|---|---|
${quickstarts.map(printLine).join("\n")}

Gatefold's rows end with a page that redirects signed-out visitors to a sign-in page and back. It supports password, magic link, passkey and six providers, on screens that \`gatefold init\` copies into the app.
`
