/**
 * Long runs of random histories of eight tabs, which `test/session` does briefly:
 *
 *     node test/soak/tabs.ts [first seed] [count]
 *
 * Prints the first failing seed and exits 1.
 */
import { exploreTabs } from "../session/tabs.ts"

const first = Number(process.argv[2] ?? 1)
const count = Number(process.argv[3] ?? 2000)

const traces = new Set<string>()
const started = performance.now()
for (let seed = first; seed < first + count; seed++) {
  try {
    traces.add(exploreTabs(seed).trace.join("\n"))
  } catch (cause) {
    console.error(`seed ${seed}: ${String(cause)}\nreplay: node test/soak/tabs.ts ${seed} 1`)
    if (count === 1) console.error(cause)
    process.exit(1)
  }
}
console.log(`${count} histories, ${traces.size} distinct, ${Math.round(performance.now() - started)} ms, 0 violations`)
