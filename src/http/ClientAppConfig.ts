/**
 * A client app whose options come from Effect's `Config`. It is a separate module, because `Config` needs `Schema`,
 * which an app that passes its options directly should not load.
 */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import type { TransportError } from "../domain/errors/TransportError.ts"
import * as ClientApp from "./ClientApp.ts"
import * as Environment from "./Environment.ts"

/**
 * A client app from Effect's `Config`, by default the environment under the vendor's names
 * (docs/protocol/generations.md#environment-variables), so that an app migrates as it is.
 */
export const layerConfig: (
  overrides?: Partial<ClientApp.ClientAppOptions>
) => Layer.Layer<ClientApp.ClientApp, InvalidOption | TransportError | Config.ConfigError> = Effect.fnUntraced(
  function* (overrides: Partial<ClientApp.ClientAppOptions> = {}) {
    const options = yield* Environment.options()
    const { extraRequestHeaders: variable } = yield* Environment.read("extraRequestHeaders")
    const extraRequestHeaders = variable === undefined ? undefined : yield* parseHeaders(variable)
    return ClientApp.layer({ ...options, extraRequestHeaders, ...Environment.withoutUndefined(overrides) })
  },
  Layer.unwrap
)

const decodeHeaders = Schema.decodeEffect(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

/** The vendor's server and admin apps do not read it. */
const parseHeaders = ({ name, text }: Environment.Variable) =>
  Effect.mapError(
    decodeHeaders(text),
    () => new InvalidOption({ option: "extraRequestHeaders", problem: `${name} must be a JSON object of texts` })
  )
