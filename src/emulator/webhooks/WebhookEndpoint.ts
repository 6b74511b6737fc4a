/** The endpoints that webhooks are sent to. */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parseUrl } from "../../domain/url/AbsoluteUrl.ts"
import * as Changes from "./Changes.ts"
import * as WebhookSignature from "./internal/WebhookSignature.ts"

/** An endpoint of webhooks. */
export const WebhookEndpointOptions = Schema.Struct({
  /** The id for test webhooks. Default: generated. */
  id: Schema.optional(Schema.String),
  /**
   * An absolute http(s) URL without a user name or password, or `emulator:receiver`: the emulator then stores webhooks
   * itself, without any network.
   */
  url: Schema.String,
  /** `whsec_` and base64 of 24 to 64 bytes. Default: generated. */
  secret: Schema.optional(Schema.String),
  /** The types of events. Default: all. */
  events: Schema.optional(Schema.Array(Schema.Literals(Changes.allEventTypes))),
  /** The project of events. Default: all projects. */
  projectId: Schema.optional(Schema.String)
})
export interface WebhookEndpointOptions extends Schema.Struct.Type<(typeof WebhookEndpointOptions)["fields"]> {}

/** An endpoint in use. */
export interface WebhookEndpoint extends Omit<WebhookEndpointOptions, "id" | "secret"> {
  /** The id for test webhooks. */
  readonly id: string
  /** The secret with which a receiver verifies signatures. */
  readonly secret: Redacted.Redacted<string>
}

/** The options that make the same endpoint again. */
export const toOptions = ({ events, id, projectId, secret, url }: WebhookEndpoint): WebhookEndpointOptions => ({
  id,
  url,
  secret: Redacted.value(secret),
  ...(events !== undefined && { events }),
  ...(projectId !== undefined && { projectId })
})

/** The URL of the built-in receiver. */
export const receiver = "emulator:receiver"

/** An endpoint with what an attempt needs. */
export interface Target extends WebhookEndpoint {
  readonly key: Uint8Array
  readonly label: string
}

const parseReceiverUrl = (text: string): URL | undefined => {
  const url = parseUrl(text)
  if (url === undefined || url.username !== "" || url.password !== "") return undefined
  return /^https?:$/.test(url.protocol) ? url : undefined
}

const keyBytes = 32

/** The label of an endpoint, and the key of its secret if it has one; fails with the problem with it. */
export const check = ({ secret, url }: WebhookEndpointOptions) => {
  const parsed = parseReceiverUrl(url)
  if (parsed === undefined && url !== receiver) {
    return Result.fail(
      `The URL of a webhook must be an http(s) URL without a user, or ${receiver} for the built-in receiver.`
    )
  }
  const key = secret === undefined ? undefined : WebhookSignature.parseSecret(secret)
  return secret !== undefined && key === undefined
    ? Result.fail("The secret of a webhook must be whsec_ and base64 of 24 to 64 bytes.")
    : Result.succeed({ key, label: parsed === undefined ? receiver : parsed.origin + parsed.pathname })
}

/** The target of an endpoint; fails with the problem with it. */
export const toTarget = (
  options: WebhookEndpointOptions,
  makeId: () => string,
  makeKey: (length: number) => Uint8Array
): Result.Result<Target, string> =>
  Result.map(check(options), ({ key = makeKey(keyBytes), label }) => ({
    ...options,
    id: options.id ?? makeId(),
    secret: Redacted.make(WebhookSignature.formatSecret(key), { label: "webhook secret" }),
    key,
    label
  }))
