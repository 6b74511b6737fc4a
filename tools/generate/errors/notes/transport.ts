/** Calls without a decoded answer. */
import type { Notes } from "./Note.ts"

export const transport: Notes = {
  TransportError: {
    when: "A call got no answer that Gatefold could decode: none arrived, or it doesn't match the contract. `reason` says why, and its pages are listed below. If `outcomeUnknown` is true, the service may have made the change anyway.",
    todo: "Distinguish the reasons by `reason._tag`. Gatefold has already repeated reads and deletions, up to five attempts. If `outcomeUnknown` is true, check before you repeat a change.",
    call: "app.teams.create",
    handle: 'console.log($.outcomeUnknown ? "Look at the list of teams before you try again" : $.message)'
  },
  Network: {
    when: "There was no connection, or it broke before the answer was complete. Nothing listens at `apiUrl`, the name is unknown, a certificate isn't trusted, or a browser refuses a foreign origin. `detail` is the platform's code, such as `ECONNREFUSED`.",
    todo: "Check `apiUrl`. On this machine, start the service with `npx gatefold start`. If `healthy` is true, the service is up: look for what blocks this one call.",
    call: "app.project.get",
    handle: "console.log(`${$.apiUrl} did not answer (${$.detail})`)"
  },
  Offline: {
    when: "The browser reports that the device has no network, and all attempts failed.",
    todo: "Tell the user, and offer to try again when the network is back (the event `online`).",
    call: "app.project.get",
    handle: 'console.log("Check your connection")'
  },
  Timeout: {
    when: 'The call took longer than its limit: 30 seconds in total, or your `timeout`. With `waitedFor: "session"`, refreshing the session took the time, and Gatefold didn\'t send the request itself.',
    todo: 'Try again, or allow more time: pass `{ timeout: "60 seconds" }` after the input. The service may have made a change: see `outcomeUnknown` of the `TransportError`.',
    call: "app.project.get",
    handle: "console.log(`No answer within ${$.limitMillis} ms`)"
  },
  RateLimited: {
    when: "The service answered 429 and asks for a longer wait than the call's time limit, or repeated that until all attempts were used. Gatefold waits for the time in `retry-after` before each retry.",
    todo: "Try again after `retryAfterMillis`. On a server, work in batches, or share caches between processes ([Many processes](../guides/many-processes.md)).",
    call: "app.magicLink.send",
    handle: "console.log(`Again in ${Math.ceil(($.retryAfterMillis ?? 60_000) / 1000)} s`)"
  },
  CircuitOpen: {
    when: "The service didn't answer other requests of your server, so the circuit breaker didn't send this one. Only servers have a circuit breaker. Nobody is signed out, and nothing was changed.",
    todo: "Try again after `retryAfterMillis`, or answer 503 with `Retry-After`. `circuitBreaker: false` turns it off ([Retries](../protocol/retries.md#circuit-breaker)).",
    call: "serverApp.users.list",
    handle: "console.log(`Again in ${Math.ceil($.retryAfterMillis / 1000)} s`)"
  },
  UnexpectedRedirect: {
    when: "The service answered with a redirect. Gatefold never follows redirects, because they would carry keys and tokens to another address. The usual reasons are `http` instead of `https`, a missing `www.`, and a proxy's login page.",
    todo: "Set `apiUrl` to the final address: compare scheme, host and path with `curl -I`.",
    call: "app.project.get",
    handle: "console.log(`It leads to ${$.host}`)"
  },
  TokenUnavailable: {
    when: "A provider keeps the session (`ExternalTokenStore`), and has no access token right now: `getToken` returned null, rejected, took more than 10 seconds, or returned a token twice that has expired or was refused. The user is still signed in, and nothing was sent.",
    todo: "Try again. If the error stays, check what `getToken` returns: it must be an access token of the service, and another one with `forceRefresh`.",
    call: "app.teams.list",
    handle: "console.log(`${$.provider} has no token right now`)"
  },
  ResponseTooLarge: {
    when: "The answer is larger than 10 MiB. The service sends no such answers, so it usually comes from another server.",
    todo: "Check `apiUrl`. For long lists, use the streams, or a smaller `limit`.",
    call: "serverApp.users.list",
    handle: "console.log(`More than ${$.limitBytes} bytes`)"
  },
  InvalidServerResponse: {
    when: "The answer doesn't match the contract: it is a proxy's HTML page, incomplete JSON, or has a field of another shape. `detail` says what is wrong, without the values.",
    todo: "Check that `apiUrl` leads to the API and not to its web page. If it does, Gatefold doesn't know this version of the service: compare [what is supported](../supported.md), and report `detail`.",
    call: "app.project.get",
    handle: "console.log($.status, $.detail)"
  },
  ServerInvalid: {
    when: "The header and the body of an answer name different known errors. Gatefold trusts neither, because something changed one of them in transit.",
    todo: "Look for a proxy that replaces error bodies or keeps old headers.",
    call: "app.project.get",
    handle: "console.log($.status)"
  },
  UnexpectedStatus: {
    when: "The service answered with a failure status and no known error. Examples are 5xx of the service or a proxy, 404 because of a wrong path in `apiUrl`, or an error in plain text. `text` has at most 200 characters of the answer.",
    todo: "5xx: try again later, and send `requestId` to the service's operators. 404: correct `apiUrl`, which is the origin without `/api/v1`.",
    call: "app.project.get",
    handle: "console.log($.status, $.text)"
  },
  InvalidRequest: {
    when: "Gatefold can't send the input: an ID isn't a UUID, an address has no `@`, or a field is missing. Gatefold checks this before it sends anything. `path` of the `TransportError` names the operation or the argument.",
    todo: 'Correct the input. For IDs from a URL, treat it as "not found".',
    call: "app.teams.get",
    handle: "console.log($.detail)"
  }
}
