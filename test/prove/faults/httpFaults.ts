/** Faults of the service, and of what stands in front of it, as rules of the emulator. */
import type { FaultRule } from "../../../src/emulator/index.ts"
import type { HttpFault, Meaning } from "./Fault.ts"

const meaning = (
  means: Meaning,
  faults: ReadonlyArray<Omit<HttpFault, "means" | "rule"> & FaultRule>
): ReadonlyArray<HttpFault> =>
  faults.map(({ atLeastMillis, isLarge, name, once, otherwise, ...rule }) => ({
    name,
    means,
    once,
    otherwise,
    atLeastMillis,
    isLarge,
    carriedOut: rule.carriedOut === true ? true : undefined,
    rule
  }))

const once = { once: true, first: 1 } as const

const json = { "content-type": "application/json" }

/** A write is sent once: the service may have acted before it went down. */
const writesOnce = [{ of: "delete", means: "failed", why: "only reads and refreshes are sent again" }] as const

export const httpFaults: ReadonlyArray<HttpFault> = [
  ...meaning("lost", [
    { name: "offline", fault: "offline" },
    { name: "reset", fault: "reset" },
    { name: "reset, after the service acted", fault: "reset", carriedOut: true, ...once },
    { name: "truncate", fault: "truncate" }
  ]),
  ...meaning("silent", [
    { name: "drop", fault: "drop" },
    { name: "drop, after the service acted", fault: "drop", carriedOut: true, ...once },
    { name: "stall", fault: "stall" },
    { name: "latency of 40 seconds", latency: "40 seconds" },
    { name: "one byte a second", bytesPerSecond: 1 }
  ]),
  ...meaning("answered", [
    { name: "latency of 1 second", latency: "1 second", jitter: "1 second", atLeastMillis: 1000 },
    { name: "a slow connection", bytesPerSecond: 500_000 }
  ]),
  ...meaning("unreadable", [
    { name: "malformed", fault: "malformed" },
    { name: "200, an HTML page", status: 200, body: "<html>", headers: { "content-type": "text/html" } },
    { name: "200, empty", status: 200, body: "" },
    {
      name: "200, a malformed actual status",
      status: 200,
      body: "{}",
      headers: { "x-stack-actual-status": "teapot" }
    }
  ]),
  ...meaning("too large", [
    { name: "200, 11 MB", isLarge: true, status: 200, body: " ".repeat(11_000_000), headers: json }
  ]),
  ...meaning("redirected", [
    { name: "302", status: 302, headers: { location: "https://elsewhere.invalid/" } },
    { name: "304", status: 304 }
  ]),
  ...meaning("forbidden", [
    { name: "403, an HTML page", status: 403, body: "<html>", headers: { "content-type": "text/html" } },
    { name: "413", status: 413 }
  ]),
  ...meaning("failed", [
    { name: "500", status: 500 },
    { name: "500, after the service acted", status: 500, carriedOut: true }
  ]),
  ...meaning("down", [
    {
      name: "502, an HTML page",
      status: 502,
      body: "<html>",
      headers: { "content-type": "text/html" },
      otherwise: writesOnce
    },
    { name: "503 with Retry-After", status: 503, retryAfter: 1, otherwise: writesOnce },
    { name: "504", status: 504, otherwise: writesOnce }
  ]),
  ...meaning("limited", [
    { name: "429", status: 429 },
    { name: "429 with Retry-After, once", status: 429, retryAfter: 2, ...once, atLeastMillis: 2000 }
  ]),
  ...meaning("limited for long", [{ name: "429 with Retry-After of a day", status: 429, retryAfter: 86_400 }]),
  ...meaning("looping", [
    { name: "infinite-loop", fault: "infinite-loop" },
    { name: "infinite-loop, once", fault: "infinite-loop", ...once }
  ]),
  ...meaning("contradictory", [
    {
      name: "an error with two names",
      status: 400,
      body: JSON.stringify({ code: "TEAM_NOT_FOUND", error: "" }),
      headers: { ...json, "x-stack-known-error": "USER_NOT_FOUND" }
    }
  ]),
  ...meaning("unknown error", [
    {
      name: "an error of a later version",
      status: 400,
      body: JSON.stringify({ code: "NEW_ERROR", error: "" }),
      headers: { ...json, "x-stack-known-error": "NEW_ERROR" }
    }
  ]),
  ...meaning("token refused", [
    {
      name: "ACCESS_TOKEN_EXPIRED, once",
      error: "ACCESS_TOKEN_EXPIRED",
      details: { expired_at_millis: 0 },
      ...once
    },
    { name: "UNPARSABLE_ACCESS_TOKEN", error: "UNPARSABLE_ACCESS_TOKEN" }
  ]),
  ...meaning("session refused", [
    { name: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", error: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED" }
  ])
]
