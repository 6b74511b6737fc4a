/** A user and a stranger at a page of Next.js, built and started. */
import assert from "node:assert"
import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import { end, headers, options, person } from "./world.mjs"

fs.mkdirSync("next/app/orders", { recursive: true })
fs.writeFileSync("next/app/layout.jsx", `export default ({ children }) => <html><body>{children}</body></html>`)
fs.writeFileSync(
  "next/app/orders/page.jsx",
  `import { createNextApp } from "gatefold/next/server"
const auth = createNextApp(${JSON.stringify(options)})
export default async function Orders() {
  return <p>{(await auth.getUser({ or: "redirect" })).primaryEmail}</p>
}`
)
const command = new URL("node_modules/next/dist/bin/next", import.meta.url).pathname
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" }
execFileSync(process.execPath, [command, "build", "next"], { env, stdio: ["ignore", "ignore", "inherit"] })
const server = spawn(process.execPath, [command, "start", "next", "--port", "0", "--hostname", "127.0.0.1"], { env })
try {
  const url = await new Promise((resolve, reject) => {
    let said = ""
    const hear = (chunk) => {
      said += chunk
      const found = /https?:\/\/[\d.]+:(\d+)/.exec(said)
      if (found !== null && said.includes("Ready")) resolve(found[0])
    }
    server.stdout.on("data", hear)
    server.stderr.on("data", hear)
    server.once("close", () => reject(new Error(said)))
  })
  assert.ok((await (await fetch(`${url}/orders`, { headers })).text()).includes(person.email))
  const stranger = await fetch(`${url}/orders`, { redirect: "manual" })
  assert.strictEqual(stranger.status, 307)
  assert.match(stranger.headers.get("location"), /\/handler\/sign-in/)
} finally {
  server.removeAllListeners("close")
  server.kill()
}
await end()
