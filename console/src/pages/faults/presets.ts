/** Faults that apps meet most often, each as one switch. */
import type { FaultRule } from "../../../../src/emulator/faults/FaultRule.ts"
import type { GlyphName } from "../../components/Glyph.tsx"

export interface Preset {
  /** The ID of its rule, by which the journal names it. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly icon: GlyphName
  readonly rule: FaultRule
}

export const presets: ReadonlyArray<Preset> = [
  {
    id: "slow-network",
    title: "Slow network",
    text: "Every answer takes 2 to 3 seconds longer.",
    icon: "clock",
    rule: { latency: 2_000, jitter: 1_000 }
  },
  {
    id: "offline",
    title: "Offline",
    text: "No request gets through until you turn this off.",
    icon: "wifiOff",
    rule: { fault: "offline" }
  },
  {
    id: "500-once",
    title: "500 once",
    text: "The next request fails with a server error.",
    icon: "bolt",
    rule: { status: 500, first: 1 }
  },
  {
    id: "expired-token",
    title: "Expired token",
    text: "The next read of the current user says that the access token has expired.",
    icon: "repeat",
    rule: {
      path: "/users/me",
      method: "GET",
      error: "ACCESS_TOKEN_EXPIRED",
      details: { expired_at_millis: null },
      first: 1
    }
  },
  {
    id: "rate-limit",
    title: "Rate limit",
    text: "The next 3 requests get status 429 and wait 2 seconds.",
    icon: "sliders",
    rule: { status: 429, retryAfter: 2, first: 3 }
  },
  {
    id: "lost-answer",
    title: "Lost answer",
    text: "The service carries out the next POST, but the answer never arrives.",
    icon: "activity",
    rule: { method: "POST", fault: "reset", carriedOut: true, first: 1 }
  }
]
