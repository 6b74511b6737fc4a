/** What the emulator is measured against: the endpoints of the contract, whether or not it has a route for them. */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Api from "../../src/api/index.ts"
import type { AnyEndpoint } from "../../src/emulator/http/RouteIndex.ts"

const listEndpoints = ({ endpoints }: { readonly endpoints: Readonly<Record<string, AnyEndpoint>> }) =>
  Object.values(endpoints)

/** The endpoints outside the API's root. */
export const outside: ReadonlyArray<AnyEndpoint> = listEndpoints(Api.Service.HealthGroup)

const exported = Object.values<object>({ ...Api }).flatMap((module) => Object.values<unknown>({ ...module }))

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === "function" && "identifier" in value && "method" in value

/** Endpoints as they are declared; groups have copies with the API's root in the path. */
const declared = new Map(exported.filter(isEndpoint).map((endpoint) => [endpoint.identifier, endpoint]))

/** The endpoints below the API's root. */
export const contract: ReadonlyArray<AnyEndpoint> = exported
  .filter((value) => HttpApiGroup.isHttpApiGroup(value))
  .flatMap((group) => listEndpoints(group))
  .filter((endpoint) => !outside.includes(endpoint))
  .map(({ identifier }) => declared.get(identifier)!)
