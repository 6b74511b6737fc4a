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
  it("that is this one runs", () => {
    expect(isAlive(process.pid)).toBe(true)
  })

  it("of another user runs, although it cannot be signaled", () => {
    using _ = refusing("EPERM")
    expect(isAlive(4711)).toBe(true)
  })

  it("that does not exist does not run", () => {
    using _ = refusing("ESRCH")
    expect(isAlive(4711)).toBe(false)
  })
})
