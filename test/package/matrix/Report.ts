/** docs/versions.md: what has been tried with which versions. */
import packageJson from "../../../package.json" with { type: "json" }
import type { Row } from "./Rows.ts"

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
export const rangesOf = (peers: Readonly<Record<string, string>>): string =>
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
export const pageOf = (outcomes: ReadonlyArray<Outcome>, peers: Readonly<Record<string, string>>): string => {
  const tried = outcomes.map(({ row }) => row.name)
  return `# Versions

Written by \`npm run matrix -- --save\`. It packs Gatefold, installs the tarball in an empty project with each version below, runs programs there with Node ${process.versions.node}, and checks their types.

## What is promised

Node ${packageJson.engines.node}, and these peers. npm installs \`effect\` along; the others are for apps that use what needs them.

| package | range | always needed |
|---|---|---|
${rangesOf(peers)}

Ranges end below the first version that does not exist yet and may change what we use: \`effect/http\`, \`effect/http-api\` and \`effect/sql\` are not stable, so a new minor of Effect comes into the range when it has passed here. Effect before 4.0.5 lacks a name that \`Telemetry\` of \`gatefold/backend\` needs. ${untried(peers, tried)}

Packages of Effect belong to \`effect\` of the same version: \`@effect/platform-node\` 4.0 brings \`@effect/platform-node-shared\` 4.1, which does not load with Effect 4.0. Install both in the version of \`effect\`.

## What was tried

Of Effect, every release in the range. Of the others, the oldest and the newest release in the range.

| package | version | along with | programs and checks of types |
|---|---|---|---|
${outcomes.map(line).join("\n")}

The programs: [examples](examples) of the client, of servers, of admins and of backends over the emulator, a page that React renders and that signs somebody up, calls through undici, and an imported password, a mail server and a template.
`
}
