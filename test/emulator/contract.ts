/** What the emulator is measured against: the endpoints of the contract, whether or not it has a route for them. */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Api from "../../src/api/index.ts"
import type { AnyEndpoint } from "../../src/emulator/http/RouteIndex.ts"

const endpointsOf = ({ endpoints }: { readonly endpoints: Readonly<Record<string, AnyEndpoint>> }) =>
  Object.values(endpoints)

/** The endpoints outside the API's root. */
export const outside: ReadonlyArray<AnyEndpoint> = endpointsOf(Api.Service.HealthGroup)

/** The endpoints below the API's root. */
export const contract: ReadonlyArray<AnyEndpoint> = Object.values(Api)
  .flatMap((module) => Object.values(module))
  .filter((value) => HttpApiGroup.isHttpApiGroup(value))
  .flatMap((group) => endpointsOf(group))
  .filter((endpoint) => !outside.includes(endpoint))
