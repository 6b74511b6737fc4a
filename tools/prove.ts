/**
 * `npm run prove -- <name>`: the measurements and long runs that no test can be, each with a page in `docs`. Each has a
 * folder in `test/prove`, except for those that extend the tests of another folder: `conformance`, `matrix`, `next` and
 * `runtimes`.
 */
import { dispatch } from "./dispatch.ts"

const source = ["-C", "gatefold-source"]
const built = ["tools/build.ts"]
const vitest = ["node_modules/vitest/vitest.mjs", "run"]

await dispatch("prove", {
  attacks: { does: "every attack that is known, by its tests", node: [...source, "test/prove/attacks/main.ts"] },
  canaries: { does: "that no secret shows, whatever fails", node: [...source, "test/prove/canaries/main.ts"] },
  conformance: {
    does: "the scenarios, against the emulator or a real service",
    node: [...vitest, "--mode=conformance", "test/conformance/conformance.test.ts"]
  },
  durability: { does: "that no acknowledged write is lost", first: built, node: ["test/prove/durability/main.ts"] },
  explore: { does: "seeded histories of the whole product", node: [...source, "test/prove/explore/main.ts"] },
  faults: {
    does: "every kind of call under every fault",
    node: [...source, "--expose-gc", "test/prove/faults/main.ts"]
  },
  "first-hour": { does: "the quickstarts, from empty folders", node: ["test/prove/first-hour/main.ts"] },
  fuzz: { does: "hostile inputs for each reader of foreign text", node: [...source, "test/prove/fuzz/main.ts"] },
  growth: { does: "how cost grows, beside the peers", first: built, node: ["test/prove/growth/main.ts"] },
  incidents: {
    does: "outages, lost stores and deployments, with users at work",
    first: built,
    node: ["test/prove/incidents/main.ts"]
  },
  interop: { does: "the vendor's SDKs against the emulator", node: [...source, "test/prove/interop/main.ts"] },
  load: { does: "200 users on one process and on three", first: built, node: ["test/prove/load/main.ts"] },
  matrix: { does: "every supported version of the peers", node: ["test/package/matrix/main.ts"] },
  mutation: {
    does: "changes of the code that no test notices",
    first: ["tools/install.ts", "test/prove/mutation"],
    node: ["test/prove/mutation/main.ts"]
  },
  next: { does: "the Next.js example, built and used", node: [...vitest, "--config", "test/next/vitest.config.ts"] },
  runtimes: {
    does: "the packed package in other runtimes",
    first: ["tools/install.ts", "test/package"],
    node: [...source, "test/package/runtimes/main.ts"]
  },
  soak: { does: "memory over 100,000 sessions", first: built, node: ["--expose-gc", "test/prove/soak/main.ts"] },
  ways: { does: "the files that a call runs through", node: [...source, "test/prove/ways/main.ts"] }
})
