/** The HTTP layers. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Http from "../../../src/http/Http.ts"
import * as HttpClientLayer from "../../../src/http/HttpClientLayer.ts"
import * as Undici from "../../../src/undici/UndiciHttp.ts"

export const layers: Readonly<Record<string, () => Layer.Layer<never>>> = {
  fetch: () => Http.layerFetch(),
  undici: () => Layer.fresh(Undici.layer()),
  HttpClient: () => HttpClientLayer.layer.pipe(Layer.provide(FetchHttpClient.layer)),
  // Effect's `HttpClient` as well, over Node's own.
  "node:http": () => HttpClientLayer.layer.pipe(Layer.provide(Layer.fresh(NodeHttpClient.layerNodeHttp)))
}
