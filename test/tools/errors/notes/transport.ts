import type { Notes } from "./Note.ts"

/** Calls without a decoded answer. */
export const transport: Notes = {
  TransportError: {
    when: "A call brought no answer that could be decoded: none came, or another one than the contract promises. `reason` says why; its pages are listed below. `outcomeUnknown` is true where a change may have been made all the same.",
    todo: "Tell the reasons apart by `reason._tag`. Reads and deletions were repeated already, up to five attempts. With `outcomeUnknown`, look before you repeat a change.",
    call: "app.teams.create",
    handle: 'console.log($.outcomeUnknown ? "Look at the list of teams before you try again" : $.message)'
  },
  Network: {
    when: "There was no connection, or it broke before the answer was complete: nothing listens at `apiUrl`, the name is not known, a certificate is not trusted, or a browser refuses a foreign origin. `detail` is the code of the platform, such as `ECONNREFUSED`.",
    todo: "Check `apiUrl`. On this machine start the service with `npx gatefold start`. If `healthy` is true, the service does answer: look for what cuts this one call off.",
    call: "app.project.get",
    handle: "console.log(`${$.apiUrl} did not answer (${$.detail})`)"
  },
  Offline: {
    when: "The browser says that the device has no network, and the attempts are used up.",
    todo: "Tell the user, and offer to try again when the network is back (the event `online`).",
    call: "app.project.get",
    handle: 'console.log("Check your connection")'
  },
  Timeout: {
    when: 'The call took longer than its limit: 30 seconds in all unless `timeout` says otherwise. With `waitedFor: "session"` the refresh of the session took the time, and the request itself was not sent.',
    todo: 'Try again, or give the call more time: `{ timeout: "60 seconds" }` after its input. A change may have been made: see `outcomeUnknown` of the `TransportError`.',
    call: "app.project.get",
    handle: "console.log(`No answer within ${$.limitMillis} ms`)"
  },
  RateLimited: {
    when: "The service answered 429, and asks to wait longer than the call lasts, or did so until the attempts were used up. Gatefold waits as long as `retry-after` says before it repeats.",
    todo: "Try again after `retryAfterMillis`. On a server, do the work in batches, or share caches between processes ([Many processes](../guides/many-processes.md)).",
    call: "app.magicLink.send",
    handle: "console.log(`Again in ${Math.ceil(($.retryAfterMillis ?? 60_000) / 1000)} s`)"
  },
  UnexpectedRedirect: {
    when: "The service answered with a redirect. It is never followed, because keys and tokens would go along. The usual reasons are `http` in place of `https`, a missing `www.`, and a login page of a proxy.",
    todo: "Set `apiUrl` to the address that answers by itself: compare scheme, host and path with `curl -I`.",
    call: "app.project.get",
    handle: "console.log(`It leads to ${$.host}`)"
  },
  ResponseTooLarge: {
    when: "The answer is larger than 10 MiB. The service sends no such answers, so that this is mostly another server.",
    todo: "Check `apiUrl`. For long lists use the streams, or a smaller `limit`.",
    call: "serverApp.users.list",
    handle: "console.log(`More than ${$.limitBytes} bytes`)"
  },
  InvalidServerResponse: {
    when: "The answer is not what the contract promises: an HTML page of a proxy, JSON that was cut off, or a field of another shape. `detail` says what, without the values.",
    todo: "Check that `apiUrl` leads to the API and not to its web page. If it does, the service is of a version that Gatefold does not know: compare [what is supported](../supported.md), and report `detail`.",
    call: "app.project.get",
    handle: "console.log($.status, $.detail)"
  },
  ServerInvalid: {
    when: "The header of an answer names another known error than its body. Gatefold believes neither, for one of the two was changed on the way.",
    todo: "Look for a proxy that replaces the bodies of failures or keeps old headers.",
    call: "app.project.get",
    handle: "console.log($.status)"
  },
  UnexpectedStatus: {
    when: "The service answered with a failure and no known error: 5xx of the service or of a proxy in front of it, 404 where `apiUrl` has a wrong path, or a refusal in plain text. `text` has at most 200 characters of it.",
    todo: "5xx: try again later, and give the service's operators `requestId`. 404: correct `apiUrl`, which is the origin without `/api/v1`.",
    call: "app.project.get",
    handle: "console.log($.status, $.text)"
  },
  InvalidRequest: {
    when: "The input cannot be sent: an id that is no UUID, an address without `@`, a missing field. It is found before anything is sent; `path` of the `TransportError` names the operation or the argument.",
    todo: 'Correct the input. For ids out of a URL, take it for "not found".',
    call: "app.teams.get",
    handle: "console.log($.detail)"
  }
}
