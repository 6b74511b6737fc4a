/**
 * Writes the OpenAPI documents of the three access levels to docs/openapi/.
 *
 * `--check` writes nothing and fails when a document is out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as OpenApi from "effect/http-api/OpenApi"
import { AdminApi, ClientApi, ServerApi } from "../../src/api/Api.ts"

const folder = new URL("../../docs/openapi/", import.meta.url)

/** The documents by file name, as text. */
export const printDocuments = (): ReadonlyMap<string, string> =>
  new Map([
    ["client.json", print(OpenApi.fromApi(ClientApi))],
    ["server.json", print(OpenApi.fromApi(ServerApi))],
    ["admin.json", print(OpenApi.fromApi(AdminApi))]
  ])

/** The names of the documents whose file differs or is missing. */
export const listStale = (): ReadonlyArray<string> =>
  [...printDocuments()].filter(([name, text]) => readIfPresent(name) !== text).map(([name]) => name)

const print = (document: OpenApi.OpenAPISpec) => `${JSON.stringify(document, null, 2)}\n`

const readIfPresent = (name: string): string | undefined => {
  try {
    return readFileSync(new URL(name, folder), "utf8")
  } catch {
    return undefined
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    const stale = listStale()
    if (stale.length > 0) {
      console.error(`Out of date, run \`npm run generate -- openapi\`: ${stale.join(", ")}`)
      process.exitCode = 1
    }
  } else {
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of printDocuments()) writeFileSync(new URL(name, folder), text)
    console.log(`Wrote ${printDocuments().size} documents to docs/openapi`)
  }
}
