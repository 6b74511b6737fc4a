/** The examples for other servers, in their own runtimes: Cloudflare Workers (workerd), Bun and Deno. */
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Miniflare } from "miniflare"
import { spawn } from "node:child_process"
import * as path from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import * as AdminApp from "../../src/admin/AdminApp.ts"
import * as Serve from "../../src/emulator/Serve.ts"
import type { Emulator } from "../../src/emulator/Emulator.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"

const root = path.resolve(import.meta.dirname, "../..")
const example = (name: string) => path.join(root, "docs/examples", `backend-${name}.ts`)
const bin = (name: string) => path.join(root, "node_modules/.bin", name)

/** What the examples read. */
interface Env {
  readonly STACK_PROJECT_ID: string
  readonly STACK_PUBLISHABLE_CLIENT_KEY: string
  readonly STACK_API_URL: string
}
