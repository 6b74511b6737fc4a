/** docs/first-hour.md: what it takes to begin, here and elsewhere. */
import * as os from "node:os"
import type { Outcome } from "./Follow.ts"

/** A line for each project. */
export const tableOf = (outcomes: ReadonlyArray<Outcome>): string =>
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
    comesTo: "every way to sign in, on a page of Clerk"
  },
  {
    product: "Clerk",
    app: "Next.js",
    page: "https://clerk.com/docs/nextjs/getting-started/quickstart",
    version: "clerk/clerk-docs 5908836",
    commands: 3,
    lines: "31",
    before: "nothing: it makes keys for a start",
    comesTo: "every way to sign in, on a page of Clerk"
  },
  {
    product: "Supabase",
    app: "Vite",
    page: "https://supabase.com/docs/guides/auth/quickstarts/react",
    version: "supabase/supabase 213bd15, code 5e42572",
    commands: 3,
    lines: "about 130",
    before: "an account, a project, two keys, a changed mail template and site URL",
    comesTo: "links by mail, with a form of your own"
  },
  {
    product: "Supabase",
    app: "Next.js",
    page: "https://supabase.com/docs/guides/auth/quickstarts/nextjs",
    version: "supabase/supabase 3d8dc87",
    commands: 2,
    lines: "2, and a template of its own",
    before: "an account, a project, two keys; for a new app only",
    comesTo: "password, with forms of the template"
  },
  {
    product: "Better Auth",
    app: "Next.js",
    page: "https://www.better-auth.com/docs/installation",
    version: "better-auth/better-auth 0037636, basic usage 0d4b60d",
    commands: 5,
    lines: "61, and a form to sign in",
    before: "a database, and a secret",
    comesTo: "password, with forms of your own, and your own database"
  }
]

const lineOf = ({ app, before, comesTo, commands, lines, page, product, version }: Quickstart): string =>
  `| [${product}](${page}), ${app} | ${version} | ${before} | ${commands} | ${lines} | ${comesTo} |`

const sinceInit = (outcomes: ReadonlyArray<Outcome>): string =>
  outcomes
    .flatMap(({ project: { name }, secondsSinceInit }) =>
      secondsSinceInit === undefined ? [] : [`${name} ${secondsSinceInit} s`]
    )
    .join(", ")

/** The page. */
export const pageOf = (outcomes: ReadonlyArray<Outcome>): string => `# The first hour

Written by \`npm run first-hour -- --save\`, which makes each project from an empty folder: it types the commands that its page shows, writes the files that its page shows, and compares what is printed with what the page shows. In a browser it does what the page asks its reader to do. The package comes from its tarball, other packages from npm.

${tableOf(outcomes)}

*Own lines* are lines of code that a person writes, or changes in a file that is there; neither empty lines nor comments count. Nothing is counted of what \`gatefold init\` or a generator writes. *Seconds* are from the first command to the last result, with all installs, on ${os.availableParallelism()} cores whose load was ${os.loadavg()[1]!.toFixed(0)} with other work, with Node ${process.versions.node}. The row of the terminal is what it takes beside the app of Vite.

From \`npx gatefold init\` in an app that is there to a signed-in user in Chromium: ${sinceInit(outcomes)}. That takes two commands of Gatefold, \`init\` and \`start\`, and the app's own \`npm run dev\`.

No account, no key and no network but npm's is needed for any of them: the service is on the machine.

## Beside others

The same app, a page that only signed-in people see, by the quickstarts of others. **These were counted by hand, by the same rule, and not run.** They end at different points, so read the last column with the numbers.

| quickstart | version of the page | before you begin | commands | own lines | comes to |
|---|---|---|---|---|---|
${quickstarts.map(lineOf).join("\n")}

Gatefold's rows end at a page that leads strangers to a sign-in page and back, with password, magic link, passkey and six providers, on screens that \`gatefold init\` copies into the app.
`
