/**
 * `npm run wire:fuzz [-- <inputs per endpoint> [<endpoint>]]`: compares the compiled contract with its schemas, with
 * 10,000 inputs unless said otherwise.
 */
import { compareEndpoint, compareErrors } from "./compare.ts"
import { pairs } from "./contract.ts"

const [count = "10000", only] = process.argv.slice(2)

let inputs = 0
let accepted = 0
let differences = 0
for (const { compiled, declared, name } of pairs) {
  if (only !== undefined && only !== name) continue
  const comparisons = [
    ...compareEndpoint(name, declared, compiled, Number(count)),
    ...compareErrors(declared, compiled, Math.ceil(Number(count) / 100))
  ]
  for (const comparison of comparisons) {
    inputs += comparison.inputs
    accepted += comparison.accepted
    differences += comparison.differences.length
    for (const text of comparison.differences.slice(0, 5)) console.error(text)
  }
}
console.log(`${inputs} inputs, of which ${accepted} are valid: ${differences} differences`)
if (differences > 0) process.exitCode = 1
