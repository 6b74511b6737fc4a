/** Guests who sign up while other things happen. */
import { describe, expect, it } from "@effect/vitest"
import { inSchedules, schedules } from "../support/explore/sharing.ts"
import { guestSignsUp } from "./guests.ts"

describe("a guest who signs up", () => {
  it(`is kept, and leaves no session behind, in ${schedules} histories`, async () => {
    const traces = await inSchedules("guests", guestSignsUp)
    expect(traces.size).toBeGreaterThan(schedules / 15)
  })
})
