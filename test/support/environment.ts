/**
 * Test files share a process (`isolate: false`): what one of them left in its environment, the next ones would find.
 */
import { afterAll, beforeAll, expect } from "vitest"

Object.defineProperty(process, "env", { value: process.env, writable: false })

let before: NodeJS.ProcessEnv

beforeAll(() => {
  before = { ...process.env }
})

afterAll(() => {
  expect({ ...process.env }).toStrictEqual(before)
})
