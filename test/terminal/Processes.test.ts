/** Which processes of this machine run. */
import { describe, expect, it, vi } from "vitest"
import { isAlive } from "../../src/terminal/internal/Processes.ts"

const refusing = (code: string) => {
  const kill = vi.spyOn(process, "kill").mockImplementation(() => {
    throw Object.assign(new Error(code), { code })
  })
  return { [Symbol.dispose]: () => kill.mockRestore() }
}

describe("a process", () => {
  it("runs if it is this one", () => {
    expect(isAlive(process.pid)).toBe(true)
  })

  it("runs if it is of another user, although it cannot be signaled", () => {
    using _ = refusing("EPERM")
    expect(isAlive(4711)).toBe(true)
  })

  it("does not run if it does not exist", () => {
    using _ = refusing("ESRCH")
    expect(isAlive(4711)).toBe(false)
  })
})
