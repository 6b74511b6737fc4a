/** docs/versions.md: what has been tried with which versions. */
import packageJson from "../../../package.json" with { type: "json" }
import type { Row } from "./rows.ts"

interface Outcome {
  readonly row: Row
  readonly problems: ReadonlyArray<readonly [what: string, why: string]>
}

const line = ({ problems, row: { along, checked, name, programs, version } }: Outcome): string => {
  const others = Object.entries(along).map(([other, its]) => `\`${other}\` ${its}`)
  const parts = programs.length + checked.length
  const failed = problems.map(([what]) => what).join(", ")
  return `| \`${name}\` | ${version} | ${others.join(", ")} | ${failed === "" ? `${parts} of ${parts} pass` : `fails: ${failed}`} |`
}

/** The ranges of all peers, as `package.json` has them. */
export const printRanges = (peers: Readonly<Record<string, string>>): string =>
  Object.entries(peers)
    .map(([name, range]) => {
      const optional = name in packageJson.peerDependenciesMeta ? "no" : "yes"
      return `| \`${name}\` | \`${range}\` | ${optional} |`
    })
    .join("\n")

/** The peers that the matrix has no row for. */
export const untried = (peers: Readonly<Record<string, string>>, tried: ReadonlyArray<string>): string => {
  const names = Object.keys(peers)
    .filter((name) => !tried.includes(name))
    .map((name) => `\`${name}\``)
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are tested with the versions of this repository only.`
}

/** The page. */
export const printPage = (outcomes: ReadonlyArray<Outcome>, peers: Readonly<Record<string, string>>): string => {
  const tried = outcomes.map(({ row }) => row.name)
  return `# Versions

Written by \`npm run prove -- matrix --save\`. It packs Gatefold, installs the tarball in an empty project with each version below, runs programs there with Node ${process.versions.node}, and checks their types.

## Supported versions

Node ${packageJson.engines.node}, and these peers. \`gatefold/promise\`, with its \`/server\`, \`/admin\` and \`/backend\`, \`gatefold/hono\`, \`gatefold/express\` and the command need no \`effect\`. The other entry points need it. Install another peer when your app uses a feature that needs it.

| package | range | always needed |
|---|---|---|
${printRanges(peers)}

Each range ends below the next version that may break Gatefold. \`effect/http\`, \`effect/http-api\` and \`effect/sql\` are not stable, so the range includes a new minor version of Effect only after it passes here. Effect before 4.0.5 lacks an export that \`Telemetry\` of \`gatefold/backend\` needs. ${untried(peers, tried)}

Install all Effect packages in the same version. \`@effect/platform-node\` 4.0 installs \`@effect/platform-node-shared\` 4.1, which does not load with Effect 4.0, so install both in the version of \`effect\`.

## Tested versions

Effect: every release in the range. Other packages: the oldest and the newest release in the range.

| package | version | along with | programs and checks of types |
|---|---|---|---|
${outcomes.map(line).join("\n")}

The programs are the [examples](examples) for clients, servers, admins and backends over the emulator. Others let in a user and keep out a stranger in each framework, render a React page that signs a user up, send calls through undici, import a password, and use a mail server and an email template.
`
}
